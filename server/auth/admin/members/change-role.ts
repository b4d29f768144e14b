import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { MEMBER_ROLES, type MemberRole } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireFresh } from "../../session/require-fresh.ts";
import { lockMember, refuseRemovingLastAdmin } from "./lock-member.ts";
import { readReason } from "./member-input.ts";

/**
 * Grants or removes the admin role. Takes effect with the member's next request. Throws AppError:
 * not_signed_in, access_denied, sign_in_again, member_not_found, invalid_input, last_administrator.
 */
export async function changeRole(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  given: { readonly role: string; readonly why: string },
): Promise<void> {
  requireAdmin(viewer);
  await requireFresh(auth, viewer);
  const role = MEMBER_ROLES.find((known): known is MemberRole => known === given.role);
  if (!role) throw new AppError("invalid_input", { fields: { role: "Choose a role." } });
  const why = readReason(given.why);
  await auth.database.db.transaction(async (tx) => {
    const locked = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin: true });
    // An account that never signed in has no profile, and without one no role.
    if (!locked.profile) throw new AppError("member_not_found");
    if (locked.role === role) return;
    if (role === "user") await refuseRemovingLastAdmin(auth, tx, locked);
    await tx.execute(sql`
      insert into public.user_roles (user_id, role) values (${id}, ${role})
      on conflict (user_id) do update set role = excluded.role`);
    await recordAuditEvent(tx, viewer, {
      action: "member.role",
      target: locked.target,
      reason: why,
      before: { role: locked.role },
      after: { role },
    });
    const act = role === "admin" ? "role.admin" : "role.user";
    await notifyAdminAction(tx, {
      action: act,
      memberId: id,
      actorId: viewer.id,
      reason: why,
      now: auth.clock.now(),
    });
  });
}
