import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import { PROOF_FIELDS, type Proof, type ProofAsked } from "#core/accounts/proof.ts";
import type { Notice } from "#core/notices.ts";
import type { App } from "#server/app.ts";
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

export interface AskedProof extends ProofAsked {
  readonly problems: Readonly<Record<string, string>>;
}

interface Act {
  readonly notice: Notice;
  /** Where a page without script goes on. */
  readonly to: string;
  run(app: App, viewer: Viewer): Promise<unknown>;
}

/** A button of this name has the code mailed that proves an account without a password. */
export const SEND_PROOF_CODE = "send-proof-code";

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
  const proofFields: readonly string[] = [...Object.values(PROOF_FIELDS), SEND_PROOF_CODE];
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !proofFields.includes(name) ? [[name, value]] : [],
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
    if (form.has(SEND_PROOF_CODE))
      return refuse(
        { title: "Code sent", message: "Look into your mail.", fields: {} },
        await askForProof(context, {}),
        403,
      );
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

async function askForProof(
  context: Context,
  problems: Readonly<Record<string, string>>,
): Promise<AskedProof | null> {
  const asked = await attempt(context, (app, viewer) => app.auth.own.describeProof(viewer));
  return asked.ok ? { ...asked.value, problems } : null;
}

/** What of a proof came with a form; undefined where none did. */
function readProof(form: FormData): Proof | undefined {
  const names = Object.entries(PROOF_FIELDS) as [keyof Proof, string][];
  if (!names.some(([, name]) => form.has(name))) return undefined;
  return Object.fromEntries(names.map(([key, name]) => [key, textField(form, name)])) as unknown as Proof;
}
