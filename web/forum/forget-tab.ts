import { latestMarks } from "./latest-marks.ts";
import { latestVotes } from "./latest-votes.ts";
import { startTabSession } from "./tab-session.ts";
import { forgetTypedComments } from "./typed-comment.ts";
import { forgetLists } from "./use-paged-list.ts";

/** Clears what one member did in this tab before another uses it. */
export function forgetTab(): void {
  startTabSession();
  latestVotes.clear();
  latestMarks.clear();
  forgetTypedComments();
  forgetLists();
}
