import { AuthError } from "#core/accounts/auth-errors.ts";
import { AppError } from "#core/errors.ts";
import { answerForm, type Change, type FormRefusal, type FormSuccess } from "#web/forms/answer-form.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { getClientInfo } from "#web/server-context.ts";
import { loadProofPrompt, type ProofPrompt, parseProof, SEND_PROOF_CODE } from "./proof-prompt.ts";

export type StepUpResult = FormSuccess | StepUpRefusal;

/** If the message is empty, the page itself explains the refusal. */
export interface StepUpRefusal extends FormRefusal {
  /**
   * The accepted proofs, and what was wrong with the submitted one. Undefined if no step-up is required, null if
   * the user is no longer signed in.
   */
  readonly proof?: ProofPrompt | null;
  /** What a button that saves nothing returned: a preview as HTML, or the result of a test. */
  readonly output?: string | undefined;
}

/**
 * Like `answerForm`, for changes that require a step-up. First checks the proof of identity if the form contains one. If
 * a step-up is still required, the refusal lists the accepted proofs.
 */
export function answerWithStepUp<Result, Value = undefined>(
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
    async describeRefusal(refusal, error) {
      // If no code could be sent, for example because of a rate limit, the user may still enter an earlier one.
      const isCodeUnsent = isSendingCode && error instanceof AuthError;
      if (refusal.code !== "step_up_required" && !isCodeUnsent) return refusal;
      const codeRequest = isCodeUnsent ? "refused" : isSendingCode ? "sent" : null;
      const proof = await loadProofPrompt(context, refusal.fieldErrors, codeRequest);
      return { ...refusal, fieldErrors: {}, proof };
    },
  });
}
