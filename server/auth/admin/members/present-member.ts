import { sql } from "drizzle-orm";
import { getSuspensionEnd, type ListedMember } from "#core/admin/members.ts";

/**
 * The condition for unconfirmed accounts. It must match the index users_unconfirmed. Here and below, `u` is the
 * account, `p` its profile and `r` its role.
 */
export const IS_UNCONFIRMED = sql.raw(
  `u.email_confirmed_at is null and u.phone_confirmed_at is null and not u.is_anonymous and not u.is_sso_user
    and u.deleted_at is null`,
);

export const MEMBER_COLUMNS = sql`
  u.id, coalesce(p.username, u.raw_user_meta_data ->> 'username', '') as username,
  coalesce(u.email, u.sso_email) as email, p.avatar_url as "avatarUrl", coalesce(p.is_verified, false) as "isVerified",
  coalesce(r.role, 'user') as role, coalesce(p.karma, 0) as karma, coalesce(p.join_date, u.created_at) as "joinDate",
  u.banned_until, u.banned_reason, (${IS_UNCONFIRMED}) as is_unconfirmed`;

export type MemberColumns = Omit<ListedMember, "joinDate" | "state" | "suspension"> & {
  joinDate: string;
  banned_until: string | null;
  banned_reason: string | null;
  is_unconfirmed: boolean;
};

export function presentMember<Row extends MemberColumns>(
  { joinDate, banned_until, banned_reason, is_unconfirmed, ...member }: Row,
  now: Date,
) {
  const until = banned_until === null ? null : new Date(banned_until);
  const isSuspended = until !== null && until > now;
  return {
    ...member,
    joinDate: new Date(joinDate).toISOString(),
    state: isSuspended
      ? ("suspended" as const)
      : is_unconfirmed
        ? ("unconfirmed" as const)
        : ("active" as const),
    suspension: isSuspended ? { until: getSuspensionEnd(until), reason: banned_reason ?? "" } : null,
  };
}
