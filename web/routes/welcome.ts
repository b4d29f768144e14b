import { redirect } from "react-router";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import type { Route } from "./+types/welcome";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => {
    const to = getReferrerPath(submission.request);
    return answerForm(submission, {
      notice: null,
      to,
      refusalPath: to,
      run: ({ auth }, viewer) => auth.account.dismissWelcome(viewer),
    });
  });

export const loader = () => redirect("/");
