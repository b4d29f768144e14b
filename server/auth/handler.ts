import type { Context } from "hono";
import type { AuthContext } from "./context.ts";
import type { Bearer } from "./session/authenticate-bearer.ts";

/** `bearer` is there on routes whose access is "bearer". */
export type AuthEnv = { Variables: { bearer: Bearer } };
export type AuthHandler = (c: Context<AuthEnv>, auth: AuthContext) => Promise<Response>;
