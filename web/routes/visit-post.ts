import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { attempt } from "#web/operation.ts";
import type { Route } from "./+types/visit-post";

/** Records the visit to a prefetched post once its page is shown. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ context, text }) => {
    const result = await attempt(context, (app, viewer) =>
      app.forum.recordVisit(viewer, {
        postId: args.params.postId,
        readUntil: Number(text("readUntil")),
        isArrival: text("isArrival") === "true",
      }),
    );
    return new Response(null, { status: result.ok ? 204 : result.status });
  });

export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/forum/${encodeURIComponent(params.postId)}`);
