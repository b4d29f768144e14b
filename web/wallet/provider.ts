import type { Address } from "#core/wallet/address.ts";
import { readChainId, writeChainId } from "#core/wallet/chains.ts";
import { readAddress } from "#core/wallet/read-address.ts";

/** A browser wallet as its page sees it (EIP-1193). Its answers are another program's: nothing of them is believed unread. */
export interface Provider {
  request(args: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: never) => void): unknown;
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

/** People take their time; what asks nobody is given this long. */
const NETWORK_MS = 20_000;
const ASKS_A_PERSON = /^(eth_requestAccounts|eth_sendTransaction|wallet_\w+)$/;
/** More than any answer that is asked for here. */
const ANSWER_LENGTH = 200_000;
const UNREADABLE = "The wallet gave an answer that could not be read.";

/** Calls a wallet, which may throw instead of rejecting, or never answer. */
export async function ask(provider: Provider, method: string, params?: readonly unknown[]): Promise<unknown> {
  const answer = provider.request(params ? { method, params } : { method });
  if (ASKS_A_PERSON.test(method)) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The wallet's network did not answer.")), NETWORK_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** A wallet's answer that must be a hexadecimal string. Throws where it is none. */
export async function askHex(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<`0x${string}`> {
  const answer = await ask(provider, method, params);
  if (typeof answer !== "string" || answer.length > ANSWER_LENGTH || !/^0x[0-9a-f]*$/i.test(answer))
    throw new Error(UNREADABLE);
  return answer as `0x${string}`;
}

export async function askNumber(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<bigint> {
  const answer = await askHex(provider, method, params);
  if (answer === "0x") throw new Error(UNREADABLE);
  return BigInt(answer);
}

/** The chain that a wallet is on, written in one way however the wallet writes it. Throws where it is not told. */
export async function askChainId(provider: Provider): Promise<`0x${string}`> {
  const id = readChainId(await ask(provider, "eth_chainId"));
  if (Number.isNaN(id)) throw new Error(UNREADABLE);
  return writeChainId(id);
}

/** The first of the accounts that a wallet tells; null where there is none. */
export function firstAccount(accounts: unknown): Address | null {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== "string") return null;
  const read = readAddress(first);
  return "address" in read ? read.address : null;
}
