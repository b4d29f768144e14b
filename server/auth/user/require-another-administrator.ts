import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import type { AuthDeps } from "../deps.ts";
import { type UserRow, users } from "../tables.ts";

/**
 * Ensures that at least one administrator remains, because on the site only administrators can appoint others. A lock
 * makes concurrent calls wait, so that the last two administrators can't both leave. `message` replaces the default,
 * which is about deleting one's own account. Throws AppError("last_administrator").
 */
export async function requireAnotherAdministrator(
  { clock }: AuthDeps,
  tx: Tx,
  user: UserRow,
  message?: string,
): Promise<void> {
  const isAdmin = sql`exists (select from public.user_roles r where r.user_id = ${users.id} and r.role = 'admin')`;
  if ((await tx.$count(users, and(eq(users.id, user.id), isAdmin))) === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdministrator})`);
  const isNotBanned = or(isNull(users.bannedUntil), sql`not ${gt(users.bannedUntil, clock.now())}`);
  const isOtherActiveAdmin = and(ne(users.id, user.id), isNull(users.deletedAt), isNotBanned, isAdmin);
  if ((await tx.$count(users, isOtherActiveAdmin)) === 0)
    throw new AppError("last_administrator", message === undefined ? {} : { message });
}
