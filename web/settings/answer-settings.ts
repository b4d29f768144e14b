import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import { ERRORS } from "#core/errors.ts";
import type { Notice } from "#core/notices.ts";
import type { App } from "#server/app.ts";
import { attempt } from "#web/operation.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import { findField, getErrorMessage } from "./settings-errors.ts";

type Context = Readonly<RouterContextProvider>;

/** The response to a settings form. */
export type SettingsAnswer = SettingsDone | SettingsRefusal;

export interface SettingsDone {
  readonly ok: true;
  readonly intent: string;
  readonly notice: Notice;
}

export interface SettingsRefusal {
  readonly ok: false;
  readonly intent: string;
  readonly title: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether a step-up (/settings/confirm) would allow it. */
  readonly needsProof?: boolean;
  /** What the user typed, except passwords and codes. */
  readonly typed: Readonly<Record<string, string>>;
}

interface Change<T> {
  /** The notice on the next page. */
  readonly notice: Notice | ((done: T) => Notice);
  /** Where to redirect without scripts. */
  readonly to: string;
  readonly headers?: Headers;
  run(app: App, viewer: Viewer): Promise<T>;
}

const SECRET = /password|code/i;

/** Runs a form's change. Errors of auth and storage are returned like AppErrors, at the field they belong to. */
export async function answerSettings<T>(
  context: Context,
  request: Request,
  form: FormData,
  { notice: noticeOption, to, headers = new Headers(), run }: Change<T>,
) {
  const intent = String(form.get("intent") ?? "");
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !SECRET.test(name) ? [[name, value]] : [],
    ),
  );
  const { auth, storage } = context.get(appContext);
  let notice: Notice;
  try {
    const done = await attempt(context, run);
    if (!done.ok) {
      const { title, message, fields } = done.refusal;
      const answer: SettingsRefusal = { ok: false, intent, title, message, fields, typed };
      return data<SettingsAnswer>(answer, { status: done.status });
    }
    notice = typeof noticeOption === "function" ? noticeOption(done.value) : noticeOption;
  } catch (error) {
    const refused = auth.toRefusal(error) ?? storage.toRefusal(error);
    if (!refused) throw error;
    const { code, status } = refused;
    if (code === "reauthentication_needed" && !form.has("code")) {
      const { title, message } = ERRORS.sign_in_again;
      const answer: SettingsRefusal = {
        ok: false,
        intent,
        title,
        message,
        fields: {},
        needsProof: true,
        typed,
      };
      return data<SettingsAnswer>(answer, { status });
    }
    const message = getErrorMessage(code, refused.message);
    const field = findField(code, intent);
    const fields = field ? { [field]: message } : {};
    return data<SettingsAnswer>({ ok: false, intent, title: "Error", message, fields, typed }, { status });
  }
  if (isScriptRequest(request)) return data<SettingsAnswer>({ ok: true, intent, notice }, { headers });
  headers.append("Set-Cookie", noticeCookie(notice));
  return redirect(to, { headers });
}

/** The client's IP address and User-Agent, for sessions and rate limits. */
export function getClientInfo(context: Context) {
  const { address: ip, userAgent } = context.get(edgeContext).client();
  return { ip, userAgent };
}
