import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { AuthDeps } from "../../deps.ts";
import { sessions } from "../../tables.ts";
import { cancelPendingChanges } from "../../user/authorize-credential-change.ts";
import { authorizeAction, lockMember, type WithReason } from "./lock-member.ts";

/** Ends all of a member's sessions. Takes effect with their next request. Throws AppError("cannot_target_self"). */
export async function signOutMember(auth: AuthDeps, viewer: Viewer, id: string, input: WithReason) {
  const { actor, reason } = await authorizeAction(auth, viewer, id, input);
  await auth.database.db.transaction(async (tx) => {
    const { record } = await lockMember(auth, tx, actor, id);
    await cancelPendingChanges(tx, id);
    const endedSessions = await tx
      .delete(sessions)
      .where(eq(sessions.userId, id))
      .returning({ id: sessions.id });
    await record({
      action: "member.sign-out",
      reason,
      before: { sessions: endedSessions.length },
      after: { sessions: 0 },
    });
  });
}
