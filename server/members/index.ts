/** Member data across modules: the export, and the cleanup of deleted accounts (docs/decisions/028). */
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

/** Deletes content, then files, while their owner and the posts that show them are still known. */
export function createMembers(deps: MemberDeps): Members {
  deps.auth.onAccountDeletion(async (userId, { deletesContent }) => {
    if (deletesContent) await deps.forum.deleteMemberContent(userId);
  });
  deps.auth.onAccountDeletion((userId) => deleteUnusedFiles(deps, userId));
  deps.auth.onAccountDeletion((userId) => deps.forum.anonymizeMember(userId));
  return { exportMember: (viewer) => exportMember(deps, viewer) };
}
