import { and, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { type UserRow, users } from "../tables.ts";
import { presentUser } from "../user/present-user.ts";

/** Hides accounts from clients once their deletion has begun, because their rows remain for a while. */
export const IS_NOT_DELETED = sql`not exists (select from auth.account_deletions d where d.user_id = ${users.id})`;

/** Finds an account by its ID. Throws AuthError: validation_failed, user_not_found. */
export async function findUser(auth: AuthDeps, id: string | undefined): Promise<UserRow> {
  const [user] = await auth.database.db
    .select()
    .from(users)
    .where(and(eq(users.id, checkUserId(id)), IS_NOT_DELETED));
  return requireUser(user);
}

/**
 * Finds an account and locks its row. Set `mayRemoveAdmin` for a change that could remove an administrator: the
 * role is then locked before the row, as in members/lock-member.ts. Throws AuthError: validation_failed,
 * user_not_found.
 */
export async function lockUser(tx: Tx, id: string | undefined, { mayRemoveAdmin = false } = {}) {
  if (mayRemoveAdmin) {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdministrator})`);
    await tx.execute(sql`select from public.user_roles where user_id = ${checkUserId(id)} for update`);
  }
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, checkUserId(id)), IS_NOT_DELETED))
    .for("update");
  return requireUser(user);
}

function checkUserId(id: string | undefined): string {
  if (isUuid(id)) return id;
  throw createValidationError("user_id must be a UUID", 404);
}

function requireUser(user: UserRow | undefined): UserRow {
  if (!user) throw new AuthError("user_not_found", { status: 404, message: "User not found" });
  return user;
}

export const handleShowUser: AuthHandler = async (c, auth) =>
  c.json(await presentUser(auth.database.db, await findUser(auth, c.req.param("userId"))));
