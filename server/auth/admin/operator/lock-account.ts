import { eq, sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { foldUsername, toUsernameSkeleton } from "#server/profiles/index.ts";
import { users } from "../../tables.ts";

/** The audit log's actor for the command line, which has no account. */
export const OPERATOR = { id: null, username: "npm run admin" } as const;

/**
 * Finds and locks the account with this email address or username, in the lock order of
 * admin/members/lock-member.ts. The username is null if the account has no profile yet. Throws
 * AppError("member_not_found").
 */
export async function lockAccount(tx: Tx, identifier: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdministrator})`);
  const normalizedIdentifier = identifier.trim().normalize("NFKC");
  const { rows } = await tx.execute<{ id: string; username: string | null; role: "user" | "admin" }>(sql`
    select u.id, p.username, coalesce(r.role, 'user') as role
    from auth.users u left join public.profiles p on p.id = u.id left join public.user_roles r on r.user_id = u.id
    where u.deleted_at is null
      and (u.email = ${normalizedIdentifier.toLowerCase()}
        or p.username_folded = ${foldUsername(normalizedIdentifier)}
        or p.username_skeleton = ${toUsernameSkeleton(normalizedIdentifier)})
    order by u.email = ${normalizedIdentifier.toLowerCase()} desc, p.username = ${normalizedIdentifier} desc,
      (p.username_folded = ${foldUsername(normalizedIdentifier)}) desc limit 1`);
  const [account] = rows;
  if (!account)
    throw new AppError("member_not_found", {
      message: `No account has the email address or username ${identifier}.`,
    });
  await tx.execute(sql`select from public.user_roles where user_id = ${account.id} for update`);
  const [user] = await tx.select().from(users).where(eq(users.id, account.id)).for("update");
  if (!user || user.deletedAt) throw new AppError("member_not_found");
  return { user, username: account.username, role: account.role };
}
