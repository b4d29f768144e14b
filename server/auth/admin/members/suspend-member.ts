import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { getSuspensionEnd, isSuspensionTerm, NO_END, SUSPENSION_TERMS } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireViewerStepUp } from "../../session/require-viewer-step-up.ts";
import { sessions, users } from "../../tables.ts";
import { isBanned } from "../../user/is-banned.ts";
import { lockMember, rejectRemovingLastAdmin, rejectSelf } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

/**
 * Suspends an account temporarily or permanently and ends its sessions. The member gets the reason by email
 * and at the next sign-in attempt. Suspending again replaces the end and the reason. Throws AppError:
 * not_signed_in, access_denied, step_up_required, member_not_found, cannot_target_self, last_administrator,
 * invalid_input (with fields).
 */
export async function suspendMember(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: SuspensionInput,
): Promise<void> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  await auth.database.db.transaction((tx) => suspendWithin(auth, tx, viewer, id, input));
  auth.mailer.wake();
}

export interface SuspensionInput {
  /** A key of SUSPENSION_TERMS. */
  readonly term: string;
  /** The reason that the member sees. */
  readonly reason: string;
}

/**
 * Suspends an account as part of another admin action, in its transaction. That action must require a fresh
 * sign-in, and wake the email queue after the commit. Throws AppError as above, except step_up_required.
 */
export async function suspendWithin(
  auth: AuthDeps,
  tx: Tx,
  viewer: Viewer,
  id: string,
  input: SuspensionInput,
): Promise<void> {
  requireAdmin(viewer);
  rejectSelf(viewer, id);
  if (!isSuspensionTerm(input.term))
    throw new AppError("invalid_input", { fields: { term: "Choose how long the suspension lasts." } });
  const reason = parseReason(input.reason, { required: "Enter a reason. The user will see it." });
  const now = auth.clock.now();
  const { hours } = SUSPENSION_TERMS[input.term];
  const bannedUntil = hours === null ? new Date(NO_END) : new Date(now.getTime() + hours * 3_600_000);
  const locked = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin: true });
  const { user, target } = locked;
  await rejectRemovingLastAdmin(auth, tx, locked);
  await tx.update(users).set({ bannedUntil, bannedReason: reason, updatedAt: now }).where(eq(users.id, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  const to = user.email ?? user.ssoEmail;
  const until = getSuspensionEnd(bannedUntil);
  if (to !== null) await auth.mailer.queue(tx, { kind: "suspended", to, until, reason });
  const wasSuspended = user.bannedUntil !== null && isBanned(user, now);
  await recordAuditEvent(tx, viewer, {
    action: "member.suspend",
    target,
    reason,
    before: {
      "suspended until":
        wasSuspended && user.bannedUntil ? (getSuspensionEnd(user.bannedUntil) ?? "no end date") : null,
    },
    after: { "suspended until": until ?? "no end date" },
  });
}
