import type { Viewer } from "#core/accounts/member.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { describeBanEnd, isBanned } from "../../user/is-banned.ts";
import { updateUserRow } from "../../user/store-user.ts";
import { authorizeAction, lockMember, type WithReason } from "./lock-member.ts";

/** Ends a suspension early and notifies the member. Does nothing if it is already over. */
export async function endSuspension(auth: AuthDeps, viewer: Viewer, id: string, input: WithReason) {
  const { actor, reason } = await authorizeAction(auth, viewer, id, input, { allowsSelf: true });
  await auth.database.db.transaction(async (tx) => {
    const { user, record } = await lockMember(auth, tx, actor, id, { mayRemoveAdmin: true });
    const now = auth.clock.now();
    if (!isBanned(user, now)) return;
    await updateUserRow(tx, id, { bannedUntil: null, bannedReason: null, updatedAt: now });
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mailer.queue(tx, { kind: "suspension_ended", to });
    await record({
      action: "member.unsuspend",
      reason,
      before: { "suspended until": describeBanEnd(user, now) },
      after: { "suspended until": null },
    });
    const notice = { memberId: id, actorId: actor.id, hasOwnEmail: to !== null, reason, now };
    await notifyAdminAction(tx, { ...notice, action: "member.unsuspend" });
  });
  auth.mailer.wake();
}
