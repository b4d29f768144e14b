import { redirect } from "react-router";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { respondWithJson } from "#web/operation.ts";
import type { Route } from "./+types/visit-post";

/** Records the visit to a prefetched post once its page is shown. */
export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "": ({ context, text }) =>
      respondWithJson(context, "no-store", async ({ forum }, viewer) => {
        const { postId } = args.params;
        const isArrival = text("isArrival") === "true";
        await forum.recordVisit(viewer, { postId, readUntil: Number(text("readUntil")), isArrival });
        return {};
      }),
  });

export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/forum/${encodeURIComponent(params.postId)}`);
