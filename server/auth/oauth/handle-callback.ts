import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { completeTest } from "../provider-settings/test-provider.ts";
import { buildCodeRedirect, buildErrorRedirect, buildSessionRedirect } from "../session/build-redirects.ts";
import { issueCode } from "../session/flow-state.ts";
import { bindLanding } from "../session/landing-state.ts";
import { startSession } from "../session/start-session.ts";
import { buildConfirmationErrorUrl, confirmProviderUser } from "./confirm-at-provider.ts";
import { findProvider } from "./find-provider.ts";
import { clearFlowCookie, consumeFlow, FLOW_SECONDS, getCallbackUrl, type OAuthFlow } from "./oauth-flow.ts";
import { type ProviderUser, readProviderUser } from "./read-provider-user.ts";
import { linkProviderUser, signInProviderUser } from "./sign-in-provider-user.ts";

/** The parameters that providers add to the callback's URL. All others are ignored. */
const PARAMETERS = ["code", "state", "iss", "error", "error_description"];

/**
 * Handles the browser's return from the provider. Errors are passed to the flow's redirect target, or to the landing
 * page if there is no flow.
 */
export const handleCallback: AuthHandler = async (c, auth) => {
  const client = getClientInfo(c, auth);
  let flow: OAuthFlow | undefined;
  try {
    await countRequest(auth, "oauth_callback", client.ip);
    const consumedFlow = await consumeFlow(auth, c);
    flow = consumedFlow.flow;
    c.header("Set-Cookie", clearFlowCookie(), { append: true });
    const callback = buildCallback(auth, (name) => c.req.query(name));
    if (flow.versionToTest !== null) {
      await completeTest(auth, flow, callback, consumedFlow.secrets);
      return c.redirect(flow.redirectTo, 303);
    }
    if (auth.clock.now().getTime() >= flow.createdAt.getTime() + FLOW_SECONDS * 1000)
      throw new AuthError("flow_state_expired");
    const provider = await findProvider(auth, flow.provider);
    if (c.req.query("error") === "access_denied")
      throw new AuthError("bad_oauth_callback", { status: 403, message: "The sign-in was canceled" });
    const user = await readProviderUser(auth, provider, callback, consumedFlow.secrets);
    const outcome = await completeFlow(auth, flow, user, client);
    auth.mailer.wake();
    if (outcome === null) return c.redirect(flow.redirectTo, 303);
    if ("authCode" in outcome) return c.redirect(buildCodeRedirect(flow.redirectTo, outcome.authCode), 303);
    // The landing page only knows the purposes of emailed links, so this uses the one for an ordinary sign-in.
    bindLanding(c, auth, { target: flow.redirectTo, session: outcome, purpose: "magic-link" });
    return c.redirect(buildSessionRedirect(flow.redirectTo, outcome), 303);
  } catch (error) {
    const authError =
      error instanceof AuthError ? error : new AuthError("unexpected_failure", { cause: error });
    if (!(error instanceof AuthError)) auth.log.error({ err: error }, "a provider's callback failed");
    if (flow && flow.stepUpSessionId !== null)
      return c.redirect(buildConfirmationErrorUrl(flow, authError), 303);
    const target = flow?.redirectTo ?? `${auth.config.publicUrl}/auth/landing?for=oauth`;
    return c.redirect(buildErrorRedirect(target, authError, flow === undefined || flow.flowId !== null), 303);
  }
};

function buildCallback(auth: AuthDeps, read: (name: string) => string | null | undefined): URL {
  const callback = new URL(getCallbackUrl(auth));
  for (const name of PARAMETERS) {
    const value = read(name);
    if (typeof value === "string") callback.searchParams.set(name, value);
  }
  return callback;
}

/**
 * Redirects to the GET route, because Apple sends the browser back with a cross-site POST, which carries no
 * SameSite=Lax cookie.
 */
export const handlePostedCallback: AuthHandler = async (c, auth) => {
  const form = new URLSearchParams(await c.req.text());
  return c.redirect(buildCallback(auth, (name) => form.get(name)).href, 303);
};

/** Returns null if the flow only linked or confirmed an identity and the browser already has a session. */
async function completeFlow(auth: AuthDeps, flow: OAuthFlow, user: ProviderUser, client: ClientInfo) {
  return auth.database.db.transaction(async (tx) => {
    if (flow.stepUpSessionId !== null) {
      await confirmProviderUser(auth, tx, flow, user);
      return null;
    }
    const account =
      flow.sessionId === null
        ? await signInProviderUser(auth, tx, user, client.invitationToken)
        : await linkProviderUser(auth, tx, flow.sessionId, user);
    if (!flow.returnsSession) return null;
    if (flow.flowId !== null) return { authCode: await issueCode(auth, tx, flow.flowId, account.id) };
    return startSession(auth, tx, account, "oauth", client, { provider: flow.provider });
  });
}
