import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { AuthDeps } from "../deps.ts";
import { users } from "../tables.ts";
import { closeAccount } from "./account-deletions.ts";

const PER_RUN_MAX = 200;

/**
 * Closes guest accounts that can no longer be accessed: they have no address, and their last session ended long ago.
 * Returns their number.
 */
export async function closeAbandonedGuests(auth: AuthDeps): Promise<number> {
  const days = auth.config.auth.unconfirmedDays;
  if (days === 0) return 0;
  const cutoff = new Date(auth.clock.now().getTime() - days * 24 * 60 * 60 * 1000);
  const isAbandoned = and(
    eq(users.isAnonymous, true),
    isNull(users.deletedAt),
    isNull(users.newEmail),
    lt(users.lastSignInAt, cutoff),
    sql`not exists (select from auth.sessions s where s.user_id = ${users.id})`,
  );
  const { db } = auth.database;
  const candidates = await db.select({ id: users.id }).from(users).where(isAbandoned).limit(PER_RUN_MAX);
  let closedCount = 0;
  for (const { id } of candidates)
    closedCount += await db.transaction(async (tx) => {
      const [guest] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, id), isAbandoned))
        .for("update", { skipLocked: true });
      if (!guest) return 0;
      await closeAccount(auth, tx, guest);
      return 1;
    });
  return closedCount;
}
