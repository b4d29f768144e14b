import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import type { Config } from "#server/config.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** A name or an address with or without a port. Not every proxy writes this header itself: it may be the caller's. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** What tells where a request was sent to. */
interface RequestLine {
  readonly url: string;
  header(name: string): string | undefined;
}

/**
 * The origin under which the browser sees this site. Behind a proxy that ends TLS the socket speaks http: the scheme
 * comes from the trusted header, or from PUBLIC_URL when the host is its own.
 */
export function requestOrigin(
  request: RequestLine,
  config: Pick<Config, "publicUrl" | "trustProxy">,
): string {
  const own = new URL(request.url);
  const forwarded =
    config.trustProxy > 0 ? request.header("X-Forwarded-Proto")?.split(",").at(-1)?.trim() : undefined;
  const forwardedHost =
    config.trustProxy > 0 ? request.header("X-Forwarded-Host")?.split(",").at(-1)?.trim() : undefined;
  const host = forwardedHost && HOST.test(forwardedHost) ? forwardedHost : own.host;
  const publicUrl = new URL(config.publicUrl);
  if (forwarded === "http" || forwarded === "https") return `${forwarded}://${host}`;
  return host === publicUrl.host ? publicUrl.origin : `${own.protocol}//${host}`;
}

/**
 * Whether the browser sees this site over https. A site whose PUBLIC_URL is https is on http only for its operator, on
 * the machine itself: no other name or header makes plain cookies count.
 */
export function isSecure(request: RequestLine, config: Pick<Config, "publicUrl" | "trustProxy">): boolean {
  const origin = new URL(requestOrigin(request, config));
  if (origin.protocol === "https:") return true;
  return config.publicUrl.startsWith("https:") && !isLoopbackName(origin.hostname);
}

/** Whether a host of an address is this machine, by whatever of its names. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

/**
 * Refuses a write that another site's page sends with our cookie. A browser names the origin of every POST; a request
 * without one passes only when the browser says that it is our own, or when it carries no cookie to misuse.
 */
export function assertOwnOrigin(c: Context, config: Pick<Config, "publicUrl" | "trustProxy">): void {
  if (SAFE_METHODS.has(c.req.method)) return;
  const origin = c.req.header("Origin");
  const site = c.req.header("Sec-Fetch-Site");
  const own =
    origin === undefined
      ? site === "same-origin" || site === "none" || c.req.header("Cookie") === undefined
      : origin === requestOrigin(c.req, config) || origin === config.publicUrl;
  if (!own) throw new AppError("foreign_origin");
}
