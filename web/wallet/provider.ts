import type { Address } from "#core/wallet/address.ts";
import { readChainId, writeChainId } from "#core/wallet/chains.ts";
import { readAddress } from "#core/wallet/read-address.ts";

/** A browser wallet (EIP-1193). Validate its responses: it is third-party code. */
export interface Provider {
  request(args: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: never) => void): unknown;
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

/** Timeout for methods that don't prompt the user. */
const NETWORK_MS = 20_000;
const PROMPTS_USER = /^(eth_requestAccounts|eth_sendTransaction|wallet_\w+)$/;
/** Longer than any valid response. */
const ANSWER_LENGTH = 200_000;
const UNREADABLE = "Your wallet sent an invalid response.";

/** Calls a wallet. It may throw instead of rejecting, or never respond. */
export async function request(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  const answer = provider.request(params ? { method, params } : { method });
  if (PROMPTS_USER.test(method)) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The wallet's network didn't respond.")), NETWORK_MS);
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}

/** Throws unless the response is a hexadecimal string. */
export async function requestHex(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<`0x${string}`> {
  const answer = await request(provider, method, params);
  if (typeof answer !== "string" || answer.length > ANSWER_LENGTH || !/^0x[0-9a-f]*$/i.test(answer))
    throw new Error(UNREADABLE);
  return answer as `0x${string}`;
}

export async function requestNumber(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<bigint> {
  const answer = await requestHex(provider, method, params);
  if (answer === "0x") throw new Error(UNREADABLE);
  return BigInt(answer);
}

/** The wallet's current chain in normalized form. Throws on an invalid response. */
export async function requestChainId(provider: Provider): Promise<`0x${string}`> {
  const id = readChainId(await request(provider, "eth_chainId"));
  if (Number.isNaN(id)) throw new Error(UNREADABLE);
  return writeChainId(id);
}

/** The first of a wallet's accounts, or null. */
export function firstAccount(accounts: unknown): Address | null {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== "string") return null;
  const read = readAddress(first);
  return "address" in read ? read.address : null;
}
