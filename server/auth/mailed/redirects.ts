import type { Context } from "hono";
import type { AuthConfig, AuthContext } from "../context.ts";

/** Schemes that run or read something instead of going somewhere. */
const NOWHERE = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:", "about:", "view-source:"]);

/**
 * Where a person is sent in the end: the asked address when it is allowed, else the page that the request came from
 * when that is, else the site. Never an error: a bad address is replaced in silence. Without its fragment.
 */
export function redirectTarget(c: Context, { config }: AuthContext, inBody?: string): string {
  const asked = [c.req.query("redirect_to"), c.req.header("redirect_to"), inBody, c.req.header("referer")];
  for (const address of asked) {
    const allowed = address ? allowedRedirect(config.auth, address) : null;
    if (allowed !== null) return allowed;
  }
  return config.auth.siteUrl;
}

/**
 * The address without its fragment if one may be redirected there, else null. Allowed are the site's own origin (on
 * localhost any port), loopback addresses, and what a glob of the allow-list matches.
 */
export function allowedRedirect(
  { siteUrl, redirectAllow }: Pick<AuthConfig["auth"], "siteUrl" | "redirectAllow">,
  address: string,
): string | null {
  const url = parse(address);
  if (url === null) return null;
  const bare = address.replace(/#.*$/s, "");
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const site = new URL(siteUrl);
  const isSite =
    url.protocol === site.protocol &&
    url.hostname === site.hostname &&
    (url.port === site.port || site.hostname === "localhost");
  if (isWeb && (isSite || isLoopback(url.hostname))) return bare;

  url.hash = "";
  const whole = url.href;
  // An address without a path has "/" when it is parsed, and seldom when a glob is written.
  const spellings = url.pathname === "/" && url.search === "" ? [whole, whole.replace(/\/$/, "")] : [whole];
  return redirectAllow.some((glob) => spellings.some((spelling) => globPattern(glob).test(spelling)))
    ? bare
    : null;
}

/** The address as a browser reads it, or null when one might read it otherwise than it looks. */
function parse(address: string): URL | null {
  // Browsers drop line breaks and tabs, and take "\" for "/".
  if (address.length > 4_000 || !/^[\x21-\x5b\x5d-\x7e]+$/.test(address) || !URL.canParse(address))
    return null;
  const url = new URL(address);
  if (NOWHERE.has(url.protocol) || url.username !== "" || url.password !== "") return null;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(address)?.[1];
  if (authority === undefined) return null;
  if (!/^([a-z0-9._-]*|\[[0-9a-f:]+\])(:\d+)?$/i.test(authority)) return null;
  // What the parser rewrites (2130706433 to 127.0.0.1, octal numbers) was written to look like something else.
  const written = authority.toLowerCase().replace(/:\d+$/, "");
  return written === url.hostname.toLowerCase() ? url : null;
}

const isLoopback = (hostname: string) => /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === "[::1]";

/** "*" and "?" stay inside one label of a host and one step of a path; "**" does not. */
function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^./]*";
    if (part === "?") return "[^./]";
    return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${source}$`);
}
