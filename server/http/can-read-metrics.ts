import type { Context } from "hono";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { HttpEnvironment } from "./context.ts";
import { isLoopbackName } from "./request-origin.ts";

/**
 * If METRICS_TOKEN is set, the request must send it. Otherwise, the request must be local and for a loopback
 * hostname, because a malicious page can reach this machine by DNS rebinding. Behind a proxy, every request looks
 * local, so the token is required.
 */
export function canReadMetrics(
  c: Context<HttpEnvironment>,
  options: { token: string | undefined; trustProxy: number },
): boolean {
  if (options.token) return isSameSecret(c.req.header("Authorization") ?? "", `Bearer ${options.token}`);
  return (
    options.trustProxy === 0 &&
    isLoopback(c) &&
    isLoopbackName(new URL(c.req.url).hostname) &&
    c.req.header("X-Forwarded-For") === undefined
  );
}

function isLoopback(c: Context<HttpEnvironment>): boolean {
  const address = c.env?.incoming?.socket?.remoteAddress ?? "";
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}
