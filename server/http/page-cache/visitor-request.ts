import type { IncomingHttpHeaders } from "node:http";
import { readOwnCookies } from "#core/cookies.ts";
import { chooseEncoding, type Encoding } from "../choose-encoding.ts";

/**
 * The parts of a visitor's request that a shared response may depend on. Requests with equal parts share a response.
 */
export interface VisitorRequest {
  readonly key: string;
  /** Path and query. */
  readonly url: string;
  readonly cookie: string | null;
  /** Path and query of the list on this site from which the page was opened. */
  readonly listPath: string | null;
  readonly encoding: Encoding | undefined;
}

const THEME = /^theme=(?:light|dark|system)$/;
/** Responses for longer URLs aren't shared. */
const MAX_URL_LENGTH = 1_000;
/** Tracking parameters that other sites append to links. No page reads them. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref_src)$/;
/** Pages that link back to the list they were opened from. */
const LISTED = /^\/(forum|news)\/[^/]+$/;

/**
 * The shareable part of a request, or null if the response is for its sender only: a member's request, one with a
 * notice to show, or one with any cookie of ours other than the theme.
 */
export function toVisitorRequest(
  { method, url }: { readonly method?: string | undefined; readonly url?: string | undefined },
  headers: IncomingHttpHeaders,
  secure: boolean,
): VisitorRequest | null {
  if (method !== "GET" && method !== "HEAD") return null;
  if (url === undefined || !url.startsWith("/") || url.length > MAX_URL_LENGTH) return null;
  if (headers.authorization !== undefined || headers.range !== undefined) return null;
  const cookie = headers.cookie === undefined ? "" : readOwnCookies(headers.cookie, { secure });
  if (cookie !== "" && !THEME.test(cookie)) return null;
  const plainUrl = withoutTracking(url);
  const listPath = readListPath(plainUrl, headers.referer, headers.host);
  const encoding = readEncoding(headers["accept-encoding"] as string | undefined);
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
  const parameters = rest
    .join("?")
    .split("&")
    .filter((part) => part !== "" && !TRACKING.test(part.split("=", 1)[0] ?? ""));
  return parameters.length === 0 ? path : `${path}?${parameters.join("&")}`;
}

function readListPath(url: string, referer: string | undefined, host: string | undefined): string | null {
  const [, list] = LISTED.exec(url.split("?", 1)[0] ?? "") ?? [];
  if (list === undefined || referer === undefined || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  if (from.host !== host || from.pathname !== `/${list}` || from.href.length > MAX_URL_LENGTH) return null;
  return from.search === "" ? null : from.pathname + from.search;
}

const knownEncodings = new Map<string, Encoding | undefined>();

/** Cached, because browsers send few different values. */
function readEncoding(accept = ""): Encoding | undefined {
  if (knownEncodings.has(accept)) return knownEncodings.get(accept);
  const encoding = chooseEncoding(accept);
  if (knownEncodings.size < 100) knownEncodings.set(accept, encoding);
  return encoding;
}
