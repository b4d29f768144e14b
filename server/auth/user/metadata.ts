import { createValidationError } from "../request-body.ts";
import type { Metadata } from "../tables.ts";

/**
 * The maximum size as JSON, in bytes. User and app metadata are part of each access token and therefore of the session
 * cookie. The size of the cookie is limited (core/accounts/session-cookie.ts), so larger metadata would lock the member
 * out.
 */
const BYTES_MAX = 4_096;

/** Set once a new member has dismissed the welcome card. */
export const WELCOME_DISMISSED = "welcome_dismissed";

/** Reads the `data` of a request: an object or nothing. Throws AuthError("validation_failed"). */
export function readMetadata(data: unknown): Metadata {
  if (data === undefined || data === null) return {};
  if (typeof data !== "object" || Array.isArray(data)) throw createValidationError("data must be an object");
  return data as Metadata;
}

/** Merges at the top level; a null value deletes its key. Throws AuthError("validation_failed") for too much data. */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > BYTES_MAX)
    throw createValidationError(`Metadata can have at most ${BYTES_MAX} bytes`);
  return merged;
}
