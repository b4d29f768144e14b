import { createHash, timingSafeEqual } from "node:crypto";

/** Compares hashes in constant time, so that the timing reveals neither the content nor the length of a secret. */
export function isSameSecret(first: string | Uint8Array, second: string | Uint8Array): boolean {
  const hash = (secret: string | Uint8Array) => createHash("sha256").update(secret).digest();
  return timingSafeEqual(hash(first), hash(second));
}
