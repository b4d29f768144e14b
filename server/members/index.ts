/**
 * Public API of member data across modules: the export, and the cleanup when an account is deleted. Owns no
 * tables. docs/decisions/028 describes how an account is deleted.
 */
import type { Viewer } from "#core/accounts/member.ts";
import { deleteUnusedFiles } from "./delete-unused-files.ts";
import type { MemberDeps } from "./deps.ts";
import { exportMember } from "./export-member.ts";

export { countUnusedFiles, deleteUnusedFiles } from "./delete-unused-files.ts";

export interface Members {
  /**
   * Exports all of the member's data as one JSON document, in chunks. Throws AppError before the first chunk:
   * not_signed_in, too_many_requests.
   */
  exportMember(viewer: Viewer): Promise<AsyncIterable<string>>;
}

/**
 * Registers the cleanup of deleted accounts. Content is deleted first, then files, while their owner and the
 * posts that show them are still known.
 */
export function createMembers(deps: MemberDeps): Members {
  deps.auth.onAccountDeletion(async (userId, { deletesContent }) => {
    if (deletesContent) await deps.forum.deleteMemberContent(userId);
  });
  deps.auth.onAccountDeletion((userId) => deleteUnusedFiles(deps, userId));
  deps.auth.onAccountDeletion((userId) => deps.forum.anonymizeMember(userId));
  return { exportMember: (viewer) => exportMember(deps, viewer) };
}
