import type { Context } from "hono";
import { clientAddress } from "#server/platform/client-address.ts";
import type { AuthDeps, ClientInfo } from "./deps.ts";

export function getClientInfo(c: Context, auth: AuthDeps): ClientInfo {
  return {
    ip: clientAddress(c, auth.config.trustProxy),
    userAgent: c.req.header("user-agent") ?? null,
  };
}
