import { AuthError } from "#core/accounts/auth-errors.ts";
import { createInvitationCookie, isInvitationToken } from "#core/invitations/cookie.ts";
import { getClientInfo } from "../client-info.ts";
import { getRedirectTarget } from "../codes/redirects.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { buildErrorRedirect } from "../session/build-redirects.ts";
import { readChallenge } from "../session/flow-state.ts";
import type { SessionRow } from "../tables.ts";
import { requireCredentialChangeAllowed } from "../user/authorize-credential-change.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { findProvider, isLinkingEnabled } from "./find-provider.ts";
import { startFlow } from "./oauth-flow.ts";

/** The parameters passed on to the provider. `scopes` isn't among them, because the configured scopes are enough. */
const PASSED_ON_PARAMETERS = ["prompt", "login_hint", "hd"];
const PARAMETER_VALUE = /^[\x20-\x7e]{1,255}$/;

const readParameters = (query: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) => PASSED_ON_PARAMETERS.includes(name) && PARAMETER_VALUE.test(value),
    ),
  );

export const handleAuthorize: AuthHandler = async (c, auth) => {
  await countRequest(auth, "oauth", getClientInfo(c, auth).ip);
  const query = c.req.query();
  const provider = await findProvider(auth, query.provider);
  const challenge = readChallenge(query);
  const redirectTo = getRedirectTarget(c, auth);
  try {
    const parameters = readParameters(query);
    const { url, cookies } = await startFlow(auth, { provider, redirectTo, challenge, parameters });
    for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
    const { invitation } = query;
    // The browser sends this cookie with the callback.
    if (invitation && isInvitationToken(invitation))
      c.header("Set-Cookie", createInvitationCookie(invitation), { append: true });
    return c.redirect(url, 302);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return c.redirect(buildErrorRedirect(redirectTo, error, challenge !== undefined), 302);
  }
};

/**
 * Returns the session if it may be used to link an identity. Throws AuthError: manual_linking_disabled,
 * session_not_found, user_sso_managed, insufficient_aal, reauthentication_needed.
 */
export async function requireLinkingAllowed(
  auth: AuthDeps,
  { user, session }: Pick<Bearer, "user" | "session">,
): Promise<SessionRow> {
  if (!(await isLinkingEnabled(auth))) throw new AuthError("manual_linking_disabled");
  if (!session) throw new AuthError("session_not_found");
  // Like a change of the email address, this changes who can sign in.
  await requireCredentialChangeAllowed(auth, { user, session }, { email: user.email ?? user.id });
  await requireStepUp(auth, { user, session });
  return session;
}

/**
 * Redirects to the provider's sign-in page, or returns its URL. The cookie that the response sets binds the flow to
 * this browser, so linking works only from a page on this site.
 */
export const handleLinkIdentity: AuthHandler = async (c, auth) => {
  if (!(await isLinkingEnabled(auth))) throw new AuthError("manual_linking_disabled");
  await countRequest(auth, "oauth", getClientInfo(c, auth).ip);
  const query = c.req.query();
  const provider = await findProvider(auth, query.provider);
  const session = await requireLinkingAllowed(auth, c.get("bearer"));
  const { url, cookies } = await startFlow(auth, {
    provider,
    redirectTo: getRedirectTarget(c, auth),
    challenge: readChallenge(query),
    parameters: readParameters(query),
    sessionId: session.id,
  });
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
  return query.skip_http_redirect === "true" ? c.json({ url }) : c.redirect(url, 302);
};
