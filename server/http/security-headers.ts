import { randomBytes } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "./context.ts";

/**
 * The headers of every answer. The policy lets only this answer's own scripts run (by nonce) and loads nothing from
 * elsewhere; `style-src-attr` stays open because server-rendered `style=` attributes have no nonce.
 */
export function securityHeaders(options: { https: boolean; development: boolean }) {
  return createMiddleware<HttpEnvironment>(async (c, next) => {
    const nonce = randomBytes(16).toString("base64url");
    c.set("nonce", nonce);
    await next();

    const headers = c.res.headers;
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    if (options.https) headers.set("Strict-Transport-Security", "max-age=31536000");
    if (!headers.has("Content-Security-Policy")) {
      headers.set("Content-Security-Policy", contentPolicy(nonce, options));
    }
  });
}

function contentPolicy(
  nonce: string,
  { https, development }: { https: boolean; development: boolean },
): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src-elem 'self' 'nonce-${nonce}'${development ? " 'unsafe-inline'" : ""}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
