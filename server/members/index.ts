/** Member data across modules: the export, and the cleanup of deleted accounts (docs/decisions/028). */
import { bindOperations } from "#server/platform/bind-operations.ts";
import { deleteUnusedFiles } from "./delete-unused-files.ts";
import type { MemberDeps } from "./deps.ts";
import { exportMember } from "./export-member.ts";

export { countUnusedFiles, deleteUnusedFiles } from "./delete-unused-files.ts";

export type Members = ReturnType<typeof createMembers>;

/**
 * Creates the module, and registers the steps of an account's deletion: content is deleted first, then files, while
 * their owner and the posts that show them are still known.
 */
export function createMembers(deps: MemberDeps) {
  deps.auth.onAccountDeletion(async (userId, { deletesContent }) => {
    if (deletesContent) await deps.forum.deleteMemberContent(userId);
  });
  deps.auth.onAccountDeletion((userId) => deleteUnusedFiles(deps, userId));
  deps.auth.onAccountDeletion((userId) => deps.forum.anonymizeMember(userId));
  return bindOperations(deps, { exportMember });
}
