import type { Viewer } from "#core/accounts/member.ts";
import type { Notice } from "#core/notices.ts";
import type { App } from "#server/app.ts";
import { answerForm } from "#web/forms/answer-form.ts";
import { type ActionArgs, handleIntent, type Submission } from "#web/forms/handle-intent.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { HISTORY_PATH } from "./build-history-href.ts";

type Run = (history: App["ai"]["history"], viewer: Viewer, submission: Submission) => Promise<unknown>;

export function changeHistory(args: ActionArgs) {
  const createHandler =
    (notice: Notice, run: Run, to = getReferrerPath(args.request, HISTORY_PATH)) =>
    (submission: Submission) =>
      answerForm(submission, {
        notice,
        to,
        refusedTo: to,
        run: ({ ai: { history } }, viewer) => run(history, viewer, submission),
      });
  return handleIntent(args, {
    "save-on": createHandler("history-on", (history, viewer) => history.setSaving(viewer, true)),
    "save-off": createHandler("history-off", (history, viewer) => history.setSaving(viewer, false)),
    rename: createHandler(
      "conversation-renamed",
      (history, viewer, { text }) => history.renameConversation(viewer, text("id"), text("title")),
      HISTORY_PATH,
    ),
    delete: createHandler("conversation-deleted", (history, viewer, { text }) =>
      history.deleteConversation(viewer, text("id")),
    ),
    "delete-all": createHandler("history-deleted", (history, viewer) => history.deleteConversations(viewer)),
  });
}
