import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireViewerStepUp } from "../../session/require-viewer-step-up.ts";
import { sessions } from "../../tables.ts";
import { cancelPendingChanges } from "../../user/authorize-credential-change.ts";
import { lockMember, rejectSelf } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

/**
 * Ends all of a member's sessions. Takes effect with their next request. Throws AppError: not_signed_in,
 * access_denied, step_up_required, member_not_found, cannot_target_self, invalid_input.
 */
export async function signOutMember(
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
    const { target } = await lockMember(auth, tx, viewer, id);
    await cancelPendingChanges(tx, id);
    const ended = await tx.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id });
    await recordAuditEvent(tx, viewer, {
      action: "member.sign-out",
      target,
      reason,
      before: { sessions: ended.length },
      after: { sessions: 0 },
    });
  });
}
