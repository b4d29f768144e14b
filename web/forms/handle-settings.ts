import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import { ERRORS } from "#core/errors.ts";
import type { Notice } from "#core/notices.ts";
import type { App } from "#server/app.ts";
import { attempt } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import { isScriptRequest } from "./script-request.ts";
import { findField, getErrorMessage } from "./settings-errors.ts";

type Context = Readonly<RouterContextProvider>;

/** The response to a settings form. */
export type SettingsResult = SettingsSuccess | SettingsRefusal;

export interface SettingsSuccess {
  readonly ok: true;
  readonly intent: string;
  readonly notice: Notice;
  /** The page to continue on, if it's another one. */
  readonly to?: string;
  /** What an admin action returned, such as a new secret, if it can't be read again. */
  readonly shownOnce?: unknown;
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
  readonly input: Readonly<Record<string, string>>;
}

interface Change<T> {
  /** The notice on the next page. */
  readonly notice: Notice | ((value: T) => Notice);
  /** Where to redirect without JavaScript. */
  readonly to: string;
  readonly headers?: Headers;
  run(app: App, viewer: Viewer): Promise<T>;
}

const SECRET = /password|code/i;

/** Runs a form's change. Errors of auth and storage are returned like AppErrors, at the field they belong to. */
export async function handleSettingsForm<T>(
  context: Context,
  request: Request,
  form: FormData,
  { notice: noticeOption, to, headers = new Headers(), run }: Change<T>,
) {
  const intent = String(form.get("intent") ?? "");
  const input = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !SECRET.test(name) ? [[name, value]] : [],
    ),
  );
  const { auth, storage } = context.get(appContext);
  let notice: Notice;
  try {
    const result = await attempt(context, run);
    if (!result.ok) {
      const { title, message, fields } = result.refusal;
      const refusal: SettingsRefusal = { ok: false, intent, title, message, fields, input };
      return data<SettingsResult>(refusal, { status: result.status });
    }
    notice = typeof noticeOption === "function" ? noticeOption(result.value) : noticeOption;
  } catch (error) {
    const authError = auth.toRefusal(error) ?? storage.toRefusal(error);
    if (!authError) throw error;
    const { code, status } = authError;
    if (code === "reauthentication_needed" && !form.has("code")) {
      const { title, message } = ERRORS.step_up_required;
      const refusal: SettingsRefusal = {
        ok: false,
        intent,
        title,
        message,
        fields: {},
        needsProof: true,
        input,
      };
      return data<SettingsResult>(refusal, { status });
    }
    const message = getErrorMessage(code, authError.message);
    const field = findField(code, intent);
    const fields = field ? { [field]: message } : {};
    return data<SettingsResult>({ ok: false, intent, title: "Error", message, fields, input }, { status });
  }
  if (isScriptRequest(request)) return data<SettingsResult>({ ok: true, intent, notice }, { headers });
  headers.append("Set-Cookie", createNoticeCookie(notice));
  return redirect(to, { headers });
}

/** The client's IP address and User-Agent, for sessions and rate limits. */
export function getClientInfo(context: Context) {
  const { address: ip, userAgent } = context.get(edgeContext).client();
  return { ip, userAgent };
}
