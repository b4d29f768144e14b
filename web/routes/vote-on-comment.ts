import { redirect } from "react-router";
import { answerVote, readVote } from "#web/forum/answer-vote.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/vote-on-comment";

export async function action({ request, params: { postId, commentId }, context }: Route.ActionArgs) {
  const voteType = readVote(getForm(context));
  const result = await attempt(context, (app, viewer) =>
    app.forum.voteOnComment(viewer, { commentId, voteType }),
  );
  return answerVote(request, result, postId);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/forum/${encodeURIComponent(params.postId)}`);
}
