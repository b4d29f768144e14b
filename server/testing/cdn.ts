import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import CachePolicy from "http-cache-semantics";
import { startHttpServer } from "./http-server.ts";

export type Cdn = Awaited<ReturnType<typeof startCdn>>;

type Source = "fresh" | "stale" | "site";

export const SOURCE_HEADER = "x-source";

interface StoredResponse {
  readonly policy: CachePolicy;
  readonly body: Buffer;
}

/**
 * Starts a CDN in front of `origin`: a reverse proxy with a shared HTTP cache (RFC 9111, RFC 5861). It is controlled
 * only by response headers. Tests can pass `now`, which returns the time in milliseconds, instead of waiting.
 */
export async function startCdn(origin: string, now: () => number = Date.now) {
  class Policy extends CachePolicy {
    // The package documents overriding this method as the way to replace the clock.
    now(): number {
      return now();
    }
  }
  /** Number of GET requests by what answered them: a fresh or stale response from the cache, or the site. */
  const counts = { fresh: 0, stale: 0, site: 0 };
  /** The stored responses by URL. Those for one URL differ in the request headers that `Vary` lists. */
  const cache = new Map<string, readonly StoredResponse[]>();
  const revalidating = new Set<StoredResponse>();

  /** Stores a response in place of `previous`. If this isn't allowed, returns null and leaves the response unread. */
  async function store(
    cacheRequest: CachePolicy.HttpRequest & { url: string },
    response: IncomingMessage,
    requestedAt: number,
    previous: StoredResponse | undefined,
  ): Promise<StoredResponse | null> {
    const receivedResponse = {
      status: response.statusCode ?? 502,
      headers: response.headers as CachePolicy.Headers,
    };
    // A failed revalidation doesn't change what is stored.
    if (receivedResponse.status >= 500) return null;
    const revalidation = previous?.policy.revalidatedPolicy(cacheRequest, receivedResponse);
    const policy = revalidation?.policy ?? new Policy(cacheRequest, receivedResponse);
    const otherResponses = (cache.get(cacheRequest.url) ?? []).filter((other) => other !== previous);
    cache.set(cacheRequest.url, otherResponses);
    if (!policy.storable() || policy.timeToLive() <= 0) return null;
    const content = await buffer(response);
    const body = previous && revalidation?.modified === false ? previous.body : content;
    // A response's age counts from the time of the request for it (RFC 9111, section 4.2.3).
    const storedResponse = { policy: Policy.fromObject({ ...policy.toObject(), t: requestedAt }), body };
    cache.set(cacheRequest.url, [...(cache.get(cacheRequest.url) ?? []), storedResponse]);
    return storedResponse;
  }

  async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "GET", url = "/" } = incoming;
    if (method !== "GET") return pass(await forward(origin, incoming), outgoing);
    const cacheRequest = { method, url, headers: incoming.headers as CachePolicy.Headers };
    const respond = (source: Source, { policy, body }: StoredResponse) => {
      counts[source] += 1;
      const headers = { ...policy.responseHeaders(), "content-length": String(body.length) };
      outgoing.writeHead(200, { ...headers, [SOURCE_HEADER]: source }).end(body);
    };
    const fetch = async (previous?: StoredResponse) => {
      const requestedAt = now();
      const headers = previous?.policy.revalidationHeaders(cacheRequest) ?? cacheRequest.headers;
      const response = await forward(origin, incoming, headers);
      return { response, stored: await store(cacheRequest, response, requestedAt, previous) };
    };
    const candidates = (cache.get(url) ?? []).map((stored) => ({
      stored,
      ...stored.policy.evaluateRequest(cacheRequest),
    }));
    const usableCandidate = candidates.find(({ response }) => response !== undefined);
    if (usableCandidate) {
      const { stored, revalidation } = usableCandidate;
      respond(revalidation ? "stale" : "fresh", stored);
      if (!revalidation || revalidating.has(stored)) return;
      revalidating.add(stored);
      await fetch(stored)
        .then((fetched) => fetched.response.resume())
        .finally(() => revalidating.delete(stored));
      return;
    }
    const expiredCandidate = candidates.find(
      ({ revalidation }) => revalidation?.headers["if-none-match"] !== undefined,
    );
    const { response, stored } = await fetch(expiredCandidate?.stored);
    if (stored) return respond("site", stored);
    counts.site += 1;
    pass(response, outgoing);
  }

  const server = await startHttpServer((incoming, outgoing) => {
    handleRequest(incoming, outgoing).catch(() =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(),
    );
  });
  return {
    url: server.origin,
    counts,
    close: server.close,
  };
}

function forward(
  origin: string,
  incoming: IncomingMessage,
  headers: CachePolicy.Headers = incoming.headers as CachePolicy.Headers,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url } = incoming;
    const { connection: _, ...requestHeaders } = headers;
    const proxyRequest = request(origin + url, { method, headers: requestHeaders }, resolve).once(
      "error",
      reject,
    );
    if (method === "GET") proxyRequest.end();
    else incoming.pipe(proxyRequest);
  });
}

function pass(response: IncomingMessage, outgoing: ServerResponse): void {
  const { connection: _, "keep-alive": __, ...headers } = response.headers;
  outgoing.writeHead(response.statusCode ?? 502, { ...headers, [SOURCE_HEADER]: "site" });
  response.once("error", () => outgoing.destroy());
  response.pipe(outgoing);
}
