import { redirect } from "react-router";
import type { CheckResult } from "#web/account/receive-landing.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { appContext, edgeContext, getForm } from "#web/server-context.ts";
import type { Route } from "./+types/check-landing";

/**
 * Checks tokens for the landing page before it shows or stores anything: with both tokens of a fragment,
 * whether a link of this site brought them to this browser; with only an access token, which account it belongs to.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const { auth } = context.get(appContext);
  const { address: ip, userAgent } = context.get(edgeContext).client();
  const accessToken = getTextField(form, "access_token");
  const respond = (body: CheckResult, init: ResponseInit = {}) =>
    Response.json(body, { ...init, headers: { "Cache-Control": "no-store", ...init.headers } });
  try {
    if (!form.has("refresh_token")) return respond({ account: await auth.getAccountName(accessToken) });
    const cookies = request.headers.get("Cookie");
    const tokens = { accessToken, refreshToken: getTextField(form, "refresh_token"), cookies };
    const accepted = await auth.acceptLanding(tokens, { ip, userAgent });
    return respond({ accepted }, { headers: { "Set-Cookie": auth.clearLanding } });
  } catch (error) {
    const refusal = auth.toRefusal(error);
    if (!refusal) throw error;
    return respond({ refused: { code: refusal.code, message: refusal.message } }, { status: refusal.status });
  }
}

export function loader() {
  return redirect("/auth/landing");
}
