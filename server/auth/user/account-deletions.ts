/**
 * Account deletion (docs/decisions/028). First, one transaction closes the account: all sessions end, signing in
 * becomes impossible, and its email address, phone number and name are removed. Then the other modules clean up in
 * repeatable steps. Finally the row is deleted. After a crash, any process can continue.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { isStorageOutage } from "#core/storage/storage-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { anonymizeProfile, revokeAdminRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import { passkeys } from "../passkeys/tables.ts";
import {
  accountDeletions,
  factors,
  identities,
  oneTimeTokens,
  sessions,
  signIns,
  type UserRow,
  users,
} from "../tables.ts";
import { updateUserRow } from "./store-user.ts";

/** Columns cleared when an account is closed. The caller clears email and phone. */
export const CLEARED_COLUMNS = {
  newEmail: null,
  emailChangeConfirmedSide: null,
  newPhone: null,
  bannedReason: null,
  encryptedPassword: null,
  appMetadata: {},
  userMetadata: {},
} as const;

/**
 * Closes an account. The caller must have locked its row. Idempotent. `deletesContent` also deletes posts and comments,
 * which otherwise remain without an author.
 */
export async function closeAccount(
  { clock }: AuthDeps,
  tx: Tx,
  user: UserRow,
  { deletesContent = false } = {},
): Promise<void> {
  const now = clock.now();
  const insertedRows = await tx
    .insert(accountDeletions)
    .values({ userId: user.id, beganAt: now, deletesContent })
    .onConflictDoNothing()
    .returning({ userId: accountDeletions.userId });
  if (insertedRows.length === 0) return;
  await updateUserRow(tx, user.id, {
    ...CLEARED_COLUMNS,
    email: null,
    phone: null,
    ssoEmail: null,
    lastSignInAt: null,
    deletedAt: user.deletedAt ?? now,
    updatedAt: now,
  });
  for (const table of [oneTimeTokens, passkeys, factors, identities, sessions, signIns])
    await tx.delete(table).where(eq(table.userId, user.id));
  await tx.execute(sql`delete from auth.flow_states where user_id = ${user.id}`);
  await revokeAdminRole(tx, user.id);
  if (user.deletedAt === null) await anonymizeProfile(tx, user.id, now);
}

/** How long a process may work on a deletion before another takes over. */
const LEASE = "5 minutes";
/** Requests in progress usually end within one or two rounds; the limit only prevents an endless loop. */
const ROUNDS_MAX = 5;

/**
 * Finishes all pending deletions, or only the given user's. Returns how many were completed. A failed step is logged
 * and retried later.
 */
export async function finishAccountDeletions(auth: AuthDeps, userId?: string): Promise<number> {
  const steps = auth.deletionSteps;
  let completedCount = 0;
  for (;;) {
    const deletion = await claimDeletion(auth, userId);
    if (deletion === undefined) return completedCount;
    const { user_id: deletedUserId, deletes_content: deletesContent } = deletion;
    try {
      for (let round = 1; ; round += 1) {
        for (const step of steps) await step(deletedUserId, { deletesContent });
        // A vote that was in progress when the account was closed may have been written after the steps ran.
        const isLastRound = steps.length === 0 || round === ROUNDS_MAX;
        if (await deleteAccountRow(auth, deletedUserId, isLastRound)) break;
      }
      completedCount += 1;
    } catch (error) {
      const level = isStorageOutage(error) ? "warn" : "error";
      auth.log[level](
        { err: error, userId: deletedUserId },
        "an account deletion failed and will be retried",
      );
    }
  }
}

/** How long a request waits for the cleanup. */
const WAIT_MAX_MS = 3_000;

/** Finishes one deletion. A slow one continues in the background. Never throws: the account is already closed. */
export async function waitForDeletion(auth: AuthDeps, userId: string): Promise<void> {
  const completion = finishAccountDeletions(auth, userId).catch((error: unknown) => {
    auth.log.error({ err: error, userId }, "an account deletion failed and will be retried");
  });
  await Promise.race([completion, sleep(WAIT_MAX_MS, undefined, { ref: false })]);
}

type ClaimedDeletionRow = { user_id: string; deletes_content: boolean };

async function claimDeletion({ database, clock }: AuthDeps, userId: string | undefined) {
  const now = clock.now().toISOString();
  const { rows } = await database.db.execute<ClaimedDeletionRow>(sql`
    update auth.account_deletions set attempted_at = ${now}::timestamptz
    where user_id = (
      select user_id from auth.account_deletions
      where (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
        and (attempted_at is null or attempted_at <= ${now}::timestamptz - interval '${sql.raw(LEASE)}')
      order by began_at limit 1 for update skip locked)
    returning user_id, deletes_content`);
  return rows[0];
}

/**
 * Deletes the row. Foreign keys then delete the rows that reference it, or clear the reference. If new references
 * appeared after the steps ran, deletes nothing and returns false, so that the caller repeats the steps. In the last
 * round, deletes the row anyway.
 */
async function deleteAccountRow({ database }: AuthDeps, userId: string, isLastRound: boolean) {
  return database.db.transaction(async (tx) => {
    // These locks block new references to the member.
    await tx.execute(sql`select from auth.users where id = ${userId} for update`);
    await tx.execute(sql`select from public.profiles where id = ${userId} for update`);
    const { rows } = await tx.execute(sql`
      select from public.votes where user_id = ${userId}
      union all select from public.comment_votes where user_id = ${userId}
      union all select from public.post_drafts where author_id = ${userId}
      union all select from public.forum_posts where author_id = ${userId}
      union all select from public.comments where author_id = ${userId}
      limit 1`);
    if (rows.length > 0 && !isLastRound) return false;
    await tx.delete(users).where(eq(users.id, userId));
    return true;
  });
}
