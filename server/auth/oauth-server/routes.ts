import { AuthError } from "#core/accounts/auth-errors.ts";
import { CLIENT_AUTH_METHODS, OAUTH_GRANT_TYPES, OAUTH_SCOPES } from "#core/accounts/oauth.ts";
import type { AuthHandler } from "../handler.ts";
import { type AuthRoute, route } from "../route.ts";
import { handleConsent, handleGetAuthorization } from "./authorizations-http.ts";
import { handleAuthorizeClient } from "./authorize.ts";
import {
  handleChangeClient,
  handleCreateClient,
  handleDeleteClient,
  handleListClients,
  handleRegenerateSecret,
  handleRegisterClient,
  handleShowClient,
} from "./clients-http.ts";
import { handleListGrants, handleRevokeGrant } from "./member-apps.ts";
import { handleClientToken } from "./token-endpoint.ts";
import { handleUserInfo } from "./userinfo.ts";

/** Describes the server to clients (RFC 8414 and OpenID Connect Discovery). */
const handleServerMetadata: AuthHandler = async (c, { config, keys }) => {
  const issuer = `${config.publicUrl}/auth/v1`;
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    ...(config.auth.oauthRegistration ? { registration_endpoint: `${issuer}/oauth/clients/register` } : {}),
    scopes_supported: OAUTH_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: OAUTH_GRANT_TYPES,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [keys.signing.algorithm],
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_supported: [
      ...["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "name", "preferred_username", "profile"],
      ...["picture", "updated_at", "email", "email_verified", "phone_number", "phone_number_verified"],
    ],
  };
  return c.json(metadata, 200, { "cache-control": "public, max-age=600" });
};

const CLIENT = "/admin/oauth/clients/:clientId";
const AUTHORIZATION = "/oauth/authorizations/:authorizationId";

/**
 * The OAuth server's endpoints (docs/decisions/079). The token endpoint authenticates the client. The user info
 * endpoint authenticates an app's access token, which no other endpoint accepts.
 */
const ROUTES: readonly AuthRoute[] = [
  route("GET", "/.well-known/oauth-authorization-server", "public", handleServerMetadata),
  route("GET", "/.well-known/openid-configuration", "public", handleServerMetadata),
  route("GET", "/oauth/authorize", "public", handleAuthorizeClient),
  route("POST", "/oauth/token", "public", handleClientToken),
  route("GET", "/oauth/userinfo", "public", handleUserInfo),
  route("POST", "/oauth/userinfo", "public", handleUserInfo),
  route("POST", "/oauth/clients/register", "public", handleRegisterClient),
  route("GET", AUTHORIZATION, "bearer", handleGetAuthorization),
  route("POST", `${AUTHORIZATION}/consent`, "bearer", handleConsent),
  route("GET", "/user/oauth/grants", "bearer", handleListGrants),
  route("DELETE", "/user/oauth/grants", "bearer", handleRevokeGrant),
  route("GET", "/admin/oauth/clients", "admin", handleListClients),
  route("POST", "/admin/oauth/clients", "admin", handleCreateClient),
  route("GET", CLIENT, "admin", handleShowClient),
  route("PUT", CLIENT, "admin", handleChangeClient),
  route("DELETE", CLIENT, "admin", handleDeleteClient),
  route("POST", `${CLIENT}/regenerate_secret`, "admin", handleRegenerateSecret),
];

/** If the server is turned off, the endpoints respond as if they didn't exist, after checking access. */
export const OAUTH_SERVER_ROUTES: readonly AuthRoute[] = ROUTES.map((unguardedRoute) => ({
  ...unguardedRoute,
  handler: async (c, auth) => {
    if (!auth.config.auth.oauthServer) throw new AuthError("feature_disabled");
    return unguardedRoute.handler(c, auth);
  },
}));
