import { data, type RouterContextProvider, redirect } from "react-router";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { attempt } from "#web/operation.ts";
import { appContext, edgeContext, getForm } from "#web/server-context.ts";
import { loadProofPrompt, type ProofPrompt, parseProof, SEND_PROOF_CODE } from "./proof-prompt.ts";

type Context = Readonly<RouterContextProvider>;

export type ConfirmResult = { readonly ok: true } | ConfirmRefusal;

export interface ConfirmRefusal {
  readonly ok: false;
  /** Empty when a field shows the problem. */
  readonly message: string;
  readonly proof: ProofPrompt | null;
}

/** Steps up the session so that it counts as signed in recently, or emails the code for it. */
export async function handleConfirmForm(context: Context, request: Request, next: string) {
  const form = getForm(context);
  const { auth } = context.get(appContext);
  const { address: ip, userAgent } = context.get(edgeContext).client();
  const client = { ip, userAgent };
  const reject = (refusal: Omit<ConfirmRefusal, "ok">, status: number) =>
    data<ConfirmResult>({ ok: false, ...refusal }, { status });
  const isSending = form.has(SEND_PROOF_CODE);
  const proof = parseProof(form) ?? { password: "", emailedCode: "", factorId: "", code: "" };
  try {
    const result = await attempt(context, async (app, viewer) =>
      isSending
        ? app.auth.account.sendStepUpCode(viewer, client)
        : app.auth.account.stepUp(viewer, proof, client),
    );
    if (!result.ok) {
      const { code, fields, message } = result.refusal;
      const isInField = Object.keys(fields).length > 0;
      const prompt = code === "step_up_required" ? await loadProofPrompt(context, fields) : null;
      return reject({ message: isInField ? "" : message, proof: prompt }, result.status);
    }
  } catch (error) {
    const refusal = auth.toRefusal(error);
    if (!refusal) throw error;
    return reject(
      { message: refusal.message, proof: await loadProofPrompt(context, {}, isSending) },
      refusal.status,
    );
  }
  if (isSending) return reject({ message: "", proof: await loadProofPrompt(context, {}, true) }, 200);
  return isScriptRequest(request) ? data<ConfirmResult>({ ok: true }) : redirect(next);
}
