import type { Context } from "hono";
import { clientAddress } from "#server/platform/client-address.ts";
import type { AuthContext, From } from "./context.ts";

export function requestFrom(c: Context, auth: AuthContext): From {
  return {
    ip: clientAddress(c, auth.config.trustProxy),
    userAgent: c.req.header("user-agent") ?? null,
  };
}
