import type { Viewer } from "#core/accounts/member.ts";
import { CONTENT_CHOICES } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireViewerStepUp } from "../../session/require-viewer-step-up.ts";
import { closeAccount, waitForDeletion } from "../../user/account-deletions.ts";
import { lockMember, rejectRemovingLastAdmin, rejectSelf } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

export interface MemberDeletion {
  /** What happens to posts and comments: "keep" (without an author) or "delete". */
  readonly content: string;
  /** The member's name, typed to confirm. */
  readonly confirmation: string;
  readonly reason: string;
}

/**
 * Deletes an account in the same way as if its member had deleted it (docs/decisions/028), with or without
 * its posts and comments. Resolves once the account is closed; the cleanup continues in the background.
 * Throws AppError: not_signed_in, access_denied, step_up_required, member_not_found, cannot_target_self,
 * last_administrator, invalid_input (with fields).
 */
export async function deleteMember(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: MemberDeletion,
): Promise<void> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  rejectSelf(viewer, id);
  const content = CONTENT_CHOICES.find((choice) => choice === input.content);
  if (!content)
    throw new AppError("invalid_input", {
      fields: { content: "Choose what happens to their posts and comments." },
    });
  const reason = parseReason(input.reason);
  await auth.database.db.transaction(async (tx) => {
    const locked = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin: true });
    if (input.confirmation.trim().normalize("NFKC") !== locked.target.name)
      throw new AppError("invalid_input", {
        fields: { confirmation: `Type ${locked.target.name} exactly as shown.` },
      });
    await rejectRemovingLastAdmin(auth, tx, locked);
    await closeAccount(auth, tx, locked.user, { deletesContent: content === "delete" });
    await recordAuditEvent(tx, viewer, {
      action: "member.delete",
      target: locked.target,
      reason,
      before: { role: locked.role },
      after: { "posts and comments": content === "delete" ? "deleted" : "kept without an author" },
    });
  });
  await waitForDeletion(auth, id);
}
