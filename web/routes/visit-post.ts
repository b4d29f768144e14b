import { redirect } from "react-router";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/visit-post";

/** Records the visit of a prefetched page once it's shown. */
export async function action({ params: { postId }, context }: Route.ActionArgs) {
  const form = getForm(context);
  const result = await attempt(context, (app, viewer) =>
    app.forum.recordVisit(viewer, {
      postId,
      readUntil: Number(form.get("readUntil")),
      isArrival: form.get("isArrival") === "true",
    }),
  );
  return new Response(null, { status: result.ok ? 204 : result.status });
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/forum/${encodeURIComponent(params.postId)}`);
}
