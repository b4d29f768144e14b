import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError, readBody } from "../request-body.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { answerRequest, type ConsentingMember, openRequest } from "./authorizations.ts";
import type { OAuthClientRow } from "./tables.ts";

export const presentClientToMember = ({ id, name, website, logoUrl }: OAuthClientRow) => ({
  id,
  name,
  uri: website ?? "",
  logo_uri: logoUrl ?? "",
});

export const handleGetAuthorization: AuthHandler = async (c, auth) => {
  requireOwnOrigin(auth, c.req.header("origin"));
  const member = getConsentingMember(c.get("bearer"));
  const openedRequest = await openRequest(auth, member, c.req.param("authorizationId") ?? "");
  if ("redirectUrl" in openedRequest) return c.json({ redirect_url: openedRequest.redirectUrl });
  const { request, client } = openedRequest;
  return c.json({
    authorization_id: request.id,
    redirect_uri: request.redirectUri,
    client: presentClientToMember(client),
    user: { id: member.user.id, email: member.user.email ?? member.user.ssoEmail ?? "" },
    scope: request.scopes.join(" "),
  });
};

export const handleConsent: AuthHandler = async (c, auth) => {
  requireOwnOrigin(auth, c.req.header("origin"));
  const { action } = await readBody(c);
  if (action !== "approve" && action !== "deny")
    throw createValidationError("action must be 'approve' or 'deny'");
  const id = c.req.param("authorizationId") ?? "";
  return c.json({
    redirect_url: await answerRequest(auth, getConsentingMember(c.get("bearer")), id, action),
  });
};

/** Refuses tokens that belong to no session, because they don't show how the member signed in. */
function getConsentingMember({ user, session }: Bearer): ConsentingMember {
  if (!session) throw new AuthError("session_not_found");
  return { user, session };
}

/** Refuses requests from other sites' pages, because only ours ask for consent. Programs send no Origin header. */
function requireOwnOrigin({ config }: AuthDeps, origin: string | undefined): void {
  if (origin === undefined) return;
  const ownOrigins = [config.publicUrl, config.auth.siteUrl].map((url) => new URL(url).origin);
  if (!ownOrigins.includes(origin)) throw createValidationError("unauthorized request origin");
}
