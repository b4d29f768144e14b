import { redirect } from "react-router";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { parsePostForm } from "#web/forum/editor/post-form.ts";
import type { DraftResult } from "#web/forum/editor/send-draft.ts";
import { attempt } from "#web/operation.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import type { Route } from "./+types/drafts";

/** Saves drafts while typing, and deletes them. */
export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "": async ({ context, form }) => {
      const saved = await attempt(context, (app, viewer) => app.forum.saveDraft(viewer, parsePostForm(form)));
      return saved.ok
        ? Response.json({
            ok: true,
            id: saved.value.id,
            savedAt: saved.value.updatedAt,
          } satisfies DraftResult)
        : Response.json({ ok: false, refusal: saved.refusal } satisfies DraftResult, {
            status: saved.status,
          });
    },
    delete: (submission) => {
      const to = getReferrerPath(submission.request, "/create");
      return answerForm(submission, {
        notice: "draft-deleted",
        to,
        refusedTo: to,
        run: ({ forum }, viewer) => forum.deleteDraft(viewer, submission.text("draftId")),
      });
    },
  });

export function loader() {
  return redirect("/create");
}
