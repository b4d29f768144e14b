import { clearStoredLists } from "#web/lists/use-paged-list.ts";
import { startTabSession } from "#web/session/tab-session.ts";
import { latestThreadStates } from "./latest-thread-states.ts";
import { latestVotes } from "./latest-votes.ts";
import { clearTypedComments } from "./unsent-comment.ts";

/** Clears what a member did in this tab, so that the next member who uses the tab doesn't see it. */
export function clearTabState(): void {
  startTabSession();
  latestVotes.clear();
  latestThreadStates.clear();
  clearTypedComments();
  clearStoredLists();
}
