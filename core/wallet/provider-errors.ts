/** What a wallet's refusals mean, by their code (EIP-1193, EIP-1474). */
const SENTENCES: Readonly<Record<number, string>> = {
  4001: "You declined the request in your wallet.",
  4100: "The wallet does not allow this site to ask for that. Unlock it and connect again.",
  4200: "This wallet cannot do that.",
  4900: "The wallet is not connected to any network.",
  4901: "The wallet is not connected to that network.",
  4902: "The wallet does not know that network.",
  5720: "The wallet is already doing this. Open it and answer there.",
  [-32_002]: "A request is already waiting in your wallet. Open it and answer there.",
  [-32_005]: "The wallet's network is asked too often at the moment. Try again in a minute.",
};

export const UNKNOWN_CHAIN = 4902;

const MESSAGE_LIMIT = 200;

/** The code of a wallet's refusal; some wallets put the true one inside. Null where there is none. */
export function codeOfProviderError(error: unknown): number | null {
  const inner = fieldOf(fieldOf(error, "data"), "originalError");
  for (const one of [inner, fieldOf(error, "cause"), error]) {
    const code = fieldOf(one, "code");
    if (typeof code === "number" && Number.isInteger(code)) return code;
  }
  return null;
}

/** A wallet's refusal as a sentence: its code's, else its own message, else `fallback`. */
export function describeProviderError(error: unknown, fallback: string): string {
  const sentence = SENTENCES[codeOfProviderError(error) ?? 0];
  if (sentence) return sentence;
  const message = typeof error === "string" ? error : fieldOf(error, "message");
  if (typeof message !== "string") return fallback;
  // A wallet is another's program: its words are shown as one plain line.
  const plain = message
    .toWellFormed()
    .replace(/[\p{Other}\s]+/gu, " ")
    .trim();
  if (/insufficient funds/i.test(plain)) return "The balance does not cover the amount and its fee.";
  return plain === "" ? fallback : plain.slice(0, MESSAGE_LIMIT).toWellFormed();
}

function fieldOf(value: unknown, name: string): unknown {
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    // Nothing, or another program's object that does not let itself be read.
    return undefined;
  }
}
