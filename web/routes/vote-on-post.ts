import { redirect } from "react-router";
import { createVoteResponse, parseVote } from "#web/forum/vote-response.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/vote-on-post";

export async function action({ request, params: { postId }, context }: Route.ActionArgs) {
  const form = getForm(context);
  const rule = form.get("rule") === "once" ? "once" : "toggle";
  const result = await attempt(context, (app, viewer) =>
    form.get("vote") === "0"
      ? app.forum.undoPostVote(viewer, postId)
      : app.forum.voteOnPost(viewer, { postId, voteType: parseVote(form), rule }),
  );
  return createVoteResponse(context, request, result, postId);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/forum/${encodeURIComponent(params.postId)}`);
}
