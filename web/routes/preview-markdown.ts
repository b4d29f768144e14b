import { redirect } from "react-router";
import { handleIntent } from "#web/forms/handle-intent.ts";
import type { PreviewResult } from "#web/forum/editor/use-preview.ts";
import { attempt } from "#web/operation.ts";
import type { Route } from "./+types/preview-markdown";

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "": async ({ context, text }) => {
      const result = await attempt(context, (app, viewer) =>
        app.forum.previewMarkdown(viewer, text("content")),
      );
      return result.ok
        ? Response.json({ ok: true, html: result.value } satisfies PreviewResult)
        : Response.json({ ok: false, refusal: result.refusal } satisfies PreviewResult, {
            status: result.status,
          });
    },
  });

export function loader() {
  return redirect("/create");
}
