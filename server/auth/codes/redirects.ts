import type { Context } from "hono";
import type { AuthConfig, AuthDeps } from "../deps.ts";
import type { Body } from "../request-body.ts";
import { type LinkTarget, readChallenge } from "../session/flow-state.ts";

/** Schemes that execute or read something instead of opening a page. */
const UNSAFE_SCHEMES = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "blob:",
  "file:",
  "about:",
  "view-source:",
]);

/**
 * Returns the requested URL if it is allowed, else the referring page if that is allowed, else the site. Removes
 * fragments.
 */
export function getRedirectTarget(c: Context, { config }: AuthDeps, bodyTarget?: string): string {
  const candidates = [
    c.req.query("redirect_to"),
    c.req.header("redirect_to"),
    bodyTarget,
    c.req.header("referer"),
  ];
  for (const input of candidates) {
    const allowedUrl = input ? checkRedirect(config.auth, input) : null;
    if (allowedUrl !== null) return allowedUrl;
  }
  return config.auth.siteUrl;
}

/**
 * Returns where the link in the requested email will lead, and its PKCE challenge. Throws
 * AuthError("validation_failed") for an invalid challenge.
 */
export const readLinkTarget = (c: Context, auth: AuthDeps, body: Body): LinkTarget => ({
  redirectTo: getRedirectTarget(c, auth),
  challenge: readChallenge(body),
});

/**
 * Returns the URL without its fragment if redirects to it are allowed, otherwise null. Allows the site's own
 * origin (any port on localhost), loopback addresses, and URLs that match a glob in the allow list.
 */
export function checkRedirect(
  { siteUrl, redirectAllow }: Pick<AuthConfig["auth"], "siteUrl" | "redirectAllow">,
  input: string,
): string | null {
  const url = parseUrl(input);
  if (url === null) return null;
  const urlWithoutFragment = input.replace(/#.*/s, "");
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const site = new URL(siteUrl);
  const isSite =
    url.protocol === site.protocol &&
    url.hostname === site.hostname &&
    (url.port === site.port || site.hostname === "localhost");
  if (isWeb && (isSite || isLoopback(url.hostname))) return urlWithoutFragment;
  return isOnAllowList({ redirectAllow }, input) ? urlWithoutFragment : null;
}

export function isOnAllowList({ redirectAllow }: Pick<AuthConfig["auth"], "redirectAllow">, input: string) {
  const url = parseUrl(input);
  if (url === null) return false;
  url.hash = "";
  const href = url.href;
  // A parsed URL always has a path, but globs are often written without one.
  const variants = url.pathname === "/" && url.search === "" ? [href, href.replace(/\/$/, "")] : [href];
  return redirectAllow.some((glob) => variants.some((variant) => buildGlobPattern(glob).test(variant)));
}

/**
 * Returns the parsed URL, or null if it has an unsafe scheme or credentials, or if some browsers might parse it
 * differently.
 */
function parseUrl(input: string): URL | null {
  // Browsers drop line breaks and tabs, and treat "\" as "/".
  if (input.length > 4_000 || !/^[\x21-\x5b\x5d-\x7e]+$/.test(input) || !URL.canParse(input)) return null;
  const url = new URL(input);
  if (UNSAFE_SCHEMES.has(url.protocol) || url.username !== "" || url.password !== "") return null;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(input)?.[1];
  if (authority === undefined) return null;
  if (!/^([a-z0-9._-]*|\[[0-9a-f:]+\])(:\d+)?$/i.test(authority)) return null;
  // A host that the parser rewrites (2130706433 to 127.0.0.1, octal numbers) was meant to mislead.
  const host = authority.toLowerCase().replace(/:\d+$/, "");
  return host === url.hostname.toLowerCase() ? url : null;
}

const isLoopback = (hostname: string) => /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === "[::1]";

/** "*" and "?" don't match "." or "/". "**" matches everything. */
function buildGlobPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^./]*";
    if (part === "?") return "[^./]";
    return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${source}$`);
}
