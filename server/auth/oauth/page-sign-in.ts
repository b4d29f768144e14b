import { randomBytes } from "node:crypto";
import { parse } from "hono/utils/cookie";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { createValidationError } from "../request-body.ts";
import { serializeCookie } from "../serialize-cookie.ts";
import { exchangeCode } from "../session/exchange-code.ts";
import type { Challenge } from "../session/flow-state.ts";
import { startSso } from "../sso/start-sso.ts";
import { requireViewerSession } from "../user/require-viewer-session.ts";
import { requireLinkingAllowed } from "./authorize.ts";
import { requireCsrfToken } from "./csrf-token.ts";
import { findProvider } from "./find-provider.ts";
import { type ProviderRedirect, startFlow } from "./oauth-flow.ts";

/**
 * Starts a sign-in from one of the site's own pages. It works without JavaScript, because the PKCE verifier is in a
 * cookie. Throws AuthError: validation_failed, over_request_rate_limit, unexpected_failure.
 */
export async function startPageSignIn(
  auth: AuthDeps,
  { provider: name, next }: { readonly provider: string; readonly next: string },
  client: ClientInfo,
): Promise<ProviderRedirect> {
  await countRequest(auth, "oauth", client.ip);
  const provider = await findProvider(auth, name);
  const { verifier, challenge } = await createVerifier();
  const { url, cookies } = await startFlow(auth, {
    provider,
    redirectTo: buildReturnUrl(auth, name, next),
    challenge,
  });
  return { url, cookies: [...cookies, serializeCookie(COOKIE, verifier, VERIFIER_SECONDS)] };
}

/**
 * Starts a sign-in at the identity provider of the email address's domain. Throws AuthError: saml_provider_disabled,
 * validation_failed, sso_provider_not_found, over_request_rate_limit.
 */
export async function startPageSso(
  auth: AuthDeps,
  { email: input, next }: { readonly email: string; readonly next: string },
  client: ClientInfo,
): Promise<ProviderRedirect> {
  if (!auth.config.auth.saml) throw new AuthError("saml_provider_disabled");
  await countRequest(auth, "sso", client.ip);
  const parsed = parseEmail(input);
  if ("problem" in parsed) throw createValidationError(parsed.problem);
  const { verifier, challenge } = await createVerifier();
  const url = await startSso(auth, {
    providerId: undefined,
    domain: parsed.email.split("@")[1],
    redirectTo: buildReturnUrl(auth, "sso", next),
    challenge,
    invitationToken: client.invitationToken,
  });
  return { url, cookies: [serializeCookie(COOKIE, verifier, VERIFIER_SECONDS)] };
}

async function createVerifier(): Promise<{ verifier: string; challenge: Challenge }> {
  const verifier = randomBytes(32).toString("base64url");
  const { calculatePKCECodeChallenge } = await import("openid-client");
  return { verifier, challenge: { challenge: await calculatePKCECodeChallenge(verifier), method: "s256" } };
}

/** Exchanges the code that the browser came back with. Throws bad_oauth_state and exchangeCode's AuthErrors. */
export async function completePageSignIn(
  auth: AuthDeps,
  { code, cookies }: { readonly code: string; readonly cookies: string | null },
  client: ClientInfo,
): Promise<AuthSession> {
  const verifier = parse(cookies ?? "", COOKIE)[COOKIE];
  if (!verifier) throw new AuthError("bad_oauth_state");
  return exchangeCode(auth, { code, verifier }, client);
}

/**
 * Starts linking an identity to the viewer's account. The token proves that they followed the link on their own
 * settings page, because another site can't know it. Throws AppError("not_signed_in"); AuthError: bad_oauth_state,
 * validation_failed, over_request_rate_limit, unexpected_failure, and the errors of requireLinkingAllowed.
 */
export async function startPageLinking(
  auth: AuthDeps,
  viewer: Viewer,
  { provider: name, token }: { readonly provider: string; readonly token: string },
  client: ClientInfo,
): Promise<ProviderRedirect> {
  const bearer = await requireViewerSession(auth, viewer);
  requireCsrfToken(auth, "link identity", bearer.session.id, token);
  await countRequest(auth, "oauth", client.ip);
  const provider = await findProvider(auth, name);
  const session = await requireLinkingAllowed(auth, bearer);
  const redirectTo = buildReturnUrl(auth, name, "/settings/security");
  return startFlow(auth, { provider, redirectTo, sessionId: session.id, returnsSession: false });
}

const buildReturnUrl = ({ config }: AuthDeps, provider: string, next: string) =>
  `${config.publicUrl}/auth?${new URLSearchParams({ with: provider, done: "yes", next })}`;

export const clearVerifier = () => serializeCookie(COOKIE, "", 0);

/** A sign-in at the provider may take ten minutes, and the code is then valid for five more. */
const VERIFIER_SECONDS = 900;
const COOKIE = "lattice-verifier";
