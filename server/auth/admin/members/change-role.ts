import type { Viewer } from "#core/accounts/member.ts";
import { MEMBER_ROLES, type MemberRole } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import { setRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireViewerStepUp } from "../../session/require-viewer-step-up.ts";
import { lockMember, rejectRemovingLastAdmin } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

/**
 * Grants or removes the admin role. Takes effect with the member's next request. Throws AppError:
 * not_signed_in, access_denied, step_up_required, member_not_found, invalid_input, last_administrator.
 */
export async function changeRole(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: { readonly role: string; readonly reason: string },
): Promise<void> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  const role = MEMBER_ROLES.find((known): known is MemberRole => known === input.role);
  if (!role) throw new AppError("invalid_input", { fields: { role: "Choose a role." } });
  const reason = parseReason(input.reason);
  await auth.database.db.transaction(async (tx) => {
    const locked = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin: true });
    // An account that never signed in has no profile, and so no role.
    if (!locked.profile) throw new AppError("member_not_found");
    if (locked.role === role) return;
    if (role === "user") await rejectRemovingLastAdmin(auth, tx, locked);
    await setRole(tx, id, role);
    await recordAuditEvent(tx, viewer, {
      action: "member.role",
      target: locked.target,
      reason,
      before: { role: locked.role },
      after: { role },
    });
    const action = role === "admin" ? "role.admin" : "role.user";
    await notifyAdminAction(tx, {
      action,
      memberId: id,
      actorId: viewer.id,
      reason,
      now: auth.clock.now(),
    });
  });
}
