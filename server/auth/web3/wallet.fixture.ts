import type { GoTrueClient } from "@supabase/auth-js";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { buildWalletMessage, type WalletMessage } from "#core/accounts/wallet-message.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

export const DOMAIN = "lattice.test";
export const PAGE = `http://${DOMAIN}/auth`;

/** Creates a new wallet with its own key. */
export const createWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());

type Settings = Parameters<typeof createAuthFixture>[0];

export interface WalletFixture {
  readonly fixture: AuthFixture;
  /** Builds a message for this site, with these changes. `undefined` omits a field. */
  buildMessage(account: { readonly address: string }, changes?: Partial<WalletMessage>): string;
  /** Issues a nonce to sign in with, or to link a wallet with this access token. */
  requestNonce(token?: string): Promise<string>;
  /** Sends a signed message as the official client does. */
  send(message: string, signature: string): ReturnType<AuthFixture["call"]>;
  /** Signs a message and sends it. */
  signAndSend(account: PrivateKeyAccount, message: string): ReturnType<AuthFixture["call"]>;
  /** Signs in with the official client, which builds the message itself. */
  signIn(
    account: PrivateKeyAccount,
    options?: { readonly nonce?: string },
  ): ReturnType<GoTrueClient["signInWithWeb3"]>;
  /** Links a wallet to the account of this access token. */
  link(account: PrivateKeyAccount, token: string): ReturnType<AuthFixture["call"]>;
}

export async function createWalletFixture(settings: Settings = {}): Promise<WalletFixture> {
  const fixture = await createAuthFixture({
    ...settings,
    auth: { manualLinking: true, ethereum: { isEnabled: true, nodes: new Map() }, ...settings.auth },
  });
  const buildMessage: WalletFixture["buildMessage"] = ({ address }, changes = {}) =>
    buildWalletMessage({
      domain: DOMAIN,
      address,
      uri: PAGE,
      chainId: 1,
      issuedAt: fixture.clock.now(),
      ...changes,
    });
  const requestNonce: WalletFixture["requestNonce"] = async (token) => {
    const { body } = await fixture.call("POST", token ? "/user/web3/nonce" : "/web3/nonce", { token });
    return body.nonce;
  };
  const send: WalletFixture["send"] = (message, signature) =>
    fixture.call("POST", "/token?grant_type=web3", { body: { chain: "ethereum", message, signature } });
  return {
    fixture,
    buildMessage,
    requestNonce,
    send,
    signAndSend: async (account, message) => send(message, await account.signMessage({ message })),
    signIn: (account, { nonce } = {}) =>
      fixture.client().signInWithWeb3({
        chain: "ethereum",
        wallet: createProvider(account),
        statement: "I want to sign in.",
        options: {
          url: PAGE,
          signInWithEthereum: { issuedAt: fixture.clock.now(), ...(nonce ? { nonce } : {}) },
        },
      } as Parameters<GoTrueClient["signInWithWeb3"]>[0]),
    async link(account, token) {
      const message = buildMessage(account, { nonce: await requestNonce(token) });
      const signature = await account.signMessage({ message });
      return fixture.call("POST", "/user/web3", { token, body: { message, signature } });
    },
  };
}

/** Implements a wallet's interface in a page (EIP-1193). */
const createProvider = (account: PrivateKeyAccount) => ({
  async request({ method, params }: { method: string; params?: readonly [`0x${string}`] }) {
    if (method === "eth_requestAccounts") return [account.address];
    if (method === "eth_chainId") return "0x1";
    if (method === "personal_sign" && params) return account.signMessage({ message: { raw: params[0] } });
    throw new Error(`no ${method}`);
  },
});
