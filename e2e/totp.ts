import { TOTP } from "otpauth";

const STEP_MS = 30_000;

/** Returns the TOTP code for a base32 secret, `offset` steps of 30 seconds from now. */
export const generateTotpCode = (secret: string, offset = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offset * STEP_MS });

/**
 * Returns a function that generates a new code for each call: the current one or, if it was returned before, the next
 * one. The server accepts either of them, even if a new step begins before the code arrives.
 */
export function createCodeGenerator(secret: string): () => string {
  const totp = new TOTP({ secret });
  let lastStep = 0;
  return () => {
    lastStep = Math.max(Math.floor(Date.now() / STEP_MS), lastStep + 1);
    return totp.generate({ timestamp: lastStep * STEP_MS });
  };
}
