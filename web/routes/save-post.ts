import { redirect } from "react-router";
import { createStateChangeResponse } from "#web/forum/state-change-response.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/save-post";

export async function action({ request, params: { postId }, context }: Route.ActionArgs) {
  const isSaved = getForm(context).get("save") === "yes";
  const result = await attempt(context, async (app, viewer) => {
    const saved = await app.forum.savePost(viewer, { postId, isSaved });
    return saved.isSaved;
  });
  return createStateChangeResponse(request, result, `/forum/${encodeURIComponent(postId)}`, (now) =>
    now ? "post-saved" : "post-unsaved",
  );
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/forum/${encodeURIComponent(params.postId)}`);
}
