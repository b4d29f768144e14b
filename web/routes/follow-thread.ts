import { redirect } from "react-router";
import { answerMark } from "#web/forum/answer-mark.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/follow-thread";

export async function action({ request, params: { postId }, context }: Route.ActionArgs) {
  const state = getForm(context).get("state");
  const result = await attempt(context, async (app, viewer) => {
    const answer = await app.forum.followThread(viewer, { postId, state });
    return answer.state;
  });
  return answerMark(request, result, postId, (now) => `thread-${now}` as const);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/forum/${encodeURIComponent(params.postId)}`);
}
