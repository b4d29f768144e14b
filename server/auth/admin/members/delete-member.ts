import type { Viewer } from "#core/accounts/member.ts";
import { confirmsUsername } from "#core/accounts/username.ts";
import { CONTENT_CHOICES } from "#core/admin/members.ts";
import type { AuthDeps } from "../../deps.ts";
import { closeAccount, waitForDeletion } from "../../user/account-deletions.ts";
import { changeMember, type WithReason } from "./change-member.ts";
import { rejectRemovingLastAdmin } from "./lock-member.ts";
import { createInputError } from "./member-input.ts";

interface MemberDeletion extends WithReason {
  /** What happens to posts and comments: "keep" (without an author) or "delete". */
  readonly content: string;
  /** The member's name, typed to confirm. */
  readonly confirmation: string;
}

/**
 * Deletes an account as if the member had done so (docs/decisions/028), with or without its posts and comments.
 * Once the account is closed, waits a few seconds for the cleanup. A slow one continues in the background. Throws
 * AppError("last_administrator") and the errors of changeMember.
 */
export async function deleteMember(auth: AuthDeps, viewer: Viewer, id: string, input: MemberDeletion) {
  const action = { id, input, mayRemoveAdmin: true };
  await changeMember(auth, viewer, action, async (tx, { user, role, name, record }) => {
    const content = CONTENT_CHOICES.find((choice) => choice === input.content);
    if (!content) throw createInputError({ content: "Choose what happens to their posts and comments." });
    if (!confirmsUsername(input.confirmation, name))
      throw createInputError({ confirmation: `Type ${name} exactly as shown.` });
    await rejectRemovingLastAdmin(auth, tx, user);
    await closeAccount(auth, tx, user, { deletesContent: content === "delete" });
    const outcome = content === "delete" ? "deleted" : "kept without an author";
    await record({ action: "member.delete", before: { role }, after: { "posts and comments": outcome } });
  });
  await waitForDeletion(auth, id);
}
