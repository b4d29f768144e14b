import { LAST_SIGN_IN_COOKIE, parseLastSignIn } from "#core/accounts/last-sign-in.ts";
import { parseInvitationCookie } from "#core/invitations/cookie.ts";
import { parseCookie } from "#web/page/parse-cookie.ts";
import { appContext, edgeContext, identityContext, type RequestContext } from "#web/server-context.ts";
import { parseAccessToken } from "#web/session/request-session.ts";
import type { OptionsResponse } from "./load-options.ts";

/** The sign-in options, the method last used on this device, and the user's factors if one still has to be verified. */
export async function loadSignInOptions(request: Request, context: RequestContext): Promise<OptionsResponse> {
  const { auth } = context.get(appContext);
  const cookies = request.headers.get("Cookie");
  const accessToken = parseAccessToken(cookies);
  const needsFactor = context.get(identityContext).isFactorRequired && accessToken !== undefined;
  const [options, factors] = await Promise.all([
    auth.describe(parseInvitationCookie(cookies), context.get(edgeContext).client().host),
    needsFactor ? auth.listFactors(accessToken) : null,
  ]);
  return { options, factors, lastUsed: parseLastSignIn(parseCookie(cookies, LAST_SIGN_IN_COOKIE)) };
}
