import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { getSuspensionEnd } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireViewerStepUp } from "../../session/require-viewer-step-up.ts";
import { users } from "../../tables.ts";
import { isBanned } from "../../user/is-banned.ts";
import { lockMember } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

/**
 * Ends a suspension early and notifies the member. Does nothing if it is already over. Throws AppError:
 * not_signed_in, access_denied, step_up_required, member_not_found, invalid_input.
 */
export async function endSuspension(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: { readonly reason: string },
): Promise<void> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  const reason = parseReason(input.reason);
  await auth.database.db.transaction(async (tx) => {
    const { user, target } = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin: true });
    const now = auth.clock.now();
    if (user.bannedUntil === null || !isBanned(user, now)) return;
    await tx
      .update(users)
      .set({ bannedUntil: null, bannedReason: null, updatedAt: now })
      .where(eq(users.id, id));
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mailer.queue(tx, { kind: "suspension_ended", to });
    await recordAuditEvent(tx, viewer, {
      action: "member.unsuspend",
      target,
      reason,
      before: { "suspended until": getSuspensionEnd(user.bannedUntil) ?? "no end date" },
      after: { "suspended until": null },
    });
    const notice = {
      action: "member.unsuspend",
      memberId: id,
      actorId: viewer.id,
      hasOwnEmail: to !== null,
    } as const;
    await notifyAdminAction(tx, { ...notice, reason, now });
  });
  auth.mailer.wake();
}
