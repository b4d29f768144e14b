import { TOTP } from "otpauth";

/** The TOTP code for a base32 secret, `offset` steps of 30 seconds from now. */
export const generateTotpCode = (secret: string, offset = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offset * 30_000 });
