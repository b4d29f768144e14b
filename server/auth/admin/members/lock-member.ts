import { eq, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import type { MemberRole } from "#core/admin/members.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { type UserRow, users } from "../../tables.ts";
import { requireAnotherAdministrator } from "../../user/require-another-administrator.ts";

/** A locked account, with the data that decides whether an admin action on it is allowed. */
export interface LockedMember {
  readonly user: UserRow;
  readonly role: MemberRole;
  /** Null for an account that has no profile yet. */
  readonly profile: { readonly username: string; readonly bio: string; readonly isVerified: boolean } | null;
  /** As shown in the audit log. */
  readonly target: { readonly kind: "member"; readonly id: string; readonly name: string };
}

/**
 * Locks the acting admin's role and the target account. If the admin is demoted or suspended concurrently, the
 * action either completes first or is refused. Roles are always locked before accounts. Throws AppError:
 * access_denied, member_not_found.
 */
export async function lockMember(
  { clock }: AuthDeps,
  tx: Tx,
  viewer: Member,
  id: string,
  { mayRemoveAdmin = false } = {},
): Promise<LockedMember> {
  if (!isUuid(id)) throw new AppError("member_not_found");
  // Serializes two admins who demote each other at the same time.
  if (mayRemoveAdmin)
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdministrator})`);
  await lockAdminRole(tx, viewer, clock.now());
  if (mayRemoveAdmin) await tx.execute(sql`select from public.user_roles where user_id = ${id} for update`);
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
  if (!user || user.deletedAt) throw new AppError("member_not_found");
  const { rows } = await tx.execute<{
    username: string;
    bio: string;
    is_verified: boolean;
    role: MemberRole;
  }>(sql`
    select p.username, p.bio, p.is_verified, coalesce(r.role, 'user') as role
    from public.profiles p left join public.user_roles r on r.user_id = p.id where p.id = ${id}`);
  const [row] = rows;
  const profile = row ? { username: row.username, bio: row.bio, isVerified: row.is_verified } : null;
  const name = profile?.username ?? user.email ?? user.ssoEmail ?? user.phone ?? "unknown";
  return { user, role: row?.role ?? "user", profile, target: { kind: "member", id, name } };
}

/** Refuses an admin action on one's own account. Throws AppError("cannot_target_self"). */
export function rejectSelf(viewer: Member, id: string): void {
  if (viewer.id === id) throw new AppError("cannot_target_self");
}

/** Refuses to demote the only administrator. Throws AppError("last_administrator"). */
export async function rejectRemovingLastAdmin(auth: AuthDeps, tx: Tx, { user }: LockedMember): Promise<void> {
  await requireAnotherAdministrator(auth, tx, user, "Make someone else an administrator first.");
}
