/** Messages by error code (EIP-1193, EIP-1474). */
const MESSAGES: Readonly<Record<number, string>> = {
  4001: "You declined the request in your wallet.",
  4100: "Your wallet doesn't allow this request. Unlock it and connect again.",
  4200: "Your wallet can't do that.",
  4900: "Your wallet isn't connected to any network.",
  4901: "Your wallet isn't connected to that network.",
  4902: "This network hasn't been added to your wallet.",
  5720: "Your wallet is already processing this. Open it and respond there.",
  [-32_002]: "A request is already waiting in your wallet. Open it and respond there.",
  [-32_005]: "Your wallet's network is too busy right now. Please try again in a minute.",
};

export const UNKNOWN_CHAIN = 4902;

const MESSAGE_LENGTH_MAX = 200;

/** Returns the code of a wallet's error, or null. Some wallets nest the original error. */
export function getProviderErrorCode(error: unknown): number | null {
  const originalError = getField(getField(error, "data"), "originalError");
  for (const source of [originalError, getField(error, "cause"), error]) {
    const code = getField(source, "code");
    if (typeof code === "number" && Number.isInteger(code)) return code;
  }
  return null;
}

/** Returns our message for the error's code or for insufficient funds, else the wallet's own, else `fallback`. */
export function describeProviderError(error: unknown, fallback: string): string {
  const sentence = MESSAGES[getProviderErrorCode(error) ?? 0];
  if (sentence) return sentence;
  const message = typeof error === "string" ? error : getField(error, "message");
  if (typeof message !== "string") return fallback;
  // The wallet's message isn't trusted, so it is shown as a single line of plain text.
  const plainText = message
    .toWellFormed()
    .replace(/[\p{Other}\s]+/gu, " ")
    .trim();
  if (/insufficient funds/i.test(plainText)) return "Your balance doesn't cover the amount and the fee.";
  return plainText === "" ? fallback : plainText.slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
}

function getField(value: unknown, name: string): unknown {
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    // The error is null, or a wallet's object with getters that throw.
    return undefined;
  }
}
