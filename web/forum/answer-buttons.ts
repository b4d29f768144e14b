import type { VoteState } from "#core/forum/votes.ts";
import { answerForm, type Change, type FormRefusal, type FormSuccess } from "#web/forms/answer-form.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { attempt } from "#web/operation.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";

/** A refusal includes the current counters if the member had already voted, because then the page is outdated. */
export type VoteResult = FormSuccess<VoteState> | (FormRefusal & { readonly value?: VoteState });

/** Returns 1 or -1, or NaN for anything else, which the forum rejects. */
export function parseVote(form: FormData): number {
  const vote = form.get("vote");
  return vote === "1" || vote === "-1" ? Number(vote) : Number.NaN;
}

/** Answers a vote. Returns the counters to scripts; without JavaScript, redirects back to the page. */
export function answerVote(submission: Submission, postId: string, run: Change<VoteState>["run"]) {
  const path = getReferrerPath(submission.request, `/forum/${encodeURIComponent(postId)}`);
  return answerForm(submission, {
    run,
    notice: ({ ownVote }) => (ownVote === 0 ? null : "vote-recorded"),
    to: path,
    refusalPath: path,
    getValue: (votes: VoteState) => votes,
    async describeRefusal(refusal) {
      if (refusal.code !== "already_voted") return refusal;
      // The page doesn't know of the earlier vote, which was cast in another tab, or whose response this request canceled.
      const votes = await attempt(submission.context, (app, viewer) =>
        app.forum.getPostVotes(viewer, postId),
      );
      return votes.ok ? { ...refusal, value: votes.value } : refusal;
    },
  });
}

/**
 * Answers the form of a button that saves, follows or mutes something. Returns the new state to scripts; without
 * JavaScript, redirects back to the page, or to sign-in.
 */
export function answerStateChange<Value>(
  submission: Submission,
  fallbackPath: string,
  change: Pick<Change<Value>, "run" | "notice">,
) {
  const path = getReferrerPath(submission.request, fallbackPath);
  return answerForm(submission, {
    ...change,
    to: path,
    refusalPath: path,
    getValue: (value: Value) => value,
  });
}
