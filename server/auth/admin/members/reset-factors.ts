import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireFresh } from "../../session/require-fresh.ts";
import { deleteFactors } from "../../two-factor/factors.ts";
import { lockMember, refuseSelf } from "./lock-member.ts";
import { readReason } from "./member-input.ts";

/**
 * Removes the two-factor authentication and recovery codes of a member who has lost them, and notifies the
 * member. Throws AppError: not_signed_in, access_denied, sign_in_again, member_not_found, not_yourself,
 * invalid_input.
 */
export async function resetFactors(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  given: { readonly why: string },
): Promise<void> {
  requireAdmin(viewer);
  await requireFresh(auth, viewer);
  refuseSelf(viewer, id);
  const why = readReason(given.why);
  await auth.database.db.transaction(async (tx) => {
    const { user, target } = await lockMember(auth, tx, viewer, id);
    const dropped = await deleteFactors(tx, id);
    if (dropped === 0) return;
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mail.queue(tx, { kind: "factors_reset", to });
    await recordAuditEvent(tx, viewer, {
      action: "member.reset-factors",
      target,
      reason: why,
      before: { factors: dropped },
      after: { factors: 0 },
    });
  });
  auth.mail.wake();
}
