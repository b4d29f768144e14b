import { data, type RouterContextProvider, redirect } from "react-router";
import { attempt } from "#web/operation.ts";
import { appContext, edgeContext, getForm } from "#web/server-context.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import { loadProofPrompt, type ProofPrompt, readProof, SEND_PROOF_CODE } from "./proof-prompt.ts";

type Context = Readonly<RouterContextProvider>;

export type ConfirmAnswer = { readonly ok: true } | ConfirmRefusal;

export interface ConfirmRefusal {
  readonly ok: false;
  /** Empty when a field shows the problem. */
  readonly message: string;
  readonly proof: ProofPrompt | null;
}

/** Steps up the session so that it counts as signed in recently, or emails the code for it. */
export async function answerConfirm(context: Context, request: Request, next: string) {
  const form = getForm(context);
  const { auth } = context.get(appContext);
  const { address: ip, userAgent } = context.get(edgeContext).client();
  const from = { ip, userAgent };
  const refuse = (refusal: Omit<ConfirmRefusal, "ok">, status: number) =>
    data<ConfirmAnswer>({ ok: false, ...refusal }, { status });
  const isSending = form.has(SEND_PROOF_CODE);
  const proof = readProof(form) ?? { password: "", mailedCode: "", factorId: "", code: "" };
  try {
    const done = await attempt(context, async (app, viewer) =>
      isSending ? app.auth.own.sendProofCode(viewer, from) : app.auth.own.signInAgain(viewer, proof, from),
    );
    if (!done.ok) {
      const { code, fields, message } = done.refusal;
      const isInField = Object.keys(fields).length > 0;
      const prompt = code === "sign_in_again" ? await loadProofPrompt(context, fields) : null;
      return refuse({ message: isInField ? "" : message, proof: prompt }, done.status);
    }
  } catch (error) {
    const refused = auth.toRefusal(error);
    if (!refused) throw error;
    return refuse(
      { message: refused.message, proof: await loadProofPrompt(context, {}, isSending) },
      refused.status,
    );
  }
  if (isSending) return refuse({ message: "", proof: await loadProofPrompt(context, {}, true) }, 200);
  return isScriptRequest(request) ? data<ConfirmAnswer>({ ok: true }) : redirect(next);
}
