import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { getSuspensionEnd, isSuspensionTerm, NO_END, SUSPENSION_TERMS } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { sessions, users } from "../../tables.ts";
import { describeSuspensionEnd } from "../../user/is-banned.ts";
import { runWithMessages } from "../../user/notify-owner.ts";
import { requireViewerStepUp } from "../../user/require-viewer-step-up.ts";
import type { WithReason } from "./change-member.ts";
import { lockMember, rejectRemovingLastAdmin, rejectSelf } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

/** `term` is a key of SUSPENSION_TERMS. The member sees the reason. */
export type SuspensionInput = WithReason & { readonly term: string };

/**
 * Suspends an account temporarily or permanently and ends its sessions. The member gets the reason by email
 * and at the next sign-in attempt. Suspending again replaces the end and the reason. Throws
 * AppError("step_up_required") and the errors of suspendInTransaction.
 */
export async function suspendMember(auth: AuthDeps, viewer: Viewer, id: string, input: SuspensionInput) {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  await runWithMessages(auth, (tx) => suspendInTransaction(auth, tx, viewer, id, input));
}

/**
 * Suspends an account as part of another admin action, in its transaction. That action must require a recent
 * sign-in, and wake the email queue after the commit. Throws AppError: not_signed_in, access_denied,
 * member_not_found, cannot_target_self, last_administrator, invalid_input (with fields).
 */
export async function suspendInTransaction(
  auth: AuthDeps,
  tx: Tx,
  viewer: Viewer,
  id: string,
  input: SuspensionInput,
): Promise<void> {
  requireAdmin(viewer);
  rejectSelf(viewer, id);
  if (!isSuspensionTerm(input.term))
    throw new AppError("invalid_input", { fieldErrors: { term: "Choose how long the suspension lasts." } });
  const reason = parseReason(input.reason, "Enter a reason. The user will see it.");
  const now = auth.clock.now();
  const { hours } = SUSPENSION_TERMS[input.term];
  const bannedUntil = hours === null ? new Date(NO_END) : new Date(now.getTime() + hours * 3_600_000);
  const { user, record } = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin: true });
  await rejectRemovingLastAdmin(auth, tx, user);
  await tx.update(users).set({ bannedUntil, bannedReason: reason, updatedAt: now }).where(eq(users.id, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  const to = user.email ?? user.ssoEmail;
  const until = getSuspensionEnd(bannedUntil);
  if (to !== null) await auth.mailer.queue(tx, { kind: "suspended", to, until, reason });
  await record({
    action: "member.suspend",
    reason,
    before: { "suspended until": describeSuspensionEnd(user, now) },
    after: { "suspended until": until ?? "no end date" },
  });
}
