import { createHash } from "node:crypto";
import type { Context, Next } from "hono";
import { getRequestScope } from "#server/platform/request-scope.ts";
import type { HttpEnvironment } from "../context.ts";
import type { Mount } from "../mounts.ts";
import type { CachedResponse, ResponseCache } from "./response-cache.ts";
import { toVisitorRequest, type VisitorRequest } from "./visitor-request.ts";

/** Serves visitors to a mount from the cache, and caches responses that are the same for all of them. */
export function shareResponses(
  cache: ResponseCache,
  fixedHeaders: Readonly<Record<string, string>>,
  recordVisit: (c: Context) => void,
) {
  return async (
    c: Context<HttpEnvironment>,
    next: Next,
    { name, shared }: Pick<Mount, "name" | "shared">,
  ): Promise<Response | undefined> => {
    const request = readRequest(c);
    if (request === null) return void (await next());
    const sharedResponse = cache.find(request.key) ?? (await cache.findPending(request.key)?.shared);
    if (sharedResponse) {
      if (shared === "pages") recordVisit(c);
      return send(c, sharedResponse);
    }
    if (c.req.method === "HEAD") return void (await next());
    const pendingResponse = cache.start(request.key);
    c.set("visitorRequest", request);
    let cachedResponse: CachedResponse | null = null;
    try {
      await next();
      if (shared === "all" || c.get("isShared") === true)
        cachedResponse = await toCachedResponse(c.res, name, fixedHeaders);
    } finally {
      // If the response turns out to be private or an error, the requests that waited for it create their own.
      const sources = getRequestScope()?.sources ?? { read: new Set(), validUntil: 0 };
      pendingResponse.finish(cachedResponse, sources);
    }
    if (!cachedResponse) return undefined;
    c.res = undefined;
    c.res = send(c, cachedResponse);
    return undefined;
  };
}

function readRequest(c: Context<HttpEnvironment>): VisitorRequest | null {
  if (c.req.method !== "GET" && c.req.method !== "HEAD") return null;
  const url = new URL(c.req.url);
  // Runs after hostCookies, so the site's cookies have plain names.
  return toVisitorRequest(
    { method: c.req.method, url: url.pathname + url.search },
    { host: url.host, ...c.req.header() },
    false,
  );
}

async function toCachedResponse(
  response: Response,
  mount: Mount["name"],
  fixedHeaders: Readonly<Record<string, string>>,
): Promise<CachedResponse | null> {
  if (response.status !== 200 || response.headers.getSetCookie().length > 0) return null;
  const body = new Uint8Array(await response.arrayBuffer());
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = new Headers(response.headers);
  headers.set("ETag", etag);
  headers.set("Content-Length", String(body.byteLength));
  return { mount, etag, body, headers: { ...fixedHeaders, ...Object.fromEntries(headers) } };
}

function send(c: Context<HttpEnvironment>, { etag, body, headers }: CachedResponse): Response {
  if (isNotModified(c.req.header("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: toNotModifiedHeaders(headers) });
  return new Response(c.req.method === "HEAD" ? null : body, { status: 200, headers });
}

export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.includes(etag) === true;

/** Returns the headers that a 304 repeats. */
export function toNotModifiedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^content-(?:length|type|encoding)$/i.test(name)),
  );
}
