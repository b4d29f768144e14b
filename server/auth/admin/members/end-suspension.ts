import type { Viewer } from "#core/accounts/member.ts";
import type { AuthDeps } from "../../deps.ts";
import { describeSuspensionEnd, isBanned } from "../../user/is-banned.ts";
import { updateUserRow } from "../../user/store-user.ts";
import { changeMember, type WithReason } from "./change-member.ts";

/** Ends a suspension early and notifies the member. Does nothing if it is already over. */
export function endSuspension(auth: AuthDeps, viewer: Viewer, id: string, input: WithReason) {
  const action = { id, input, allowsSelf: true };
  return changeMember(auth, viewer, action, async (tx, { user, record, notify, now }) => {
    if (!isBanned(user, now)) return;
    await updateUserRow(tx, id, { bannedUntil: null, bannedReason: null, updatedAt: now });
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mailer.queue(tx, { kind: "suspension_ended", to });
    await record({
      action: "member.unsuspend",
      before: { "suspended until": describeSuspensionEnd(user, now) },
      after: { "suspended until": null },
    });
    await notify("member.unsuspend", { hasSeparateEmail: to !== null });
  });
}
