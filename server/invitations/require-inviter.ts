import { sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { DAY_MS } from "#core/forum/trust-level.ts";
import { describeInviteProblem, findInviteProblem } from "#core/invitations/rules.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { lockViewerRole } from "#server/profiles/index.ts";
import type { InvitationDeps } from "./deps.ts";
import { readInviters } from "./inviters.ts";

/**
 * Returns why the member can't invite people (`refusal`; null if they can), and how many more invitations they may
 * create today (null for administrators, who have no limit). Throws AppError("not_signed_in") if the account has no
 * profile.
 */
export async function readPermission(
  deps: InvitationDeps,
  db: Db | Tx,
  viewer: Member,
): Promise<{ readonly refusal: string | null; readonly leftToday: number | null }> {
  const { invitations } = await deps.settings.read();
  const now = deps.clock.now();
  const inviter = (await readInviters(deps, db, [viewer.id])).get(viewer.id);
  if (!inviter) throw new AppError("not_signed_in");
  const problem = findInviteProblem(inviter, invitations, now);
  if (problem !== null) return { refusal: describeInviteProblem(problem), leftToday: 0 };
  if (inviter.isAdmin) return { refusal: null, leftToday: null };
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from public.invitations
    where inviter_id = ${viewer.id} and created_at > ${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz`);
  return { refusal: null, leftToday: Math.max(0, invitations.perDay - (rows[0]?.count ?? 0)) };
}

/**
 * Checks that the member may create one more invitation, and returns them as lockViewerRole does. Serializes the
 * member's calls until the transaction ends, so that the daily count is exact.
 */
export async function requireInviter(deps: InvitationDeps, tx: Tx, viewer: Member): Promise<Member> {
  const actor = await lockViewerRole(tx, viewer, deps.clock.now());
  await tx.execute(sql`select from public.profiles where id = ${viewer.id} for no key update`);
  const { refusal, leftToday } = await readPermission(deps, tx, actor);
  if (refusal !== null) throw new AppError("invitations_not_allowed", { message: refusal });
  if (leftToday === 0) throw new AppError("invitation_limit");
  return actor;
}
