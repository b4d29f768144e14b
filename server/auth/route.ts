import type { AuthHandler } from "./handler.ts";

export interface AuthRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** "unverified" also admits a session that still has to pass two-factor authentication. */
  readonly access: "public" | "unverified" | "bearer" | "admin";
  readonly handler: AuthHandler;
}

export const route = (
  method: AuthRoute["method"],
  path: string,
  access: AuthRoute["access"],
  handler: AuthHandler,
): AuthRoute => ({ method, path, access, handler });
