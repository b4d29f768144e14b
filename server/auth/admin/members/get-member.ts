import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { MemberNote, MemberRecord } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { COUNT_MAX } from "#core/forum/member-page.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../../deps.ts";
import { describeDevice } from "../../session/describe-device.ts";
import { COLUMNS, type MemberColumns, presentMember } from "./present-member.ts";

const SESSIONS_MAX = 50;
const NOTES_MAX = 100;

type Row = MemberColumns & {
  has_profile: boolean;
  bio: string;
  is_sso_user: boolean;
  is_anonymous: boolean;
  last_sign_in_at: Date | string | null;
  post_count: number;
  comment_count: number;
  factor_count: number;
  sessions: {
    id: string;
    user_agent: string | null;
    ip: string | null;
    created_at: string;
    last_seen_at: string;
  }[];
  notes: MemberNote[];
};

/** Reads an account with its sessions and notes, in one query. */
export async function getMember(
  { database, clock }: AuthDeps,
  viewer: Viewer,
  id: string,
): Promise<MemberRecord> {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("member_not_found");
  const { rows } = await database.db.execute<Row>(sql`
    select ${COLUMNS}, p.id is not null as has_profile, coalesce(p.bio, '') as bio, u.is_sso_user, u.is_anonymous,
      u.last_sign_in_at,
      (select count(*)::int from (select from public.forum_posts f where f.author_id = u.id and f.deleted_at is null
        limit ${COUNT_MAX + 1}) counted) as post_count,
      (select count(*)::int from (select from public.comments c where c.author_id = u.id and c.deleted_at is null
        limit ${COUNT_MAX + 1}) counted) as comment_count,
      (select count(*)::int from auth.mfa_factors f
        where f.user_id = u.id and f.status = 'verified' and f.factor_type <> 'recovery_code') as factor_count,
      coalesce((select json_agg(s) from (
        select id, user_agent, host(ip) as ip, created_at, last_seen_at from auth.sessions
        where user_id = u.id and oauth_client_id is null order by last_seen_at desc, id desc limit ${SESSIONS_MAX}) s), '[]') as sessions,
      coalesce((select json_agg(n) from (
        select id::text, author_name as "authorName", content, created_at as "createdAt" from auth.member_notes
        where member_id = u.id order by member_notes.id desc limit ${NOTES_MAX}) n), '[]') as notes
    from auth.users u
    left join public.profiles p on p.id = u.id
    left join public.user_roles r on r.user_id = u.id
    where u.id = ${id} and u.deleted_at is null`);
  const [row] = rows;
  if (!row) throw new AppError("member_not_found");
  const toIso = (time: Date | string) => new Date(time).toISOString();
  return {
    ...presentMember(row, clock.now()),
    hasProfile: row.has_profile,
    bio: row.bio,
    isSsoUser: row.is_sso_user,
    isGuest: row.is_anonymous,
    lastSignInAt: row.last_sign_in_at === null ? null : toIso(row.last_sign_in_at),
    postCount: row.post_count,
    commentCount: row.comment_count,
    factorCount: row.factor_count,
    sessions: row.sessions.map((session) => ({
      id: session.id,
      device: describeDevice(session.user_agent),
      address: session.ip,
      startedAt: toIso(session.created_at),
      lastSeenAt: toIso(session.last_seen_at),
    })),
    notes: row.notes.map((note) => ({ ...note, createdAt: toIso(note.createdAt) })),
  };
}
