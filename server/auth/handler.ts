import type { Context } from "hono";
import type { Bearer } from "./authenticate-bearer.ts";
import type { AuthContext } from "./context.ts";

/** `bearer` is there on routes whose access is "bearer". */
export type AuthEnv = { Variables: { bearer: Bearer } };
export type AuthHandler = (c: Context<AuthEnv>, auth: AuthContext) => Promise<Response>;
