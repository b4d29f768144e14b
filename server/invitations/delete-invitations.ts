import { sql } from "drizzle-orm";
import { DAY_MS } from "#core/forum/trust-level.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { SignUpInvitationDeps } from "./deps.ts";

/**
 * Deletes a leaving member's unused invitations. Those that someone joined with are revoked, and lose their label and
 * email address.
 */
export async function deleteMemberInvitations(
  { database, clock }: SignUpInvitationDeps,
  userId: string,
  db: Db | Tx = database.db,
): Promise<void> {
  await db.execute(sql`delete from public.invitations where inviter_id = ${userId} and use_count = 0`);
  await db.execute(sql`
    update public.invitations
    set label = '', email = null, revoked_at = coalesce(revoked_at, ${clock.now().toISOString()}::timestamptz)
    where inviter_id = ${userId}`);
}

/** After this period, an ended invitation is deleted if it is unused; otherwise, only its email address is deleted. */
const RETENTION_DAYS = 90;

/** Deletes unused invitations that ended long ago, and the email addresses of used ones. */
export async function deleteEndedInvitations({ database, clock }: SignUpInvitationDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS).toISOString();
  const endedLongAgo = sql`least(revoked_at, expires_at) < ${before}::timestamptz`;
  await database.db.execute(sql`delete from public.invitations where use_count = 0 and ${endedLongAgo}`);
  await database.db.execute(
    sql`update public.invitations set email = null where email is not null and ${endedLongAgo}`,
  );
}
