import { sql } from "drizzle-orm";
import { getSuspensionEnd, type ListedMember, type MemberRole } from "#core/admin/members.ts";

/**
 * The condition for unconfirmed accounts. It must match the index users_unconfirmed. Here and below, `u` is the
 * account, `p` its profile and `r` its role.
 */
export const UNCONFIRMED = sql.raw(
  `u.email_confirmed_at is null and u.phone_confirmed_at is null and not u.is_anonymous and not u.is_sso_user
    and u.deleted_at is null`,
);

export const COLUMNS = sql`
  u.id, coalesce(p.username, u.raw_user_meta_data ->> 'username', '') as username,
  coalesce(u.email, u.sso_email) as email, p.avatar_url, coalesce(p.is_verified, false) as is_verified,
  coalesce(r.role, 'user') as role, coalesce(p.karma, 0) as karma, coalesce(p.join_date, u.created_at) as join_date,
  u.banned_until, u.banned_reason, (${UNCONFIRMED}) as is_unconfirmed`;

export type MemberColumns = {
  id: string;
  username: string;
  email: string | null;
  avatar_url: string | null;
  is_verified: boolean;
  role: MemberRole;
  karma: number;
  join_date: Date | string;
  banned_until: Date | string | null;
  banned_reason: string | null;
  is_unconfirmed: boolean;
};

export function presentMember(row: MemberColumns, now: Date): ListedMember {
  const until = row.banned_until === null ? null : new Date(row.banned_until);
  const isSuspended = until !== null && until > now;
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    avatarUrl: row.avatar_url,
    isVerified: row.is_verified,
    role: row.role,
    karma: row.karma,
    joinDate: new Date(row.join_date).toISOString(),
    state: isSuspended ? "suspended" : row.is_unconfirmed ? "unconfirmed" : "active",
    suspension: isSuspended ? { until: getSuspensionEnd(until), reason: row.banned_reason ?? "" } : null,
  };
}
