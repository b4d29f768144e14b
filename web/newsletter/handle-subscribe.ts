import { data, type RouterContextProvider, redirect } from "react-router";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { getClientInfo } from "#web/settings/answer-settings.ts";
import { backPath } from "#web/shell/back-path.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import { textField } from "#web/shell/text-field.ts";

/** `problem` is null for success, which reveals nothing about the address. */
export interface SubscribeResult {
  readonly problem: string | null;
  readonly email: string;
}

/** Handles the form in the footer and on /newsletter: inline, or without scripts on the page it came from. */
export async function handleSubscribe(context: Readonly<RouterContextProvider>, request: Request) {
  const email = textField(getForm(context), "email");
  const asked = await attempt(context, (app, viewer) =>
    app.newsletter.subscribe(viewer, { email }, getClientInfo(context)),
  );
  if (!asked.ok) {
    const { fields, message } = asked.refusal;
    return data<SubscribeResult>({ problem: fields.email ?? message, email }, { status: asked.status });
  }
  if (isScriptRequest(request)) return data<SubscribeResult>({ problem: null, email });
  return redirect(backPath(request), { headers: { "Set-Cookie": noticeCookie("newsletter-asked") } });
}
