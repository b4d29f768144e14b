import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthRoute } from "../route.ts";
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
import { handleListGrants, handleRevokeGrant } from "./grants.ts";
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
  {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    access: "public",
    handler: handleServerMetadata,
  },
  {
    method: "GET",
    path: "/.well-known/openid-configuration",
    access: "public",
    handler: handleServerMetadata,
  },
  { method: "GET", path: "/oauth/authorize", access: "public", handler: handleAuthorizeClient },
  { method: "POST", path: "/oauth/token", access: "public", handler: handleClientToken },
  { method: "GET", path: "/oauth/userinfo", access: "public", handler: handleUserInfo },
  { method: "POST", path: "/oauth/userinfo", access: "public", handler: handleUserInfo },
  { method: "POST", path: "/oauth/clients/register", access: "public", handler: handleRegisterClient },
  { method: "GET", path: AUTHORIZATION, access: "bearer", handler: handleGetAuthorization },
  { method: "POST", path: `${AUTHORIZATION}/consent`, access: "bearer", handler: handleConsent },
  { method: "GET", path: "/user/oauth/grants", access: "bearer", handler: handleListGrants },
  { method: "DELETE", path: "/user/oauth/grants", access: "bearer", handler: handleRevokeGrant },
  { method: "GET", path: "/admin/oauth/clients", access: "admin", handler: handleListClients },
  { method: "POST", path: "/admin/oauth/clients", access: "admin", handler: handleCreateClient },
  { method: "GET", path: CLIENT, access: "admin", handler: handleShowClient },
  { method: "PUT", path: CLIENT, access: "admin", handler: handleChangeClient },
  { method: "DELETE", path: CLIENT, access: "admin", handler: handleDeleteClient },
  { method: "POST", path: `${CLIENT}/regenerate_secret`, access: "admin", handler: handleRegenerateSecret },
];

/** If the server is turned off, the endpoints respond as if they didn't exist, after checking access. */
export const OAUTH_SERVER_ROUTES: readonly AuthRoute[] = ROUTES.map((route) => ({
  ...route,
  handler: async (c, auth) => {
    if (!auth.config.auth.oauthServer) throw new AuthError("feature_disabled");
    return route.handler(c, auth);
  },
}));
