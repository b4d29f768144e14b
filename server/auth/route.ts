import type { AuthHandler } from "./handler.ts";

export interface AuthRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Who is let in: anybody, the holder of a user's token, the holder of an administrator's. */
  readonly access: "public" | "bearer" | "admin";
  readonly handler: AuthHandler;
}
