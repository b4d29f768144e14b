import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthHandler } from "./handler.ts";
import { type AuthRoute, route } from "./route.ts";

const refuse: AuthHandler = async () => {
  throw new AuthError("feature_disabled");
};

/** The protocol's endpoints for features that Lattice doesn't have. Like all endpoints, they check access first. */
export const DISABLED_ROUTES: readonly AuthRoute[] = [
  route("GET", "/admin/custom-providers", "admin", refuse),
  route("POST", "/admin/custom-providers", "admin", refuse),
  route("GET", "/admin/custom-providers/:identifier", "admin", refuse),
  route("PUT", "/admin/custom-providers/:identifier", "admin", refuse),
  route("DELETE", "/admin/custom-providers/:identifier", "admin", refuse),
];
