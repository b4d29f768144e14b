import { createHash } from "node:crypto";
import { FEED_MAX_BYTES } from "#core/news/limits.ts";
import { parseMaxAge, parseRetryAfter } from "#core/news/schedule.ts";
import type { SafeResponse } from "#server/platform/safe-fetch.ts";
import type { NewsDeps } from "../deps.ts";
import { SourceError } from "./source-error.ts";

export interface FetchableSource {
  readonly url: string;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly body_digest: string | null;
}

export interface FetchedFeed {
  /** The feed; null if it hasn't been modified. */
  readonly body: { readonly bytes: Uint8Array; readonly contentType: string } | null;
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly digest: string | null;
  /** The number of seconds to wait before the next fetch, as requested by Cache-Control. */
  readonly requestedSeconds: number | null;
}

const ACCEPT =
  "application/rss+xml, application/atom+xml, application/rdf+xml, application/feed+json, application/json;q=0.9, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5";
const USER_AGENT = "Lattice (feed reader)";
const REDIRECTS_MAX = 5;

/** Fetches a feed, with a conditional request unless a proxy is configured. Throws SourceError and SafeFetchError. */
export async function fetchSource(
  { safeFetch, proxyFetch, settings, clock }: NewsDeps,
  source: FetchableSource,
  signal?: AbortSignal,
): Promise<FetchedFeed> {
  const { proxyUrl, fetchMs } = settings;
  const request = { timeoutMs: fetchMs, maxRedirects: REDIRECTS_MAX, ...(signal ? { signal } : {}) };
  if (proxyUrl !== null) {
    const response = await proxyFetch(buildProxyUrl(proxyUrl, source.url), {
      ...request,
      // The proxy may be on a private network. It must not redirect to other hosts there.
      maxRedirects: 0,
      // JSON escaping enlarges the feed.
      maxBytes: FEED_MAX_BYTES * 2,
      headers: { Accept: "application/json", "User-Agent": USER_AGENT },
    });
    assertOk(response, "the proxy", clock.now());
    return buildFetchedFeed(source, decodeContents(response), response, {
      url: source.url,
      contentType: "",
    });
  }

  const response = await safeFetch(source.url, {
    ...request,
    maxBytes: FEED_MAX_BYTES,
    headers: {
      Accept: ACCEPT,
      "User-Agent": USER_AGENT,
      ...(source.etag === null ? {} : { "If-None-Match": source.etag }),
      ...(source.last_modified === null ? {} : { "If-Modified-Since": source.last_modified }),
    },
  });
  if (response.status === 304) {
    return {
      body: null,
      url: response.url,
      etag: source.etag,
      lastModified: source.last_modified,
      digest: source.body_digest,
      requestedSeconds: parseMaxAge(response.headers["cache-control"]),
    };
  }
  assertOk(response, "its server", clock.now());
  return buildFetchedFeed(source, response.body, response, {
    url: response.url,
    contentType: response.headers["content-type"] ?? "",
  });
}

/** Builds the result of a fetch. Even without an ETag, identical bytes mean that nothing changed. */
function buildFetchedFeed(
  source: FetchableSource,
  bytes: Uint8Array,
  { headers }: SafeResponse,
  document: { url: string; contentType: string },
): FetchedFeed {
  const digest = createHash("sha256").update(bytes).digest("base64url");
  return {
    body: digest === source.body_digest ? null : { bytes, contentType: document.contentType },
    url: document.url,
    etag: nullIfLonger(headers.etag, 1000),
    lastModified: nullIfLonger(headers["last-modified"], 200),
    digest,
    requestedSeconds: parseMaxAge(headers["cache-control"]),
  };
}

function assertOk({ status, headers }: SafeResponse, server: string, now: Date): void {
  if (status >= 200 && status < 300) return;
  throw new SourceError(`${server} responded with ${status}`, {
    requestedSeconds: parseRetryAfter(headers["retry-after"], now),
  });
}

function nullIfLonger(value: string | undefined, lengthMax: number): string | null {
  return value !== undefined && value.length <= lengthMax ? value : null;
}

function buildProxyUrl(proxyUrl: string, url: string): string {
  const encodedUrl = encodeURIComponent(url);
  return proxyUrl.includes("{url}") ? proxyUrl.replace("{url}", encodedUrl) : `${proxyUrl}${encodedUrl}`;
}

/** Decodes the feed in a proxy's response: `contents` as text or a base64 data: URL. Throws SourceError. */
function decodeContents({ body }: SafeResponse): Uint8Array {
  let contents: unknown;
  try {
    contents = (JSON.parse(body.toString("utf8")) as { contents?: unknown } | null)?.contents;
  } catch (error) {
    throw new SourceError("the proxy's response isn't JSON", { cause: error });
  }
  if (typeof contents !== "string") throw new SourceError("the proxy's response has no contents field");
  const data = /^data:[^,]*;base64,/i.exec(contents);
  const bytes = data ? Buffer.from(contents.slice(data[0].length), "base64") : Buffer.from(contents, "utf8");
  if (bytes.length > FEED_MAX_BYTES) throw new SourceError("it is too large");
  return bytes;
}
