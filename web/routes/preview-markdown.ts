import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { respondWithJson } from "#web/operation.ts";
import type { Route } from "./+types/preview-markdown";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, ({ context, text }) =>
    respondWithJson(context, "no-store", async ({ forum }, viewer) => ({
      html: await forum.previewMarkdown(viewer, text("content")),
    })),
  );

export const loader = () => redirect("/create");
