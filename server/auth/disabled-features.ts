import { AuthError, type AuthErrorCode } from "#core/accounts/auth-errors.ts";
import type { AuthRoute } from "./route.ts";

/** Endpoints of features that are turned off here. Like all others, they check access first. */

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
  ...disable("feature_disabled", "admin", [
    "GET /admin/custom-providers",
    "POST /admin/custom-providers",
    "GET /admin/custom-providers/:identifier",
    "PUT /admin/custom-providers/:identifier",
    "DELETE /admin/custom-providers/:identifier",
  ]),
];
