import { AuthError, type AuthErrorCode } from "#core/accounts/auth-errors.ts";
import type { AuthRoute } from "./route.ts";

/** Endpoints of features that are turned off here. They check access first, like all others. */

const disable = (code: AuthErrorCode, access: AuthRoute["access"], calls: readonly string[]): AuthRoute[] =>
  calls.map((call) => {
    const [method, path = ""] = call.split(" ");
    return {
      method: method as AuthRoute["method"],
      path,
      access,
      handler: async () => {
        throw new AuthError(code);
      },
    };
  });

export const DISABLED_ROUTES: readonly AuthRoute[] = [
  ...disable("feature_disabled", "bearer", [
    "GET /oauth/authorizations/:authorizationId",
    "POST /oauth/authorizations/:authorizationId/consent",
    "GET /user/oauth/grants",
    "DELETE /user/oauth/grants",
  ]),
  ...disable("feature_disabled", "admin", [
    "GET /admin/oauth/clients",
    "POST /admin/oauth/clients",
    "GET /admin/oauth/clients/:clientId",
    "PUT /admin/oauth/clients/:clientId",
    "DELETE /admin/oauth/clients/:clientId",
    "POST /admin/oauth/clients/:clientId/regenerate_secret",
    "GET /admin/custom-providers",
    "POST /admin/custom-providers",
    "GET /admin/custom-providers/:identifier",
    "PUT /admin/custom-providers/:identifier",
    "DELETE /admin/custom-providers/:identifier",
  ]),
];
