import type { Viewer } from "#core/accounts/member.ts";
import type { AuthDeps } from "../../deps.ts";
import { deleteFactors } from "../../two-factor/factors.ts";
import { authorizeAction, lockMember, type WithReason } from "./lock-member.ts";

/**
 * Removes the two-factor authentication and recovery codes of a member who has lost them, and notifies the
 * member. Throws AppError("cannot_target_self").
 */
export async function resetFactors(auth: AuthDeps, viewer: Viewer, id: string, input: WithReason) {
  const { actor, reason } = await authorizeAction(auth, viewer, id, input);
  await auth.database.db.transaction(async (tx) => {
    const { user, record } = await lockMember(auth, tx, actor, id);
    const factors = await deleteFactors(tx, id);
    if (factors === 0) return;
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mailer.queue(tx, { kind: "factors_reset", to });
    await record({ action: "member.reset-factors", reason, before: { factors }, after: { factors: 0 } });
  });
  auth.mailer.wake();
}
