/**
 * A member as a whole, across the modules: what is kept of one, to take away, and what each module forgets when one
 * leaves. Owns no tables; it reads what the forum keeps and works through the other modules' doors. How an account
 * ends, and in which order, stands in docs/decisions/028.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { MemberDeps } from "./deps.ts";
import { exportMember } from "./export-member.ts";
import { forgetFiles } from "./forget-files.ts";

export interface Members {
  /**
   * Everything that is kept of the member, as the text of one JSON document, piece by piece. Throws AppError before
   * the first piece: not_signed_in, too_many_requests.
   */
  exportMember(viewer: Viewer): Promise<AsyncIterable<string>>;
}

/**
 * Opens the door, and has the other modules forget whoever leaves: first what goes with them, then files, while it is
 * known whose they are and which are still shown.
 */
export function createMembers(deps: MemberDeps): Members {
  deps.auth.onDeparture(async (userId, { takesContent }) => {
    if (takesContent) await deps.forum.deleteContentOf(userId);
  });
  deps.auth.onDeparture((userId) => forgetFiles(deps, userId));
  deps.auth.onDeparture((userId) => deps.forum.forgetMember(userId));
  return { exportMember: (viewer) => exportMember(deps, viewer) };
}
