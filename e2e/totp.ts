import { TOTP } from "otpauth";

const STEP_MS = 30_000;

/** The TOTP code for a base32 secret, `offset` steps of 30 seconds from now. */
export const generateTotpCode = (secret: string, offset = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offset * STEP_MS });

/**
 * Returns a function whose results are unused codes: the current one or, if that was returned before, the next one.
 * The server still accepts both if a new step begins before they arrive.
 */
export function createCodes(secret: string): () => string {
  const totp = new TOTP({ secret });
  let last = 0;
  return () => {
    last = Math.max(Math.floor(Date.now() / STEP_MS), last + 1);
    return totp.generate({ timestamp: last * STEP_MS });
  };
}
