import { redirect } from "react-router";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { parsePostForm } from "#web/forum/editor/post-form.ts";
import { respondWithJson } from "#web/operation.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import type { Route } from "./+types/drafts";

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "": ({ context, form }) =>
      respondWithJson(context, "no-store", async ({ forum }, viewer) => {
        const { id, updatedAt } = await forum.saveDraft(viewer, parsePostForm(form));
        return { id, savedAt: updatedAt };
      }),
    delete: (submission) => {
      const to = getReferrerPath(submission.request, "/create");
      return answerForm(submission, {
        notice: "draft-deleted",
        to,
        refusalPath: to,
        run: ({ forum }, viewer) => forum.deleteDraft(viewer, submission.text("draftId")),
      });
    },
  });

export const loader = () => redirect("/create");
