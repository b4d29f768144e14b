import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "../metrics.ts";
import { type RecordVisit, toVisitFromMessage } from "../record-visit.ts";
import { isSecure } from "../request-origin.ts";
import type { CachedResponse, ResponseCache } from "./response-cache.ts";
import { isNotModified, toNotModifiedHeaders } from "./share-responses.ts";
import { toVisitorRequest } from "./visitor-request.ts";

interface CachedResponderDeps {
  readonly cache: ResponseCache;
  readonly config: Pick<Config, "publicUrl" | "trustProxy">;
  readonly metrics: Pick<Metrics, "observe">;
  readonly recordVisit: RecordVisit;
  readonly log: Log;
}

/**
 * Creates a function that serves a visitor from the cache and returns whether it did. Requests are only logged at level
 * "debug".
 */
export function createCachedResponder({ cache, config, metrics, recordVisit, log }: CachedResponderDeps) {
  const isMessageSecure = ({ headers }: IncomingMessage) =>
    isSecure(
      {
        url: URL.canParse(`http://${headers.host}`) ? `http://${headers.host}/` : config.publicUrl,
        header: (name) => headers[name.toLowerCase()] as string | undefined,
      },
      config,
    );

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { cookie } = request.headers;
    // Includes leftover session cookies, which only the normal path removes.
    if (cookie?.includes(SESSION_KEY)) return false;
    const startedAt = performance.now();
    const visitorRequest = toVisitorRequest(
      request,
      request.headers,
      cookie !== undefined && isMessageSecure(request),
    );
    const cachedResponse = visitorRequest && cache.find(visitorRequest.key);
    if (!cachedResponse) return false;
    const requestId = randomUUID();
    response.setHeader("X-Request-Id", requestId);
    const status = write(request, response, cachedResponse);
    const visit = toVisitFromMessage(request, config.trustProxy);
    if (cachedResponse.mount === "pages") recordVisit(visit, 200);
    const durationMs = performance.now() - startedAt;
    metrics.observe(
      { method: request.method ?? "GET", mount: cachedResponse.mount, status },
      durationMs / 1000,
      0,
    );
    log.debug(
      { requestId, method: request.method, path: visit.path, status, ms: durationMs },
      "request, answered from the cache",
    );
    return true;
  };
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  cachedResponse: CachedResponse,
): 200 | 304 {
  const { etag, headers, body } = cachedResponse;
  if (isNotModified(request.headers["if-none-match"], etag)) {
    response.writeHead(304, toNotModifiedHeaders(headers)).end();
    return 304;
  }
  response.writeHead(200, headers);
  if (request.method === "HEAD") response.end();
  else response.end(body);
  return 200;
}
