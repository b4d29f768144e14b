import type { IncomingHttpHeaders } from "node:http";
import { readOwnCookies } from "#core/cookies.ts";
import { chooseEncoding, type Encoding } from "../choose-encoding.ts";

/** All of a visitor's request that an answer for everybody may depend on. Who is given this and no more shares the answer. */
export interface VisitorRequest {
  readonly key: string;
  /** Path and query. */
  readonly url: string;
  readonly cookie: string | null;
  /** The list on this site that the page was opened from, as path and query. */
  readonly listPath: string | null;
  readonly encoding: Encoding | undefined;
}

const THEME = /^theme=(?:light|dark|system)$/;
/** Longer addresses are made for each who asks. */
const URL_LENGTH_MOST = 1_000;
/** What other sites append to links to this one, to follow who comes by which; no page reads it. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref_src)$/;
/** Pages that lead back to the list they were opened from, and those lists. */
const LISTED = /^\/(forum|news)\/[^/]+$/;

/**
 * The request as all visitors share it, or null for one that is answered for its sender alone: a member's, one with a
 * notice to show, any that brings a cookie of this site other than a theme.
 */
export function asVisitorRequest(
  { method, url }: { readonly method?: string | undefined; readonly url?: string | undefined },
  headers: IncomingHttpHeaders,
  secure: boolean,
): VisitorRequest | null {
  if (method !== "GET" && method !== "HEAD") return null;
  if (url === undefined || !url.startsWith("/") || url.length > URL_LENGTH_MOST) return null;
  if (headers.authorization !== undefined || headers.range !== undefined) return null;
  const cookie = headers.cookie === undefined ? "" : readOwnCookies(headers.cookie, { secure });
  if (cookie !== "" && !THEME.test(cookie)) return null;
  const plainUrl = withoutTracking(url);
  const listPath = readListPath(plainUrl, headers.referer, headers.host);
  const encoding = encodingOf(headers["accept-encoding"] as string | undefined);
  return {
    key: `${encoding ?? ""} ${cookie} ${listPath ?? ""} ${plainUrl}`,
    url: plainUrl,
    cookie: cookie === "" ? null : cookie,
    listPath,
    encoding,
  };
}

function withoutTracking(url: string): string {
  const [path = "", ...rest] = url.split("?");
  if (rest.length === 0) return path;
  const kept = rest
    .join("?")
    .split("&")
    .filter((part) => part !== "" && !TRACKING.test(part.split("=", 1)[0] ?? ""));
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}

function readListPath(url: string, referer: string | undefined, host: string | undefined): string | null {
  const [, list] = LISTED.exec(url.split("?", 1)[0] ?? "") ?? [];
  if (list === undefined || referer === undefined || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  if (from.host !== host || from.pathname !== `/${list}` || from.href.length > URL_LENGTH_MOST) return null;
  return from.search === "" ? null : from.pathname + from.search;
}

const known = new Map<string, Encoding | undefined>();

/** Browsers send few different ones. */
function encodingOf(accept = ""): Encoding | undefined {
  if (known.has(accept)) return known.get(accept);
  const encoding = chooseEncoding(accept);
  if (known.size < 100) known.set(accept, encoding);
  return encoding;
}
