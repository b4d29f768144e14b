import { AuthError } from "#core/accounts/auth-errors.ts";
import { describeSuspension, getSuspensionEnd } from "#core/admin/members.ts";
import type { UserRow } from "../tables.ts";

type BanColumns = Pick<UserRow, "bannedUntil" | "bannedReason">;

export const isBanned = (user: Pick<UserRow, "bannedUntil">, now: Date) =>
  user.bannedUntil !== null && user.bannedUntil > now;

/**
 * Creates the error for a user who has proved that the account is theirs. Includes the suspension's end and
 * reason, if set.
 */
export function createBannedError(
  { bannedUntil, bannedReason }: BanColumns,
  status?: 400,
): AuthError<"user_banned"> {
  const options = status === undefined ? {} : { status };
  if (bannedUntil === null || bannedReason === null) return new AuthError("user_banned", options);
  const message = describeSuspension({ until: getSuspensionEnd(bannedUntil), reason: bannedReason });
  return new AuthError("user_banned", { ...options, message });
}
