import type { Context } from "hono";
import type { ServiceActor } from "./admin/service-audit.ts";
import type { AuthDeps } from "./deps.ts";
import type { Bearer } from "./session/authenticate-bearer.ts";

/** `bearer` is set on routes with access "bearer" or "unverified", `actor` on those with access "admin". */
export type AuthEnv = { Variables: { bearer: Bearer; actor: ServiceActor } };
export type AuthHandler = (c: Context<AuthEnv>, auth: AuthDeps) => Promise<Response>;
