import { data } from "react-router";
import { AppError } from "#core/errors.ts";
import { loadProofPrompt, type ProofPrompt, parseProof, SEND_PROOF_CODE } from "#web/account/proof-prompt.ts";
import { answerForm, type Change, type FormRefusal, type FormSuccess } from "#web/forms/answer-form.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import type { Refusal } from "#web/operation.ts";
import { getClientInfo } from "#web/server-context.ts";

export type AdminResult = FormSuccess | AdminRefusal;

/** Without a message, the page itself explains the refusal. */
export interface AdminRefusal extends FormRefusal {
  /** The accepted proofs, and what was wrong with the submitted one; null when no step-up is required. */
  readonly proof?: ProofPrompt | null;
}

/**
 * Runs an admin action, after checking the proof of identity if the form contains one. If the action requires a step-up,
 * the response lists the accepted proofs, and the form is submitted again with one of them.
 */
export function answerAdminForm<Result, Value = undefined>(
  submission: Submission,
  change: Change<Result, Value>,
) {
  const { context, form } = submission;
  const isSendingCode = form.has(SEND_PROOF_CODE);
  return answerForm(submission, {
    ...change,
    async run(app, viewer) {
      const { account } = app.auth;
      if (isSendingCode) {
        await account.sendStepUpCode(viewer, getClientInfo(context));
        throw new AppError("step_up_required");
      }
      const proof = parseProof(form);
      if (proof) await account.stepUp(viewer, proof, getClientInfo(context));
      return change.run(app, viewer);
    },
    async describeRefusal(refusal) {
      if (refusal.code !== "step_up_required") return refusal;
      const proof = await loadProofPrompt(context, refusal.fields, isSendingCode);
      return { ...refusal, fields: {}, proof };
    },
  });
}

/** Returns the submitted form with the result of a button that changes nothing, such as a preview, or with a refusal. */
export function returnForm(
  { intent }: Submission,
  { fields, input }: Pick<AdminRefusal, "fields" | "input">,
  refused?: { readonly refusal: Refusal; readonly status: number },
) {
  const { code, title, message } = refused?.refusal ?? { code: "invalid_input", title: "", message: "" };
  return data<AdminRefusal>(
    { ok: false, intent, code, title, message, fields, input },
    { status: refused?.status ?? 200 },
  );
}
