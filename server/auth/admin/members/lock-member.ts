import { eq, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import type { MemberRole } from "#core/admin/members.ts";
import { AppError } from "#core/errors.ts";
import { type NewAuditEvent, recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { type UserRow, users } from "../../tables.ts";
import { requireAnotherAdministrator } from "../../user/require-another-administrator.ts";

export function rejectSelf(actor: Member, id: string): void {
  if (actor.id === id) throw new AppError("cannot_target_self");
}

/**
 * Locks the acting admin's role and the target account. If the admin is demoted or suspended concurrently, the
 * action either completes first or is refused. Roles are always locked before accounts. Throws AppError:
 * access_denied, member_not_found.
 */
export async function lockMember(
  { clock }: AuthDeps,
  tx: Tx,
  actor: Member,
  id: string,
  { mayRemoveAdmin = false, reason = "" } = {},
) {
  if (!isUuid(id)) throw new AppError("member_not_found");
  // Makes the second of two admins who demote each other at the same time wait for the first.
  if (mayRemoveAdmin)
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdministrator})`);
  await lockAdminRole(tx, actor, clock.now());
  if (mayRemoveAdmin) await tx.execute(sql`select from public.user_roles where user_id = ${id} for update`);
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
  if (!user || user.deletedAt) throw new AppError("member_not_found");
  type Profile = { username: string; bio: string; isVerified: boolean; role: MemberRole };
  const { rows } = await tx.execute<Profile>(sql`
    select p.username, p.bio, p.is_verified as "isVerified", coalesce(r.role, 'user') as role
    from public.profiles p left join public.user_roles r on r.user_id = p.id where p.id = ${id}`);
  /** May be missing until the account's first sign-in. */
  const profile = rows[0];
  const name = profile?.username ?? user.email ?? user.ssoEmail ?? user.phone ?? "unknown";
  /** Records the action in the audit log. */
  const record = (event: Omit<NewAuditEvent, "target">) =>
    recordAuditEvent(tx, actor, { reason, ...event, target: { kind: "member", id, name } });
  return { user, role: profile?.role ?? ("user" as const), profile, name, record };
}

/** Refuses to demote, suspend or delete the only administrator. Throws AppError("last_administrator"). */
export const rejectRemovingLastAdmin = (auth: AuthDeps, tx: Tx, user: UserRow): Promise<void> =>
  requireAnotherAdministrator(auth, tx, user, "Make someone else an administrator first.");
