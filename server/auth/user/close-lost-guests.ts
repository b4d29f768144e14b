import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { AuthContext } from "../context.ts";
import { users } from "../tables.ts";
import { closeAccount } from "./departures.ts";

/** Accounts closed per run. */
const AT_ONCE = 200;

/**
 * Closes guest accounts that can't be accessed anymore: they have no address, and their last session ended
 * long ago. Their posts and comments remain without an author. Returns how many were closed.
 */
export async function closeLostGuests(auth: AuthContext): Promise<number> {
  const days = auth.config.auth.unconfirmedDays;
  if (days === 0) return 0;
  const before = new Date(auth.clock.now().getTime() - days * 24 * 60 * 60 * 1000);
  const lost = and(
    eq(users.isAnonymous, true),
    isNull(users.deletedAt),
    isNull(users.newEmail),
    lt(users.lastSignInAt, before),
    sql`not exists (select from auth.sessions s where s.user_id = ${users.id})`,
  );
  const { db } = auth.database;
  const found = await db.select({ id: users.id }).from(users).where(lost).limit(AT_ONCE);
  let closed = 0;
  for (const { id } of found)
    closed += await db.transaction(async (tx) => {
      const [guest] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, id), lost))
        .for("update", { skipLocked: true });
      if (!guest) return 0;
      await closeAccount(auth, tx, guest);
      return 1;
    });
  return closed;
}
