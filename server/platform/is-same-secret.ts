import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Compares two secrets in constant time. Their hashes are compared, so that not even a difference in length shows.
 */
export function isSameSecret(first: string | Uint8Array, second: string | Uint8Array): boolean {
  const hash = (secret: string | Uint8Array) => createHash("sha256").update(secret).digest();
  return timingSafeEqual(hash(first), hash(second));
}
