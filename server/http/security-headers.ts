import { randomBytes } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "./context.ts";

export interface PolicyOptions {
  readonly isHttps: boolean;
  readonly isDevelopment: boolean;
  /** Another origin that images may come from: S3's, if browsers load files from there. */
  readonly imageOrigin: string | null;
}

export const buildFixedHeaders = ({
  isHttps,
}: Pick<PolicyOptions, "isHttps">): Readonly<Record<string, string>> => ({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
});

/** The content security policy allows only this response's own scripts and, from other origins, only images on S3. */
export function securityHeaders(options: PolicyOptions) {
  const fixedHeaders = Object.entries(buildFixedHeaders(options));
  return createMiddleware<HttpEnvironment>(async (c, next) => {
    const nonce = randomBytes(16).toString("base64url");
    c.set("nonce", nonce);
    await next();

    const { headers } = c.res;
    for (const [name, value] of fixedHeaders) headers.set(name, value);
    if (!headers.has("Content-Security-Policy"))
      headers.set("Content-Security-Policy", buildContentPolicy([`'nonce-${nonce}'`], options));
  });
}

/** `style-src-attr` allows 'unsafe-inline' because server-rendered `style=` attributes can't have a nonce or hash. */
export function buildContentPolicy(
  scriptSources: readonly string[],
  { isHttps, isDevelopment, imageOrigin }: PolicyOptions,
): string {
  const nonces = scriptSources.filter((source) => source.startsWith("'nonce-"));
  return [
    "default-src 'none'",
    ["script-src", ...scriptSources, "'strict-dynamic'"].join(" "),
    ["style-src-elem 'self'", ...nonces, ...(isDevelopment ? ["'unsafe-inline'"] : [])].join(" "),
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${imageOrigin === null ? "" : ` ${imageOrigin}`}`,
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
