import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Metadata } from "../tables.ts";

/**
 * A member's own metadata travel in every access token and so in the session cookie, which a server accepts up to
 * about 12 kB; beyond this size, in bytes of JSON, members would lock themselves out.
 */
const MAX_BYTES = 4_096;

/** `data` of a request: an object or nothing. Throws AuthError("validation_failed"). */
export function readMetadata(data: unknown): Metadata {
  if (data === undefined || data === null) return {};
  if (typeof data !== "object" || Array.isArray(data))
    throw new AuthError("validation_failed", { message: "data must be an object" });
  return data as Metadata;
}

/** Merges at the top level; a null value deletes its key. */
export function mergeMetadata(kept: Metadata, changes: Metadata): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...kept, ...changes }).filter(([, value]) => value !== null),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > MAX_BYTES)
    throw new AuthError("validation_failed", {
      message: `User metadata may hold ${MAX_BYTES} bytes at most`,
    });
  return merged;
}
