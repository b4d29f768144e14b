import { sql } from "drizzle-orm";
import { CONTRIBUTION_COUNT_MAX } from "#core/forum/trust-level.ts";
import { findInviteProblem, type InviterFacts } from "#core/invitations/rules.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { SignUpInvitationDeps } from "./deps.ts";

export interface Inviter extends InviterFacts {
  readonly username: string;
  readonly avatarUrl: string | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  username: string;
  avatar_url: string | null;
  is_admin: boolean;
  is_in_good_standing: boolean;
  join_date: Date | string;
  karma: number;
  is_verified: boolean;
  contribution_count: number;
}

export async function readInviters(
  { clock }: Pick<SignUpInvitationDeps, "clock">,
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Inviter>> {
  const now = clock.now().toISOString();
  // Stops counting once the number is high enough for the highest trust level.
  const countSql = (table: "forum_posts" | "comments") => sql`(select count(*)::int from (
    select from public.${sql.identifier(table)} where author_id = u.id and deleted_at is null
    limit ${CONTRIBUTION_COUNT_MAX}) t)`;
  const { rows } = await db.execute<Row>(sql`
    select u.id, p.username, p.avatar_url, coalesce(r.role = 'admin', false) as is_admin,
      u.deleted_at is null and not u.is_anonymous
        and (u.banned_until is null or u.banned_until <= ${now}::timestamptz) as is_in_good_standing,
      p.join_date, p.karma, p.is_verified, ${countSql("forum_posts")} + ${countSql("comments")} as contribution_count
    from auth.users u join public.profiles p on p.id = u.id left join public.user_roles r on r.user_id = u.id
    where u.id = any(${sql.param([...new Set(ids)])}::uuid[])`);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        username: row.username,
        avatarUrl: row.avatar_url,
        isAdmin: row.is_admin,
        isInGoodStanding: row.is_in_good_standing,
        joinedAt: new Date(row.join_date),
        karma: row.karma,
        isVerified: row.is_verified,
        contributionCount: row.contribution_count,
      },
    ]),
  );
}

export async function canInvite(
  { settings, clock }: SignUpInvitationDeps,
  inviter: InviterFacts | undefined,
): Promise<boolean> {
  if (inviter === undefined) return false;
  const { invitations } = await settings.read();
  return findInviteProblem(inviter, invitations, clock.now()) === null;
}
