import type { Viewer } from "#core/accounts/member.ts";
import type { AuthDeps } from "../../deps.ts";
import { deleteFactors } from "../../two-factor/factors.ts";
import { changeMember, type WithReason } from "./change-member.ts";

/**
 * Removes the factors and recovery codes of a member who has lost them, and notifies the member. Throws
 * AppError("cannot_target_self").
 */
export const resetFactors = (auth: AuthDeps, viewer: Viewer, id: string, input: WithReason) =>
  changeMember(auth, viewer, { id, input }, async (tx, { user, record }) => {
    const factorCount = await deleteFactors(tx, id);
    if (factorCount === 0) return;
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mailer.queue(tx, { kind: "factors_reset", to });
    await record({ action: "member.reset-factors", before: { factors: factorCount }, after: { factors: 0 } });
  });
