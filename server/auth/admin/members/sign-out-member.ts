import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireFresh } from "../../session/require-fresh.ts";
import { sessions } from "../../tables.ts";
import { cancelPendingChanges } from "../../user/change-password.ts";
import { lockMember, refuseSelf } from "./lock-member.ts";
import { readReason } from "./member-input.ts";

/**
 * Ends all of a member's sessions. Takes effect with their next request. Throws AppError: not_signed_in,
 * access_denied, sign_in_again, member_not_found, not_yourself, invalid_input.
 */
export async function signOutMember(
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
    const { target } = await lockMember(auth, tx, viewer, id);
    await cancelPendingChanges(tx, id);
    const ended = await tx.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id });
    await recordAuditEvent(tx, viewer, {
      action: "member.sign-out",
      target,
      reason: why,
      before: { sessions: ended.length },
      after: { sessions: 0 },
    });
  });
}
