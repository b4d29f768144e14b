import { createHmac, randomBytes } from "node:crypto";

/** Time-based one-time passwords (RFC 6238, RFC 4226): SHA-1, six digits, 30-second steps. */

const STEP_SECONDS = 30;
const DIGITS = 6;
/** The hash length, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new shared secret in base32, the format of authenticator apps. */
export const createTotpSecret = () => toBase32(randomBytes(SECRET_BYTES));

/** The code for a time step; at most 8 digits. */
export function computeTotp(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, "0");
}

export const getTimeStep = (time: Date) => Math.floor(time.getTime() / 1000 / STEP_SECONDS);

/**
 * The time step of a code: the current one or a neighbor, but later than `after`, the last accepted one.
 * Undefined for wrong and used codes.
 */
export function matchTotp(base32: string, code: string, now: Date, after: number | null): number | undefined {
  const secret = fromBase32(base32);
  const present = getTimeStep(now);
  return [present, present - 1, present + 1].find(
    (step) => step > (after ?? -1) && computeTotp(secret, step) === code,
  );
}

/** The URI in the QR code for authenticator apps. */
export function buildTotpUri(
  secret: string,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = new URLSearchParams({
    algorithm: "SHA1",
    digits: String(DIGITS),
    issuer,
    period: String(STEP_SECONDS),
    secret,
  });
  // Some apps don't decode "+".
  return `otpauth://totp/${label}?${parameters.toString().replaceAll("+", "%20")}`;
}

/** Encodes without padding. */
export function toBase32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = "";
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

export function fromBase32(text: string): Buffer {
  let bits = 0;
  let value = 0;
  const bytes: number[] = [];
  for (const character of text) {
    const index = ALPHABET.indexOf(character);
    if (index < 0) throw new Error("not base32");
    value = ((value << 5) | index) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 255);
    }
  }
  return Buffer.from(bytes);
}
