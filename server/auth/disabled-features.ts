import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthHandler } from "./handler.ts";
import type { AuthRoute } from "./route.ts";

const refuse: AuthHandler = async () => {
  throw new AuthError("feature_disabled");
};

/** The protocol's endpoints for features that Lattice doesn't have. Like all endpoints, they check access first. */
export const DISABLED_ROUTES: readonly AuthRoute[] = [
  { method: "GET", path: "/admin/custom-providers", access: "admin", handler: refuse },
  { method: "POST", path: "/admin/custom-providers", access: "admin", handler: refuse },
  { method: "GET", path: "/admin/custom-providers/:identifier", access: "admin", handler: refuse },
  { method: "PUT", path: "/admin/custom-providers/:identifier", access: "admin", handler: refuse },
  { method: "DELETE", path: "/admin/custom-providers/:identifier", access: "admin", handler: refuse },
];
