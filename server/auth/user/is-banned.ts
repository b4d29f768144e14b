import { AuthError } from "#core/accounts/auth-errors.ts";
import { describeSuspension, getSuspensionEnd } from "#core/admin/members.ts";
import type { UserRow } from "../tables.ts";

export const isBanned = ({ bannedUntil }: Pick<UserRow, "bannedUntil">, now: Date) =>
  bannedUntil !== null && bannedUntil > now;

/** Describes a suspension's end for the audit log. Null if there is no current suspension. */
export function describeSuspensionEnd({ bannedUntil }: UserRow, now: Date): string | null {
  if (bannedUntil === null || !isBanned({ bannedUntil }, now)) return null;
  return getSuspensionEnd(bannedUntil) ?? "no end date";
}

/**
 * Creates the error for a user who has proved that the account is theirs. If the suspension has a reason, the message
 * includes it and the end date.
 */
export function createBannedError(
  { bannedUntil, bannedReason }: Pick<UserRow, "bannedUntil" | "bannedReason">,
  status?: 400,
): AuthError<"user_banned"> {
  const options = status === undefined ? {} : { status };
  if (bannedUntil === null || bannedReason === null) return new AuthError("user_banned", options);
  const message = describeSuspension({ until: getSuspensionEnd(bannedUntil), reason: bannedReason });
  return new AuthError("user_banned", { ...options, message });
}
