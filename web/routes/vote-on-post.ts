import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { answerVote, parseVote } from "#web/forum/answer-buttons.ts";
import type { Route } from "./+types/vote-on-post";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => {
    const { form, text } = submission;
    const { postId } = args.params;
    const rule = text("rule") === "once" ? "once" : "toggle";
    return answerVote(submission, postId, ({ forum }, viewer) =>
      text("vote") === "0"
        ? forum.undoPostVote(viewer, postId)
        : forum.voteOnPost(viewer, { postId, voteType: parseVote(form), rule }),
    );
  });

export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/forum/${encodeURIComponent(params.postId)}`);
