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
  ...disable("passkey_disabled", "public", [
    "POST /passkeys/authentication/options",
    "POST /passkeys/authentication/verify",
  ]),
  ...disable("passkey_disabled", "bearer", [
    "POST /passkeys/registration/options",
    "POST /passkeys/registration/verify",
    "GET /passkeys",
    "PATCH /passkeys/:passkeyId",
    "DELETE /passkeys/:passkeyId",
  ]),
  ...disable("passkey_disabled", "admin", [
    "GET /admin/users/:userId/passkeys",
    "DELETE /admin/users/:userId/passkeys/:passkeyId",
  ]),
  ...disable("feature_disabled", "admin", [
    "GET /admin/custom-providers",
    "POST /admin/custom-providers",
    "GET /admin/custom-providers/:identifier",
    "PUT /admin/custom-providers/:identifier",
    "DELETE /admin/custom-providers/:identifier",
  ]),
];
