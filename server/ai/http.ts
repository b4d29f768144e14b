import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import { AppError, describeTooLarge } from "#core/errors.ts";
import { findExpectedError } from "#server/database/index.ts";
import { getClientAddress } from "#server/platform/client-address.ts";
import { withDeadline } from "#server/platform/deadline.ts";
import { identifyAndReadBody } from "#server/platform/identify-and-read-body.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { AnalyzerError } from "./analyzers/analyzer-pool.ts";
import { beginAnswer, prepareAnswer } from "./answer-chat.ts";
import { ChatError } from "./chat-errors.ts";
import type { AiClient } from "./client.ts";
import type { AiDeps } from "./deps.ts";
import { readCall } from "./read-call.ts";
import { sendEvents } from "./send-events.ts";

/** The longest input with every character escaped, plus the earlier turns and the surrounding JSON. */
const BODY_BYTES_MAX = 6 * INPUT_LIMIT + 64 * 1024;
const READ_BYTES_MAX = 16 * 1024 * 1024;
const FAILURE_MESSAGE = "Failed to process your request";

// The protocol uses no cookies, so any origin may call it.
const allowAllOrigins = cors({
  origin: "*",
  allowMethods: ["POST"],
  allowHeaders: ["authorization", "apikey", "content-type", "x-client-info"],
  exposeHeaders: ["Retry-After"],
  maxAge: 600,
});

export function createAiHttp(deps: AiDeps): Hono {
  const app = new Hono();
  app.onError((error, c) => renderAiError(c, error, deps));
  app.use(async (c, next) => {
    if (c.req.method === "OPTIONS") return allowAllOrigins(c, next);
    await (getRequestScope() ? next() : runInRequestScope(randomUUID(), next));
    // Called after the handler. If it were called before, Hono would create the response twice.
    await allowAllOrigins(c, async () => {});
    c.res.headers.set("Cache-Control", "no-store");
  });
  app.post("/chat", (c) => handleChat(c, deps));
  app.all("/chat", () => {
    throw new ChatError("method_not_allowed");
  });
  app.all("*", () => {
    throw new ChatError("unknown_function");
  });
  return app;
}

async function handleChat(c: Context, deps: AiDeps): Promise<Response> {
  const disconnectController = new AbortController();
  const abort = () => disconnectController.abort(new Error("the client disconnected"));
  if (c.req.raw.signal.aborted) abort();
  c.req.raw.signal.addEventListener("abort", abort, { once: true });
  const { call, preparedAnswer } = await prepareInTime(c, deps, disconnectController.signal);
  const answer = await beginAnswer(deps, call, preparedAnswer, disconnectController.signal);
  batchFirstWrites(c);
  return c.body(sendEvents(answer, disconnectController, 2 * deps.settings.timing.answerMs), 200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    // Without this, the server waits a millisecond for the end of the response in order to set its length.
    ...(canReadChunks(c) ? { "Transfer-Encoding": "chunked" } : {}),
    // Prevents proxies from buffering the tokens.
    "X-Accel-Buffering": "no",
  });
}

/** Sends the headers and the first token in one packet. By default, the headers are written on their own. */
function batchFirstWrites({ env }: Context): void {
  const { socket } = (env as Partial<HttpBindings> | undefined)?.outgoing ?? {};
  socket?.cork();
  process.nextTick(() => socket?.uncork());
}

/** Whether the client supports chunked responses. Proxies that speak HTTP/1.0 may not. */
const canReadChunks = ({ env }: Context) =>
  (env as Partial<HttpBindings> | undefined)?.incoming?.httpVersion !== "1.0";

/** Prepares the answer, or fails after the deadline. If the answer is ready too late, the use is refunded. */
async function prepareInTime(c: Context, deps: AiDeps, clientSignal: AbortSignal) {
  const work = (async () => {
    const { identity: client, body } = await identifyAndReadBody(
      c,
      () => readClient(c, deps),
      () => readJson(c),
    );
    const call = readCall(body, deps.settings.models);
    return { call, preparedAnswer: await prepareAnswer(deps, client, call, clientSignal) };
  })();
  return withDeadline(() => work, {
    timeoutMs: deps.settings.prepareMs,
    cancel: deps.database.cancel,
    createError() {
      // A canceled request can't run queries, so the refund runs in a scope of its own.
      const refund = ({ preparedAnswer }: Awaited<typeof work>) =>
        runInRequestScope(randomUUID(), () => preparedAnswer.use.refund());
      work.then(refund).catch(() => {});
      return new AppError("timeout");
    },
  });
}

/** Anonymous accounts share their IP address's visitor quota, because creating one is free. */
async function readClient(c: Context, deps: AiDeps): Promise<AiClient> {
  const { userId, isAnonymous } = await deps.auth.identifyClient(c.req.header("authorization"));
  return {
    memberId: isAnonymous ? null : userId,
    userId,
    address: getClientAddress(c, deps.settings.trustProxy),
  };
}

/**
 * Parses the body. Also reads an oversized one, up to READ_BYTES_MAX, because otherwise the client would see a broken
 * connection.
 */
async function readJson(c: Context): Promise<unknown> {
  const declaredLength = Number(c.req.header("content-length"));
  // Reading an array buffer creates no web stream, which would take a quarter of a millisecond. text() isn't used,
  // because it would accept a byte order mark.
  if (declaredLength <= BODY_BYTES_MAX) return parseJson(Buffer.from(await c.req.raw.arrayBuffer()));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length;
    if (size <= BODY_BYTES_MAX) chunks.push(chunk);
    if (size > READ_BYTES_MAX) break;
  }
  if (size > BODY_BYTES_MAX) {
    throw new ChatError("request_too_large", {
      message: describeTooLarge(declaredLength > size ? declaredLength : size, BODY_BYTES_MAX),
    });
  }
  return parseJson(Buffer.concat(chunks));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new ChatError("invalid_json");
  }
}

/** Renders every error of /functions/v1 as JSON with an `error` field. */
function renderAiError(c: Context, error: unknown, { log }: AiDeps): Response {
  c.header("Cache-Control", "no-store");
  const respond = (status: number, message: string) =>
    c.json({ error: message }, status as ContentfulStatusCode);
  if (error instanceof ChatError) {
    if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(error.retryAfterSeconds));
    return respond(error.status, error.message);
  }
  if (error instanceof AuthError) return respond(error.status >= 500 ? error.status : 401, error.message);
  const expectedError = findExpectedError(error);
  if (expectedError) return respond(expectedError.status, expectedError.message);
  // The client has disconnected.
  if (c.req.raw.signal.aborted) return respond(499, FAILURE_MESSAGE);
  const requestId = getRequestScope()?.id;
  log.error({ err: error, requestId }, "a call to /functions/v1 failed");
  return respond(error instanceof AnalyzerError ? 503 : 500, FAILURE_MESSAGE);
}
