import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import { ERRORS } from "#core/errors.ts";
import type { Notice } from "#core/notices.ts";
import type { App } from "#server/app.ts";
import {
  type AskedProof,
  askForProof,
  PROOF_FIELD_NAMES,
  readProof,
  SEND_PROOF_CODE,
} from "#web/account/answer-proof.ts";
import { attempt } from "#web/operation.ts";
import { appContext } from "#web/server-context.ts";
import { fromOf, type SettingsDone, type SettingsRefusal } from "#web/settings/answer-settings.ts";
import { fieldOf, wordsOf } from "#web/settings/field-of.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import { textField } from "#web/shell/text-field.ts";

type Context = Readonly<RouterContextProvider>;

/** How a form of an administrator's act was answered. */
export type ActAnswer = SettingsDone | ActRefusal;

/** One without a message is told by the page itself. */
export interface ActRefusal extends SettingsRefusal {
  /** What would prove once more who asks, and what was wrong with what was given; null where nothing is asked. */
  readonly proof: AskedProof | null;
}

interface Act {
  readonly notice: Notice;
  /** Where a page without script goes on. */
  readonly to: string;
  run(app: App, viewer: Viewer): Promise<unknown>;
}

/**
 * Answers the form of an act: a proof that came with it is judged first, then the act is run. Where it takes a fresh
 * sign-in and there is none, the answer says what would prove it, and the form is sent again with that.
 */
export async function answerAct(
  context: Context,
  request: Request,
  form: FormData,
  { notice, to, run }: Act,
) {
  const intent = textField(form, "intent");
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !PROOF_FIELD_NAMES.includes(name) ? [[name, value]] : [],
    ),
  );
  const refuse = (
    refusal: Omit<ActRefusal, "ok" | "intent" | "typed" | "proof">,
    proof: AskedProof | null,
    status: number,
  ) => data<ActAnswer>({ ok: false, intent, ...refusal, typed, proof }, { status });

  const { auth } = context.get(appContext);
  try {
    const done = await attempt(context, async (app, viewer) => {
      if (form.has(SEND_PROOF_CODE)) return app.auth.own.sendProofCode(viewer, fromOf(context));
      const proof = readProof(form);
      if (proof) await app.auth.own.signInAgain(viewer, proof, fromOf(context));
      return run(app, viewer);
    });
    if (!done.ok) {
      const { code, title, message, fields } = done.refusal;
      if (code !== "sign_in_again") return refuse({ title, message, fields }, null, done.status);
      return refuse({ title, message, fields: {} }, await askForProof(context, fields), done.status);
    }
    if (form.has(SEND_PROOF_CODE)) {
      const { title, message, status } = ERRORS.sign_in_again;
      return refuse({ title, message, fields: {} }, await askForProof(context, {}, true), status);
    }
  } catch (error) {
    const refused = auth.refusalOf(error);
    if (!refused) throw error;
    const message = wordsOf(refused.code, refused.message);
    const field = fieldOf(refused.code, intent);
    return refuse(
      { title: "Error", message, fields: field ? { [field]: message } : {} },
      null,
      refused.status,
    );
  }
  if (isScriptRequest(request)) return data<ActAnswer>({ ok: true, intent, notice });
  return redirect(to, { headers: { "Set-Cookie": noticeCookie(notice) } });
}
