import type { GoTrueClient } from "@supabase/auth-js";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { buildWalletMessage, type WalletMessage } from "#core/accounts/wallet-message.ts";
import { createAuthFixture } from "../testing.ts";

export const DOMAIN = "lattice.test";
export const PAGE = `http://${DOMAIN}/auth`;

export const createWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());

type Settings = Parameters<typeof createAuthFixture>[0];

export type WalletFixture = Awaited<ReturnType<typeof createWalletFixture>>;

export async function createWalletFixture(settings: Settings = {}) {
  const fixture = await createAuthFixture({
    ...settings,
    auth: { manualLinking: true, ethereum: { isEnabled: true, nodes: new Map() }, ...settings.auth },
  });
  /** Builds a message for this site, with these changes. `undefined` omits a field. */
  const buildMessage = ({ address }: { readonly address: string }, changes: Partial<WalletMessage> = {}) =>
    buildWalletMessage({
      domain: DOMAIN,
      address,
      uri: PAGE,
      chainId: 1,
      issuedAt: fixture.clock.now(),
      ...changes,
    });
  /** Requests a nonce to sign in with, or to link a wallet with this access token. */
  const requestNonce = async (token?: string): Promise<string> => {
    const { body } = await fixture.call("POST", token ? "/user/web3/nonce" : "/web3/nonce", { token });
    return body.nonce;
  };
  /** Sends a signed message as the official client does. */
  const send = (message: string, signature: string) =>
    fixture.call("POST", "/token?grant_type=web3", { body: { chain: "ethereum", message, signature } });
  return {
    fixture,
    buildMessage,
    requestNonce,
    send,
    signAndSend: async (wallet: PrivateKeyAccount, message: string) =>
      send(message, await wallet.signMessage({ message })),
    /** Signs in with the official client, which builds the message itself. */
    signIn: (wallet: PrivateKeyAccount, { nonce }: { readonly nonce?: string } = {}) =>
      fixture.client().signInWithWeb3({
        chain: "ethereum",
        wallet: createProvider(wallet),
        statement: "I want to sign in.",
        options: {
          url: PAGE,
          signInWithEthereum: { issuedAt: fixture.clock.now(), ...(nonce ? { nonce } : {}) },
        },
      } as Parameters<GoTrueClient["signInWithWeb3"]>[0]),
    /** Links a wallet to the account of this access token. */
    async link(wallet: PrivateKeyAccount, token: string) {
      const message = buildMessage(wallet, { nonce: await requestNonce(token) });
      const signature = await wallet.signMessage({ message });
      return fixture.call("POST", "/user/web3", { token, body: { message, signature } });
    },
  };
}

/** Creates an EIP-1193 provider, through which pages use a wallet. */
const createProvider = (wallet: PrivateKeyAccount) => ({
  async request({ method, params }: { method: string; params?: readonly [`0x${string}`] }) {
    if (method === "eth_requestAccounts") return [wallet.address];
    if (method === "eth_chainId") return "0x1";
    if (method === "personal_sign" && params) return wallet.signMessage({ message: { raw: params[0] } });
    throw new Error(`no ${method}`);
  },
});
