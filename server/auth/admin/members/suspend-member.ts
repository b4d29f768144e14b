import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { getSuspensionEnd, isSuspensionTerm, NO_END, SUSPENSION_TERMS } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireFresh } from "../../session/require-fresh.ts";
import { sessions, users } from "../../tables.ts";
import { isBanned } from "../../user/is-banned.ts";
import { lockMember, refuseRemovingLastAdmin, refuseSelf } from "./lock-member.ts";
import { readReason } from "./member-input.ts";

/**
 * Suspends an account temporarily or permanently and ends its sessions. The member gets the reason by email
 * and at the next sign-in attempt. Suspending again replaces the end and the reason. Throws AppError:
 * not_signed_in, access_denied, sign_in_again, member_not_found, not_yourself, last_administrator,
 * invalid_input (with fields).
 */
export async function suspendMember(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  given: SuspensionInput,
): Promise<void> {
  requireAdmin(viewer);
  await requireFresh(auth, viewer);
  await auth.database.db.transaction((tx) => suspendWithin(auth, tx, viewer, id, given));
  auth.mail.wake();
}

export interface SuspensionInput {
  /** A key of SUSPENSION_TERMS. */
  readonly term: string;
  /** The reason that the member sees. */
  readonly why: string;
}

/**
 * The same within a transaction, as part of another admin action. The other action must require a fresh
 * sign-in and wake the email queue afterwards. Throws AppError as above, except sign_in_again.
 */
export async function suspendWithin(
  auth: AuthDeps,
  tx: Tx,
  viewer: Viewer,
  id: string,
  given: SuspensionInput,
): Promise<void> {
  requireAdmin(viewer);
  refuseSelf(viewer, id);
  if (!isSuspensionTerm(given.term))
    throw new AppError("invalid_input", { fields: { term: "Choose how long the suspension lasts." } });
  const reason = readReason(given.why, { required: "Enter a reason. The member will see it." });
  const now = auth.clock.now();
  const { hours } = SUSPENSION_TERMS[given.term];
  const bannedUntil = hours === null ? new Date(NO_END) : new Date(now.getTime() + hours * 3_600_000);
  const locked = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin: true });
  const { user, target } = locked;
  await refuseRemovingLastAdmin(auth, tx, locked);
  await tx.update(users).set({ bannedUntil, bannedReason: reason, updatedAt: now }).where(eq(users.id, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  const to = user.email ?? user.ssoEmail;
  const until = getSuspensionEnd(bannedUntil);
  if (to !== null) await auth.mail.queue(tx, { kind: "suspended", to, until, reason });
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
