import { redirect } from "react-router";
import { createStateChangeResponse } from "#web/forum/state-change-response.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/follow-thread";

export async function action({ request, params: { postId }, context }: Route.ActionArgs) {
  const state = getForm(context).get("state");
  const result = await attempt(context, async (app, viewer) => {
    const thread = await app.forum.followThread(viewer, { postId, state });
    return thread.state;
  });
  return createStateChangeResponse(
    request,
    result,
    `/forum/${encodeURIComponent(postId)}`,
    (now) => `thread-${now}` as const,
  );
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/forum/${encodeURIComponent(params.postId)}`);
}
