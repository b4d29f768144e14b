import { latestMarks } from "./latest-marks.ts";
import { latestVotes } from "./latest-votes.ts";
import { forgetTypedComments } from "./typed-comment.ts";
import { forgetLists } from "./use-following-pages.ts";

/** What one member did and saw in this tab is not shown to who comes after. */
export function forgetTab(): void {
  latestVotes.clear();
  latestMarks.clear();
  forgetTypedComments();
  forgetLists();
}
