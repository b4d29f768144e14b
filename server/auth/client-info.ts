import type { Context } from "hono";
import { parseInvitationCookie } from "#core/invitations/cookie.ts";
import { getClientAddress } from "#server/platform/client-address.ts";
import type { AuthDeps, ClientInfo } from "./deps.ts";

export function getClientInfo(c: Context, auth: AuthDeps): ClientInfo {
  return {
    ip: getClientAddress(c, auth.config.trustProxy),
    userAgent: c.req.header("user-agent") ?? null,
    invitationToken: parseInvitationCookie(c.req.header("cookie")),
  };
}
