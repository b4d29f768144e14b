import type { AuthHandler } from "./handler.ts";

export interface AuthRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /**
   * Who may call the endpoint: anyone, a signed-in user, or an administrator. "unverified" also admits a session that
   * still has to pass two-factor authentication.
   */
  readonly access: "public" | "unverified" | "bearer" | "admin";
  readonly handler: AuthHandler;
}
