import type { IncomingHttpHeaders } from "node:http";
import { LAST_SIGN_IN_COOKIE } from "#core/accounts/last-sign-in.ts";
import { readHostCookies } from "#core/cookies.ts";
import { chooseEncoding, type Encoding } from "../choose-encoding.ts";

/** The parts of a visitor's request that a shared response may depend on. Requests with the same parts share it. */
export interface VisitorRequest {
  readonly key: string;
  /** Path and query. */
  readonly url: string;
  readonly cookie: string | null;
  /** Path and query of the list on this site that the page was opened from. Null if none, or if it had no query. */
  readonly listPath: string | null;
  readonly encoding: Encoding | undefined;
}

const THEME_COOKIE = /^theme=(?:light|dark|system)$/;
/** The forum list's density. Any other value means the default. */
const COMPACT_COOKIE = "density=compact";
/** The start of a cookie that only the sign-in screens read. The cookie doesn't change any other page. */
const LAST_SIGN_IN_PREFIX = `${LAST_SIGN_IN_COOKIE}=`;
const SIGN_IN_URL = /^\/auth(?![^/.?])/;
/** Responses for longer URLs aren't shared. */
const URL_LENGTH_MAX = 1_000;
/** Tracking parameters that other sites append to links. No page reads them. */
const TRACKING_PARAMETER = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref_src)$/;
/** Pages that link back to the list they were opened from. */
const LISTED_PAGE = /^\/(forum|news)\/[^/]+$/;

/**
 * Returns the shareable part of a request, or null if its response can't be shared: for a write, a range, a long URL, a
 * member's request, or one with a notice to show. Of the site's cookies, a shareable request may have only the theme,
 * the forum list's density and, outside the sign-in screens, the last sign-in method.
 */
export function toVisitorRequest(
  { method, url }: { readonly method?: string | undefined; readonly url?: string | undefined },
  headers: IncomingHttpHeaders,
  secure: boolean,
): VisitorRequest | null {
  if (method !== "GET" && method !== "HEAD") return null;
  if (url === undefined || !url.startsWith("/") || url.length > URL_LENGTH_MAX) return null;
  if (headers.authorization !== undefined || headers.range !== undefined) return null;
  const cookies = headers.cookie === undefined ? "" : readHostCookies(headers.cookie, { secure });
  const cookie = pickAppearanceCookies(SIGN_IN_URL.test(url) ? cookies : removeLastSignIn(cookies));
  if (cookie === null) return null;
  const plainUrl = removeTracking(url);
  const listPath = parseListPath(plainUrl, headers.referer, headers.host);
  const encoding = parseEncoding(headers["accept-encoding"] as string | undefined);
  return {
    key: `${encoding ?? ""} ${cookie} ${listPath ?? ""} ${plainUrl}`,
    url: plainUrl,
    cookie: cookie === "" ? null : cookie,
    listPath,
    encoding,
  };
}

const removeLastSignIn = (cookies: string): string =>
  cookies.includes(LAST_SIGN_IN_PREFIX)
    ? cookies
        .split("; ")
        .filter((part) => !part.startsWith(LAST_SIGN_IN_PREFIX))
        .join("; ")
    : cookies;

/** Returns the cookies that change how a page looks, in a fixed order; null if there are others. */
function pickAppearanceCookies(cookies: string): string | null {
  if (cookies === "") return "";
  const parts = cookies.split("; ");
  const density = parts.find((part) => part.startsWith("density="));
  const [theme, ...otherCookies] = parts.filter((part) => !part.startsWith("density="));
  if (otherCookies.length > 0 || (theme !== undefined && !THEME_COOKIE.test(theme))) return null;
  return [...(theme ? [theme] : []), ...(density === COMPACT_COOKIE ? [COMPACT_COOKIE] : [])].join("; ");
}

function removeTracking(url: string): string {
  const [path = "", ...rest] = url.split("?");
  if (rest.length === 0) return path;
  const parameters = rest
    .join("?")
    .split("&")
    .filter((part) => part !== "" && !TRACKING_PARAMETER.test(part.split("=", 1)[0] ?? ""));
  return parameters.length === 0 ? path : `${path}?${parameters.join("&")}`;
}

function parseListPath(url: string, referer: string | undefined, host: string | undefined): string | null {
  const [, list] = LISTED_PAGE.exec(url.split("?", 1)[0] ?? "") ?? [];
  if (list === undefined || referer === undefined || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  if (from.host !== host || from.pathname !== `/${list}` || from.href.length > URL_LENGTH_MAX) return null;
  return from.search === "" ? null : from.pathname + from.search;
}

const encodingByHeader = new Map<string, Encoding | undefined>();

/** Parses an Accept-Encoding header. Results are cached, because browsers send few different values. */
function parseEncoding(acceptEncoding = ""): Encoding | undefined {
  if (encodingByHeader.has(acceptEncoding)) return encodingByHeader.get(acceptEncoding);
  const encoding = chooseEncoding(acceptEncoding);
  if (encodingByHeader.size < 100) encodingByHeader.set(acceptEncoding, encoding);
  return encoding;
}
