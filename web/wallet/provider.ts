/** A browser wallet as its page sees it (EIP-1193). Its answers are another program's: nothing of them is believed unread. */
export interface Provider {
  request(args: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: never) => void): unknown;
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

export function isProvider(value: unknown): value is Provider {
  return typeof value === "object" && value !== null && typeof (value as Provider).request === "function";
}

/** Calls a wallet, which may throw instead of rejecting. */
export async function ask(provider: Provider, method: string, params?: readonly unknown[]): Promise<unknown> {
  return provider.request(params ? { method, params } : { method });
}

/** A wallet's answer that must be a hexadecimal string. Throws where it is none. */
export async function askHex(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<`0x${string}`> {
  const answer = await ask(provider, method, params);
  if (typeof answer !== "string" || !/^0x[0-9a-f]*$/i.test(answer))
    throw new Error("The wallet gave an answer that could not be read.");
  return answer as `0x${string}`;
}

export async function askNumber(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<bigint> {
  const answer = await askHex(provider, method, params);
  return answer === "0x" ? 0n : BigInt(answer);
}
