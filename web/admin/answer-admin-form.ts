import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import { ERRORS } from "#core/errors.ts";
import type { Notice } from "#core/notices.ts";
import type { App } from "#server/app.ts";
import {
  loadProofPrompt,
  PROOF_FIELD_NAMES,
  type ProofPrompt,
  readProof,
  SEND_PROOF_CODE,
} from "#web/account/proof-prompt.ts";
import { attempt } from "#web/operation.ts";
import { appContext } from "#web/server-context.ts";
import { getClientInfo, type SettingsDone, type SettingsRefusal } from "#web/settings/answer-settings.ts";
import { findField, getErrorMessage } from "#web/settings/settings-errors.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import { textField } from "#web/shell/text-field.ts";

type Context = Readonly<RouterContextProvider>;

export type AdminAnswer = SettingsDone | AdminRefusal;

/** Without a message, the page itself explains the refusal. */
export interface AdminRefusal extends SettingsRefusal {
  /** The accepted proofs, and what was wrong with the given one; null when no fresh sign-in is needed. */
  readonly proof: ProofPrompt | null;
}

interface AdminAction {
  readonly notice: Notice;
  /** Where to redirect without JavaScript. */
  readonly to: string;
  run(app: App, viewer: Viewer): Promise<unknown>;
}

/**
 * Answers the form of an admin action: checks a submitted proof, then runs the action. When the action needs a
 * fresh sign-in, the answer lists the accepted proofs and the form is submitted again with one.
 */
export async function answerAdminForm(
  context: Context,
  request: Request,
  form: FormData,
  { notice, to, run }: AdminAction,
) {
  const intent = textField(form, "intent");
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !PROOF_FIELD_NAMES.includes(name) ? [[name, value]] : [],
    ),
  );
  const refuse = (
    refusal: Omit<AdminRefusal, "ok" | "intent" | "typed" | "proof">,
    proof: ProofPrompt | null,
    status: number,
  ) => data<AdminAnswer>({ ok: false, intent, ...refusal, typed, proof }, { status });

  const { auth } = context.get(appContext);
  try {
    const done = await attempt(context, async (app, viewer) => {
      if (form.has(SEND_PROOF_CODE)) return app.auth.own.sendProofCode(viewer, getClientInfo(context));
      const proof = readProof(form);
      if (proof) await app.auth.own.signInAgain(viewer, proof, getClientInfo(context));
      return run(app, viewer);
    });
    if (!done.ok) {
      const { code, title, message, fields } = done.refusal;
      if (code !== "sign_in_again") return refuse({ title, message, fields }, null, done.status);
      return refuse({ title, message, fields: {} }, await loadProofPrompt(context, fields), done.status);
    }
    if (form.has(SEND_PROOF_CODE)) {
      const { title, message, status } = ERRORS.sign_in_again;
      return refuse({ title, message, fields: {} }, await loadProofPrompt(context, {}, true), status);
    }
  } catch (error) {
    const refused = auth.toRefusal(error);
    if (!refused) throw error;
    const message = getErrorMessage(refused.code, refused.message);
    const field = findField(refused.code, intent);
    return refuse(
      { title: "Error", message, fields: field ? { [field]: message } : {} },
      null,
      refused.status,
    );
  }
  if (isScriptRequest(request)) return data<AdminAnswer>({ ok: true, intent, notice });
  return redirect(to, { headers: { "Set-Cookie": noticeCookie(notice) } });
}
