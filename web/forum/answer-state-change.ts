import { answerForm, type Change } from "#web/forms/answer-form.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";

/** Returns the new state to scripts. Without JavaScript it redirects to the page with the button, or to sign-in. */
export function answerStateChange<Value>(
  submission: Submission,
  fallbackPath: string,
  change: Pick<Change<Value>, "run" | "notice">,
) {
  const path = getReferrerPath(submission.request, fallbackPath);
  return answerForm(submission, { ...change, to: path, refusedTo: path, getValue: (value: Value) => value });
}
