import type { Viewer } from "#core/accounts/member.ts";
import { CONTENT_CHOICES } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireFresh } from "../../session/require-fresh.ts";
import { closeAccount, finishDeletionSoon } from "../../user/account-deletions.ts";
import { lockMember, refuseRemovingLastAdmin, refuseSelf } from "./lock-member.ts";
import { readReason } from "./member-input.ts";

export interface MemberDeletion {
  /** What happens to posts and comments: "keep" (without an author) or "delete". */
  readonly content: string;
  /** The member's name, typed to confirm. */
  readonly confirmation: string;
  readonly why: string;
}

/**
 * Deletes an account as its member would (docs/decisions/028), with or without its posts and comments.
 * Resolves once the account is closed; the cleanup continues in the background. Throws AppError:
 * not_signed_in, access_denied, sign_in_again, member_not_found, not_yourself, last_administrator,
 * invalid_input (with fields).
 */
export async function deleteMember(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  given: MemberDeletion,
): Promise<void> {
  requireAdmin(viewer);
  await requireFresh(auth, viewer);
  refuseSelf(viewer, id);
  const content = CONTENT_CHOICES.find((known) => known === given.content);
  if (!content)
    throw new AppError("invalid_input", {
      fields: { content: "Choose what happens to their posts and comments." },
    });
  const why = readReason(given.why);
  await auth.database.db.transaction(async (tx) => {
    const locked = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin: true });
    if (given.confirmation.trim().normalize("NFKC") !== locked.target.name)
      throw new AppError("invalid_input", {
        fields: { confirmation: `Type ${locked.target.name} exactly as it is shown.` },
      });
    await refuseRemovingLastAdmin(auth, tx, locked);
    await closeAccount(auth, tx, locked.user, { takesContent: content === "delete" });
    await recordAuditEvent(tx, viewer, {
      action: "member.delete",
      target: locked.target,
      reason: why,
      before: { role: locked.role },
      after: { "posts and comments": content === "delete" ? "deleted" : "kept without an author" },
    });
  });
  await finishDeletionSoon(auth, id);
}
