import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import type { Config } from "#server/config.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A hostname or IP address with an optional port. X-Forwarded-Host must match it, because some proxies pass the header
 * through from the client.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The parts of a request that show its origin. */
interface RequestParts {
  readonly url: string;
  header(name: string): string | undefined;
}

/**
 * Returns the site's origin as seen by the browser. Behind a proxy that terminates TLS, the socket speaks http,
 * so the scheme comes from the trusted header, or from PUBLIC_URL if the host matches.
 */
export function getRequestOrigin(request: RequestParts, config: Pick<Config, "publicUrl" | "trustProxy">) {
  const requestUrl = new URL(request.url);
  const forwardedScheme =
    config.trustProxy > 0 ? request.header("X-Forwarded-Proto")?.split(",").at(-1)?.trim() : undefined;
  const forwardedHost =
    config.trustProxy > 0 ? request.header("X-Forwarded-Host")?.split(",").at(-1)?.trim() : undefined;
  const host = forwardedHost && HOST.test(forwardedHost) ? forwardedHost : requestUrl.host;
  const publicUrl = new URL(config.publicUrl);
  if (forwardedScheme === "http" || forwardedScheme === "https") return `${forwardedScheme}://${host}`;
  return host === publicUrl.host ? publicUrl.origin : `${requestUrl.protocol}//${host}`;
}

/**
 * Whether the browser uses https. With an https PUBLIC_URL, http is assumed only at a loopback hostname, which the
 * operator may use on the machine itself. At any other hostname, unprefixed cookies are invalid, whatever the scheme.
 */
export function isSecure(request: RequestParts, config: Pick<Config, "publicUrl" | "trustProxy">): boolean {
  const origin = new URL(getRequestOrigin(request, config));
  if (origin.protocol === "https:") return true;
  return config.publicUrl.startsWith("https:") && !isLoopbackName(origin.hostname);
}

export const isLoopbackName = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

/**
 * CSRF protection: refuses writes from other sites' pages. Browsers send Origin with every POST. A write without Origin
 * passes only if Sec-Fetch-Site rules out another site or if no cookie is sent.
 */
export function assertOwnOrigin(c: Context, config: Pick<Config, "publicUrl" | "trustProxy">): void {
  if (SAFE_METHODS.has(c.req.method)) return;
  const origin = c.req.header("Origin");
  const site = c.req.header("Sec-Fetch-Site");
  const isOwnOrigin =
    origin === undefined
      ? site === "same-origin" || site === "none" || c.req.header("Cookie") === undefined
      : origin === getRequestOrigin(c.req, config) || origin === config.publicUrl;
  if (!isOwnOrigin) throw new AppError("foreign_origin");
}
