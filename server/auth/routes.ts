import { handleHealth, handleKeySet, handleSettings } from "./describe-service.ts";
import { handleGetUser } from "./get-user.ts";
import { handleToken } from "./grant-token.ts";
import type { AuthHandler } from "./handler.ts";
import { handleSignOut } from "./sign-out.ts";
import { handleSignUp } from "./sign-up.ts";
import { handleUpdateUser } from "./update-user.ts";

export interface AuthRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Who is let in: anybody, the holder of a user's token, the holder of an administrator's. */
  readonly access: "public" | "bearer" | "admin";
  readonly handler: AuthHandler;
}

/** Every call of /auth/v1. The guard of each follows from its `access`. */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  { method: "GET", path: "/health", access: "public", handler: handleHealth },
  { method: "GET", path: "/settings", access: "public", handler: handleSettings },
  { method: "GET", path: "/.well-known/jwks.json", access: "public", handler: handleKeySet },
  { method: "POST", path: "/signup", access: "public", handler: handleSignUp },
  { method: "POST", path: "/token", access: "public", handler: handleToken },
  { method: "GET", path: "/user", access: "bearer", handler: handleGetUser },
  { method: "PUT", path: "/user", access: "bearer", handler: handleUpdateUser },
  { method: "POST", path: "/logout", access: "bearer", handler: handleSignOut },
];
