import { data } from "react-router";
import type { StepUpRefusal } from "#web/account/answer-with-step-up.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import type { Refusal } from "#web/operation.ts";

/** Returns the submitted form with the result of a button that changes nothing, such as a preview, or with a refusal. */
export function returnForm(
  { intent }: Submission,
  { fieldErrors = {}, input = {}, output }: Partial<Pick<StepUpRefusal, "fieldErrors" | "input" | "output">>,
  failure?: { readonly refusal: Refusal; readonly status: number },
) {
  const { code, title, message } = failure?.refusal ?? { code: "invalid_input", title: "", message: "" };
  return data<StepUpRefusal>(
    { ok: false, intent, code, title, message, fieldErrors, input, output },
    { status: failure?.status ?? 200 },
  );
}
