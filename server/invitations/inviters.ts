import { sql } from "drizzle-orm";
import { CONTRIBUTION_COUNT_MAX } from "#core/forum/trust-level.ts";
import { findInviteProblem, type InviterFacts } from "#core/invitations/rules.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { SignUpInvitationDeps } from "./deps.ts";

export interface Inviter extends InviterFacts {
  readonly username: string;
  readonly avatarUrl: string | null;
}

/** Returns the facts that determine whether these members can invite people, by user ID. Runs one statement. */
export async function readInviters(
  { clock }: Pick<SignUpInvitationDeps, "clock">,
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Inviter>> {
  const now = clock.now().toISOString();
  // Stops counting once the number is high enough for the highest trust level.
  const buildCountSql = (table: "forum_posts" | "comments") => sql`(select count(*)::int from (
    select from public.${sql.identifier(table)} where author_id = u.id and deleted_at is null
    limit ${CONTRIBUTION_COUNT_MAX}) t)`;
  const { rows } = await db.execute<{ id: string; joinDate: string } & Omit<Inviter, "joinedAt">>(sql`
    select u.id, p.username, p.avatar_url as "avatarUrl", coalesce(r.role = 'admin', false) as "isAdmin",
      u.deleted_at is null and not u.is_anonymous
        and (u.banned_until is null or u.banned_until <= ${now}::timestamptz) as "isInGoodStanding",
      p.join_date as "joinDate", p.karma, p.is_verified as "isVerified",
      ${buildCountSql("forum_posts")} + ${buildCountSql("comments")} as "contributionCount"
    from auth.users u join public.profiles p on p.id = u.id left join public.user_roles r on r.user_id = u.id
    where u.id = any(${sql.param([...new Set(ids)])}::uuid[])`);
  return new Map(rows.map(({ id, joinDate, ...row }) => [id, { ...row, joinedAt: new Date(joinDate) }]));
}

export async function canInvite(
  { settings, clock }: SignUpInvitationDeps,
  inviter: InviterFacts | undefined,
): Promise<boolean> {
  if (inviter === undefined) return false;
  const { invitations } = await settings.read();
  return findInviteProblem(inviter, invitations, clock.now()) === null;
}
