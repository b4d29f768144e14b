import { buildWalletMessage, STATEMENTS, type WalletNonce } from "#core/accounts/wallet-message.ts";
import { CHAINS, parseChainId } from "#core/wallet/chains.ts";
import { type BrowserWallet, discoverWallets, getInjectedWallet } from "#web/wallet/discover-wallets.ts";
import { getFirstAccount, request, requestChainId, requestHex } from "#web/wallet/provider.ts";

/** A message with the wallet's signature, as the server expects it. */
export interface SignedWalletMessage {
  readonly message: string;
  readonly signature: `0x${string}`;
}

/** Returns the wallets in this browser, without connecting to any of them. */
export function findWallets(): readonly BrowserWallet[] {
  let wallets: readonly BrowserWallet[] = [];
  // Wallets announce themselves while the request is dispatched.
  discoverWallets(window, (found) => {
    wallets = found;
  })();
  const injectedWallet = getInjectedWallet((window as { ethereum?: unknown }).ethereum);
  return wallets.length > 0 || injectedWallet === null ? wallets : [injectedWallet];
}

/** Asks the wallet to sign a message for this site. Throws an error with a message for users, or the wallet's error. */
export async function signWalletMessage(
  { provider }: BrowserWallet,
  purpose: keyof typeof STATEMENTS,
  { nonce, chain_ids: chainIds, issued_at: issuedAt, expires_at: expiresAt }: WalletNonce,
): Promise<SignedWalletMessage> {
  const address = getFirstAccount(await request(provider, "eth_requestAccounts"));
  if (address === null) throw new Error("Your wallet didn't share an account.");
  const chainId = parseChainId(await requestChainId(provider));
  if (!chainIds.includes(chainId))
    throw new Error(
      `This site doesn't accept your wallet's current network. Switch it to one of these, then try again: ${nameChains(chainIds)}.`,
    );
  const message = buildWalletMessage({
    scheme: location.protocol === "http:" ? "http" : undefined,
    domain: location.host,
    address,
    statement: STATEMENTS[purpose],
    uri: location.origin,
    chainId,
    nonce,
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(expiresAt),
  });
  return { message, signature: await requestHex(provider, "personal_sign", [toHex(message), address]) };
}

const nameChains = (ids: readonly number[]) =>
  ids.map((id) => CHAINS.find((chain) => chain.id === id)?.name ?? `network ${id}`).join(", ");

const toHex = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
