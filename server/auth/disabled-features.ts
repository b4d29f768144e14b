import { AuthError, type AuthErrorCode } from "#core/accounts/auth-errors.ts";
import type { AuthRoute } from "./route.ts";

/**
 * The protocol's endpoints for features that Lattice doesn't have. Like all endpoints, they check access
 * first.
 */

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
