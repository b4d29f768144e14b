import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireViewerStepUp } from "../../session/require-viewer-step-up.ts";
import { deleteFactors } from "../../two-factor/factors.ts";
import { lockMember, rejectSelf } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

/**
 * Removes the two-factor authentication and recovery codes of a member who has lost them, and notifies the
 * member. Throws AppError: not_signed_in, access_denied, step_up_required, member_not_found, cannot_target_self,
 * invalid_input.
 */
export async function resetFactors(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: { readonly reason: string },
): Promise<void> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  rejectSelf(viewer, id);
  const reason = parseReason(input.reason);
  await auth.database.db.transaction(async (tx) => {
    const { user, target } = await lockMember(auth, tx, viewer, id);
    const removedCount = await deleteFactors(tx, id);
    if (removedCount === 0) return;
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mailer.queue(tx, { kind: "factors_reset", to });
    await recordAuditEvent(tx, viewer, {
      action: "member.reset-factors",
      target,
      reason,
      before: { factors: removedCount },
      after: { factors: 0 },
    });
  });
  auth.mailer.wake();
}
