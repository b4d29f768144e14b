import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "../metrics.ts";
import { type NoteVisit, visitOfMessage } from "../note-visit.ts";
import { isSecure } from "../request-origin.ts";
import type { AnswerStore, StoredAnswer } from "./answer-store.ts";
import { isKnownAnswer, unchangedHeaders } from "./visitor-answers.ts";
import { asVisitorRequest } from "./visitor-request.ts";

interface StoredAnswerParts {
  readonly store: AnswerStore;
  readonly config: Pick<Config, "publicUrl" | "trustProxy">;
  readonly metrics: Pick<Metrics, "observe">;
  readonly noteVisit: NoteVisit;
  readonly log: Log;
}

/**
 * Makes what answers a visitor from the store before anything else is done with the request, and says whether it did.
 * Who reads a stored page is counted like everybody; the log has such requests at its level "debug" only.
 */
export function createStoredAnswers({ store, config, metrics, noteVisit, log }: StoredAnswerParts) {
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
    // What is left of an old session is removed on the usual way.
    if (cookie?.includes(SESSION_KEY)) return false;
    const began = performance.now();
    const asked = asVisitorRequest(
      request,
      request.headers,
      cookie !== undefined && isMessageSecure(request),
    );
    const stored = asked && store.find(asked.key);
    if (!stored) return false;
    const requestId = randomUUID();
    response.setHeader("X-Request-Id", requestId);
    const status = write(request, response, stored);
    const visit = visitOfMessage(request, config.trustProxy);
    if (stored.mount === "pages") noteVisit(visit, 200);
    const milliseconds = performance.now() - began;
    metrics.observe({ method: request.method ?? "GET", mount: stored.mount, status }, milliseconds / 1000, 0);
    log.debug(
      { requestId, method: request.method, path: visit.path, status, ms: milliseconds },
      "request, from memory",
    );
    return true;
  };
}

function write(request: IncomingMessage, response: ServerResponse, stored: StoredAnswer): 200 | 304 {
  const { etag, headers, body } = stored;
  if (isKnownAnswer(request.headers["if-none-match"], etag)) {
    response.writeHead(304, unchangedHeaders(headers)).end();
    return 304;
  }
  response.writeHead(200, headers);
  if (request.method === "HEAD") response.end();
  else response.end(body);
  return 200;
}
