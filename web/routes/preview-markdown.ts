import { redirect } from "react-router";
import { getTextField } from "#web/forms/text-field.ts";
import type { PreviewResult } from "#web/forum/editor/use-preview.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/preview-markdown";

export async function action({ context }: Route.ActionArgs) {
  const content = getTextField(getForm(context), "content");
  const result = await attempt(context, (app, viewer) => app.forum.previewMarkdown(viewer, content));
  return result.ok
    ? Response.json({ ok: true, html: result.value } satisfies PreviewResult)
    : Response.json({ ok: false, refusal: result.refusal } satisfies PreviewResult, {
        status: result.status,
      });
}

export function loader() {
  return redirect("/create");
}
