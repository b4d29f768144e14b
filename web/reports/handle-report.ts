import { answerForm } from "#web/forms/answer-form.ts";
import { type ActionArgs, handleIntent } from "#web/forms/handle-intent.ts";
import { getSafePath } from "#web/page/same-site-path.ts";

/** Submits a report. Without JavaScript, it redirects back with a notice. */
export const handleReport = (args: ActionArgs, { searchParams }: URL) =>
  handleIntent(args, {
    "": (submission) =>
      answerForm(submission, {
        notice: "report-sent",
        to: getSafePath(submission.text("back")),
        run: (app, viewer) =>
          app.reports.submitReport(viewer, {
            kind: searchParams.get("kind") ?? "",
            id: searchParams.get("id") ?? "",
            reason: submission.text("reason"),
            text: submission.text("text"),
          }),
      }),
  });
