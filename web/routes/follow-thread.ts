import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { answerStateChange } from "#web/forum/answer-buttons.ts";
import type { Route } from "./+types/follow-thread";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => {
    const { postId } = args.params;
    const state = submission.form.get("state");
    return answerStateChange(submission, `/forum/${encodeURIComponent(postId)}`, {
      run: async ({ forum }, viewer) => (await forum.followThread(viewer, { postId, state })).state,
      notice: (newState) => `thread-${newState}` as const,
    });
  });

export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/forum/${encodeURIComponent(params.postId)}`);
