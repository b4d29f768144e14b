import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { MemberRecord } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { COUNT_MAX } from "#core/forum/member-page.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../../deps.ts";
import { describeDevice } from "../../session/describe-device.ts";
import { MEMBER_COLUMNS, type MemberColumns, presentMember } from "./present-member.ts";

const SESSIONS_MAX = 50;
const NOTES_MAX = 100;

type Details = Pick<MemberRecord, "hasProfile" | "bio" | "isSsoUser" | "isGuest" | "notes"> &
  Pick<
    MemberRecord,
    "postCount" | "commentCount" | "isTwoFactorOn" | "authenticatorAppCount" | "passkeyCount"
  >;
type Session = {
  id: string;
  userAgent: string | null;
  address: string | null;
  startedAt: string;
  lastSeenAt: string;
};
type Row = MemberColumns & Details & { lastSignInAt: string | null; sessions: Session[] };

/** Returns an account with its sessions and notes, in one query. */
export async function getMember(
  { database, clock }: AuthDeps,
  viewer: Viewer,
  id: string,
): Promise<MemberRecord> {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("member_not_found");
  const { rows } = await database.db.execute<Row>(sql`
    select ${MEMBER_COLUMNS}, p.id is not null as "hasProfile", coalesce(p.bio, '') as bio,
      u.is_sso_user as "isSsoUser", u.is_anonymous as "isGuest", u.last_sign_in_at as "lastSignInAt",
      (select count(*)::int from (select from public.forum_posts f where f.author_id = u.id and f.deleted_at is null
        limit ${COUNT_MAX + 1}) counted) as "postCount",
      (select count(*)::int from (select from public.comments c where c.author_id = u.id and c.deleted_at is null
        limit ${COUNT_MAX + 1}) counted) as "commentCount",
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
        and f.factor_type <> 'recovery_code') as "isTwoFactorOn",
      (select count(*)::int from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
        and f.factor_type = 'totp') as "authenticatorAppCount",
      (select count(*)::int from auth.passkeys k where k.user_id = u.id) as "passkeyCount",
      coalesce((select json_agg(s) from (
        select id, user_agent as "userAgent", host(ip) as address, created_at as "startedAt", last_seen_at as "lastSeenAt"
        from auth.sessions
        where user_id = u.id and oauth_client_id is null order by sessions.last_seen_at desc, id desc limit ${SESSIONS_MAX}) s), '[]') as sessions,
      coalesce((select json_agg(n) from (
        select id::text, author_name as "authorName", content, created_at as "createdAt" from auth.member_notes
        where member_id = u.id order by member_notes.id desc limit ${NOTES_MAX}) n), '[]') as notes
    from auth.users u
    left join public.profiles p on p.id = u.id
    left join public.user_roles r on r.user_id = u.id
    where u.id = ${id} and u.deleted_at is null`);
  const [row] = rows;
  if (!row) throw new AppError("member_not_found");
  const toIso = (time: string) => new Date(time).toISOString();
  const { lastSignInAt, sessions, notes, ...member } = row;
  return {
    ...presentMember(member, clock.now()),
    lastSignInAt: lastSignInAt === null ? null : toIso(lastSignInAt),
    sessions: sessions.map(({ id: sessionId, userAgent, address, startedAt, lastSeenAt }) => ({
      id: sessionId,
      device: describeDevice(userAgent),
      address,
      startedAt: toIso(startedAt),
      lastSeenAt: toIso(lastSeenAt),
    })),
    notes: notes.map((note) => ({ ...note, createdAt: toIso(note.createdAt) })),
  };
}
