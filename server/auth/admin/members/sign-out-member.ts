import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { AuthDeps } from "../../deps.ts";
import { sessions } from "../../tables.ts";
import { cancelPendingChanges } from "../../user/authorize-credential-change.ts";
import { changeMember, type WithReason } from "./change-member.ts";

/**
 * Ends all of a member's sessions and cancels their pending changes. Takes effect with the member's next request.
 * Throws AppError("cannot_target_self").
 */
export const signOutMember = (auth: AuthDeps, viewer: Viewer, id: string, input: WithReason) =>
  changeMember(auth, viewer, { id, input }, async (tx, { record }) => {
    await cancelPendingChanges(tx, id);
    const { rowCount } = await tx.delete(sessions).where(eq(sessions.userId, id));
    await record({ action: "member.sign-out", before: { sessions: rowCount }, after: { sessions: 0 } });
  });
