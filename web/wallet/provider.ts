import type { Address } from "#core/wallet/address.ts";
import { buildAddChainParams, type Chain, formatChainId, parseChainId } from "#core/wallet/chains.ts";
import { parseAddress } from "#core/wallet/parse-address.ts";
import { getProviderErrorCode, UNKNOWN_CHAIN } from "#core/wallet/provider-errors.ts";

/** A browser wallet (EIP-1193). Validate its responses: it is third-party code. */
export interface Provider {
  request(args: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: never) => void): unknown;
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

/** The timeout for methods that don't prompt the user. */
const NETWORK_TIMEOUT_MS = 20_000;
const PROMPTING_METHODS = /^(eth_requestAccounts|eth_sendTransaction|personal_sign|wallet_\w+)$/;
/** The maximum length of a hexadecimal response, in characters. No valid response is longer. */
const RESPONSE_LENGTH_MAX = 200_000;
const INVALID_RESPONSE = "Your wallet sent an invalid response.";

/** Calls a method of a wallet. Rejects after a timeout, unless the method prompts the user. */
export async function request(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  const response = provider.request(params ? { method, params } : { method });
  if (PROMPTING_METHODS.test(method)) return response;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The wallet's network didn't respond.")), NETWORK_TIMEOUT_MS);
  });
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer));
}

/** Calls a method that returns a hexadecimal string. Throws if the response is invalid. */
export async function requestHex(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<`0x${string}`> {
  const response = await request(provider, method, params);
  if (
    typeof response !== "string" ||
    response.length > RESPONSE_LENGTH_MAX ||
    !/^0x[0-9a-f]*$/i.test(response)
  )
    throw new Error(INVALID_RESPONSE);
  return response as `0x${string}`;
}

/** Like `requestHex`, for a method that returns a number. */
export async function requestNumber(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<bigint> {
  const response = await requestHex(provider, method, params);
  if (response === "0x") throw new Error(INVALID_RESPONSE);
  return BigInt(response);
}

/** Returns the ID of the wallet's current chain in normalized form. Throws if the response is invalid. */
export async function requestChainId(provider: Provider): Promise<`0x${string}`> {
  const id = parseChainId(await request(provider, "eth_chainId"));
  if (Number.isNaN(id)) throw new Error(INVALID_RESPONSE);
  return formatChainId(id);
}

/** The first account in a wallet's response or event; null if there is none or its address is invalid. */
export function getFirstAccount(accounts: unknown): Address | null {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== "string") return null;
  const result = parseAddress(first);
  return "address" in result ? result.address : null;
}

/** Asks the wallet to switch to a chain, adding the chain first if necessary. Rejects with the wallet's error. */
export async function switchOrAddChain(provider: Provider, chain: Chain): Promise<void> {
  const params = [{ chainId: formatChainId(chain.id) }];
  try {
    await request(provider, "wallet_switchEthereumChain", params);
  } catch (error) {
    if (getProviderErrorCode(error) !== UNKNOWN_CHAIN) throw error;
    await request(provider, "wallet_addEthereumChain", [buildAddChainParams(chain)]);
    await request(provider, "wallet_switchEthereumChain", params);
  }
}

/** Subscribes to a wallet's events. Returns a function that unsubscribes. Errors thrown by the wallet are ignored. */
export function subscribeToWallet(
  provider: Provider,
  { onAccounts, onChain }: { onAccounts: (accounts: unknown) => void; onChain: (chainId: unknown) => void },
): () => void {
  const events = [
    ["accountsChanged", onAccounts],
    ["chainChanged", onChain],
  ] as const;
  for (const [event, listener] of events) ignoreErrors(() => provider.on?.(event, listener));
  return () => {
    for (const [event, listener] of events) ignoreErrors(() => provider.removeListener?.(event, listener));
  };
}

function ignoreErrors(run: () => unknown): void {
  try {
    run();
  } catch {
    // A missed chain change is detected when the balances are refreshed.
  }
}
