import type { Viewer } from "#core/accounts/member.ts";
import { CONTENT_CHOICES } from "#core/admin/members.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../../deps.ts";
import { closeAccount, waitForDeletion } from "../../user/account-deletions.ts";
import { authorizeAction, lockMember, rejectRemovingLastAdmin, type WithReason } from "./lock-member.ts";

interface MemberDeletion extends WithReason {
  /** What happens to posts and comments: "keep" (without an author) or "delete". */
  readonly content: string;
  /** The member's name, typed to confirm. */
  readonly confirmation: string;
}

/**
 * Deletes an account in the same way as if its member had deleted it (docs/decisions/028), with or without
 * its posts and comments. Resolves once the account is closed; the cleanup continues in the background.
 * Throws AppError: cannot_target_self, last_administrator.
 */
export async function deleteMember(auth: AuthDeps, viewer: Viewer, id: string, input: MemberDeletion) {
  const { actor, reason } = await authorizeAction(auth, viewer, id, input);
  const content = CONTENT_CHOICES.find((choice) => choice === input.content);
  if (!content)
    throw new AppError("invalid_input", {
      fields: { content: "Choose what happens to their posts and comments." },
    });
  await auth.database.db.transaction(async (tx) => {
    const { user, role, name, record } = await lockMember(auth, tx, actor, id, { mayRemoveAdmin: true });
    if (input.confirmation.trim().normalize("NFKC") !== name)
      throw new AppError("invalid_input", { fields: { confirmation: `Type ${name} exactly as shown.` } });
    await rejectRemovingLastAdmin(auth, tx, user);
    await closeAccount(auth, tx, user, { deletesContent: content === "delete" });
    const outcome = content === "delete" ? "deleted" : "kept without an author";
    await record({
      action: "member.delete",
      reason,
      before: { role },
      after: { "posts and comments": outcome },
    });
  });
  await waitForDeletion(auth, id);
}
