import { latestMarks } from "./latest-marks.ts";
import { latestVotes } from "./latest-votes.ts";
import { startTabSession } from "./tab-session.ts";
import { clearUnsentComments } from "./unsent-comment.ts";
import { clearStoredLists } from "./use-paged-list.ts";

/** Clears what one member did in this tab before another uses it. */
export function clearTabState(): void {
  startTabSession();
  latestVotes.clear();
  latestMarks.clear();
  clearUnsentComments();
  clearStoredLists();
}
