import type { AuthHandler } from "./handler.ts";

export interface AuthRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /**
   * Who is let in: anyone, a signed-in user, an administrator. "unverified" also admits a session that has passed only
   * the password of an account with two-factor authentication.
   */
  readonly access: "public" | "unverified" | "bearer" | "admin";
  readonly handler: AuthHandler;
}
