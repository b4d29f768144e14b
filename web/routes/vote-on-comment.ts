import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { answerVote, parseVote } from "#web/forum/answer-buttons.ts";
import type { Route } from "./+types/vote-on-comment";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => {
    const { postId, commentId } = args.params;
    const voteType = parseVote(submission.form);
    return answerVote(submission, postId, ({ forum }, viewer) =>
      forum.voteOnComment(viewer, { commentId, voteType }),
    );
  });

export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/forum/${encodeURIComponent(params.postId)}`);
