import { redirect } from "react-router";
import { createVoteResponse, parseVote } from "#web/forum/vote-response.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/vote-on-comment";

export async function action({ request, params: { postId, commentId }, context }: Route.ActionArgs) {
  const voteType = parseVote(getForm(context));
  const result = await attempt(context, (app, viewer) =>
    app.forum.voteOnComment(viewer, { commentId, voteType }),
  );
  return createVoteResponse(context, request, result, postId);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/forum/${encodeURIComponent(params.postId)}`);
}
