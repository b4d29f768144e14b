import { AuthError } from "#core/accounts/auth-errors.ts";
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
import { handleListGrants } from "./list-grants.ts";
import { handleRevokeGrant } from "./revoke-grant.ts";
import { handleServerMetadata } from "./server-metadata.ts";
import { handleClientToken } from "./token-endpoint.ts";
import { handleUserInfo } from "./userinfo.ts";

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

/** If the server is turned off, the endpoints throw feature_disabled, after checking access. */
export const OAUTH_SERVER_ROUTES: readonly AuthRoute[] = ROUTES.map((unguardedRoute) => ({
  ...unguardedRoute,
  handler: async (c, auth) => {
    if (!auth.config.auth.oauthServer) throw new AuthError("feature_disabled");
    return unguardedRoute.handler(c, auth);
  },
}));
