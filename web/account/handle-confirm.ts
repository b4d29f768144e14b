import { data, redirect } from "react-router";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isDataRequest } from "#web/forms/data-request.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { attempt } from "#web/operation.ts";
import { getClientInfo } from "#web/server-context.ts";
import { loadProofPrompt, type ProofPrompt, parseProof, SEND_PROOF_CODE } from "./proof-prompt.ts";

export type ConfirmResult = { readonly ok: true } | ConfirmRefusal;

export interface ConfirmRefusal {
  readonly ok: false;
  /** Empty when a field shows the problem. */
  readonly message: string;
  readonly proof: ProofPrompt | null;
}

/** Steps up the session so that it counts as signed in recently, or emails the code for it. */
export async function handleConfirmForm({ request, context, form }: Submission, next: string) {
  const reject = (refusal: Omit<ConfirmRefusal, "ok">, status: number) =>
    data<ConfirmResult>({ ok: false, ...refusal }, { status });
  const isSending = form.has(SEND_PROOF_CODE);
  const proof = parseProof(form) ?? { password: "", emailedCode: "", factorId: "", code: "" };
  const client = getClientInfo(context);
  const result = await attempt(context, async ({ auth: { account } }, viewer) =>
    isSending ? account.sendStepUpCode(viewer, client) : account.stepUp(viewer, proof, client),
  );
  if (!result.ok) {
    const { code, fields, message } = result.refusal;
    const isInField = Object.keys(fields).length > 0;
    const isAuthError = result.error instanceof AuthError;
    const prompt =
      isAuthError || code === "step_up_required"
        ? await loadProofPrompt(context, fields, isSending && isAuthError)
        : null;
    return reject({ message: isInField ? "" : message, proof: prompt }, result.status);
  }
  if (isSending) return reject({ message: "", proof: await loadProofPrompt(context, {}, true) }, 200);
  return isDataRequest(request) ? data<ConfirmResult>({ ok: true }) : redirect(next);
}
