import { redirect } from "react-router";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { createSignedOutHeaders, endOwnSession } from "#web/session/end-own-session.ts";
import type { Route } from "./+types/sign-out";

/** Sign-out without JavaScript: ends only this browser's session. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) =>
    answerForm(submission, {
      notice: "signed-out",
      to: "/",
      headers: createSignedOutHeaders(),
      run: () => endOwnSession(submission),
    }),
  );

export const loader = () => redirect("/");
