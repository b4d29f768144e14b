import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { answerStateChange } from "#web/forum/answer-buttons.ts";
import type { Route } from "./+types/save-post";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => {
    const { postId } = args.params;
    const isSaved = submission.text("save") === "yes";
    return answerStateChange(submission, `/forum/${encodeURIComponent(postId)}`, {
      run: async ({ forum }, viewer) => (await forum.savePost(viewer, { postId, isSaved })).isSaved,
      notice: (isNowSaved) => (isNowSaved ? "post-saved" : "post-unsaved"),
    });
  });

export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/forum/${encodeURIComponent(params.postId)}`);
