import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { NotifiedAdminAction } from "#core/notifications/admin-actions.ts";
import type { Tx } from "#server/database/index.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { runWithMessages } from "../../user/notify-owner.ts";
import { requireViewerStepUp } from "../../user/require-viewer-step-up.ts";
import { lockMember, rejectSelf } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

export type WithReason = { readonly reason: string };

interface MemberAction {
  readonly id: string;
  readonly input: WithReason;
  readonly allowsSelf?: boolean;
  readonly mayRemoveAdmin?: boolean;
}

type LockedMember = Awaited<ReturnType<typeof lockMember>>;

interface ChangeContext extends LockedMember {
  readonly now: Date;
  /** Notifies the member. Set `hasSeparateEmail` if an email about this action has already been queued. */
  notify(action: NotifiedAdminAction, options?: { readonly hasSeparateEmail: boolean }): Promise<void>;
}

/**
 * Runs an admin action on a member's account in a transaction, and then sends the emails that the action queued. The
 * reason is part of its audit events and notifications. Throws AppError: not_signed_in, access_denied,
 * step_up_required, cannot_target_self, invalid_input, member_not_found.
 */
export async function changeMember(
  auth: AuthDeps,
  viewer: Viewer,
  { id, input, allowsSelf = false, mayRemoveAdmin = false }: MemberAction,
  change: (tx: Tx, context: ChangeContext) => Promise<void>,
) {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  if (!allowsSelf) rejectSelf(viewer, id);
  const reason = parseReason(input.reason);
  await runWithMessages(auth, async (tx) => {
    const member = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin, reason });
    const now = auth.clock.now();
    const details = { memberId: id, actorId: viewer.id, reason, now };
    const notify: ChangeContext["notify"] = (action, options) =>
      notifyAdminAction(tx, { ...details, ...options, action });
    await change(tx, { ...member, now, notify });
  });
}
