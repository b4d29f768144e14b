import { data, type RouterContextProvider, redirect } from "react-router";
import { getEmailNotice } from "#core/notices.ts";
import { getClientInfo } from "#web/forms/handle-settings.ts";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { attempt } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { appContext, getForm } from "#web/server-context.ts";

/**
 * `problem` is null for success, which reveals nothing about the address. `isEmailSent` is false without an email
 * server.
 */
export interface SubscribeResult {
  readonly problem: string | null;
  readonly email: string;
  readonly isEmailSent: boolean;
}

/** Handles the form in the footer and on /newsletter: inline, or without JavaScript on the page it came from. */
export async function handleSubscribe(context: Readonly<RouterContextProvider>, request: Request) {
  const email = getTextField(getForm(context), "email");
  const { isEmailConfigured: isEmailSent } = context.get(appContext).mailer;
  const result = await attempt(context, (app, viewer) =>
    app.newsletter.subscribe(viewer, { email }, getClientInfo(context)),
  );
  if (!result.ok) {
    const { fields, message } = result.refusal;
    return data<SubscribeResult>(
      { problem: fields.email ?? message, email, isEmailSent },
      { status: result.status },
    );
  }
  if (isScriptRequest(request)) return data<SubscribeResult>({ problem: null, email, isEmailSent });
  return redirect(getReferrerPath(request), {
    headers: { "Set-Cookie": createNoticeCookie(getEmailNotice("newsletter-requested", isEmailSent)) },
  });
}
