import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { INPUT_LIMIT } from "#core/ai/chat-stream.ts";
import { AppError } from "#core/errors.ts";
import { expectedError } from "#server/database/index.ts";
import { clientAddress } from "#server/platform/client-address.ts";
import { withDeadline } from "#server/platform/deadline.ts";
import { currentRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { AnalystError } from "./analysts/analyst-thread.ts";
import { beginAnswer, prepareAnswer } from "./answer-chat.ts";
import type { Asker } from "./asker.ts";
import { ChatRefusal } from "./chat-refusal.ts";
import type { AiDeps } from "./deps.ts";
import { readCall, TOO_LONG } from "./read-call.ts";
import { sendEvents } from "./send-events.ts";

/** The longest input with each character escaped, and what stands around it. */
const BODY_BYTES = 6 * INPUT_LIMIT + 64 * 1024;
const DISCARDED_BYTES = 16 * 1024 * 1024;
/** For everything of ours before the provider is asked: reading the call, the database, the analyst. */
const PREPARE_MS = 15_000;
const FAILED = "Failed to process your request";

/** The function as an application to mount at /functions/v1. */
export function createAiHttp(deps: AiDeps): Hono {
  const app = new Hono();
  app.onError((error, c) => renderRefusal(c, error, deps));
  app.use(
    // No cookies take part in this protocol, so any page may call it.
    cors({
      origin: "*",
      allowMethods: ["POST"],
      allowHeaders: ["authorization", "apikey", "content-type", "x-client-info"],
      exposeHeaders: ["Retry-After"],
      maxAge: 600,
    }),
    async (c, next) => {
      await (currentRequestScope() ? next() : runInRequestScope(randomUUID(), next));
      c.res.headers.set("Cache-Control", "no-store");
    },
  );
  app.post("/chat", (c) => chat(c, deps));
  app.all("/chat", () => {
    throw new ChatRefusal(405, "Send a POST.");
  });
  app.all("*", () => {
    throw new ChatRefusal(404, "There is no such function.");
  });
  return app;
}

async function chat(c: Context, deps: AiDeps): Promise<Response> {
  const leaving = new AbortController();
  const leave = () => leaving.abort(new Error("the caller went away"));
  if (c.req.raw.signal.aborted) leave();
  c.req.raw.signal.addEventListener("abort", leave, { once: true });
  const { call, prepared } = await prepareInTime(c, deps, leaving.signal);
  const answer = await beginAnswer(deps, call, prepared, leaving.signal);
  return c.body(sendEvents(answer, leaving, 2 * deps.settings.timing.answerMs), 200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    // A proxy that gathers what it passes on would hold every token back.
    "X-Accel-Buffering": "no",
  });
}

/** Everything before the answer, or a refusal once it takes too long; what is ready after that is given back. */
async function prepareInTime(c: Context, deps: AiDeps, caller: AbortSignal) {
  const work = (async () => {
    const asker = await readAsker(c, deps);
    const call = readCall(await readJson(c), deps.settings.models);
    return { call, prepared: await prepareAnswer(deps, asker, call, caller) };
  })();
  return withDeadline(() => work, {
    milliseconds: PREPARE_MS,
    cancel: deps.database.cancel,
    refusal() {
      // The scope of this request gets no statement any more.
      const giveBack = ({ prepared }: Awaited<typeof work>) =>
        runInRequestScope(randomUUID(), () => prepared.use.giveBack());
      work.then(giveBack).catch(() => {});
      return new AppError("timeout");
    },
  });
}

/** Whoever may sign in without an address is counted with the visitors of his: such accounts cost nothing to make. */
async function readAsker(c: Context, deps: AiDeps): Promise<Asker> {
  const { userId, isAnonymous } = await deps.auth.identifyCaller(c.req.header("authorization"));
  return {
    memberId: isAnonymous ? null : userId,
    address: clientAddress(c, deps.settings.trustProxy),
  };
}

/** What is too long is read to its end all the same: whoever still sends would see a broken connection and no reason. */
async function readJson(c: Context): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length;
    if (size <= BODY_BYTES) chunks.push(chunk);
    if (size > DISCARDED_BYTES) break;
  }
  if (size > BODY_BYTES) throw new ChatRefusal(413, TOO_LONG);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new ChatRefusal(400, "What was sent is not JSON.");
  }
}

/** Every refusal of /functions/v1: JSON with a field `error`. */
function renderRefusal(c: Context, error: unknown, { auth, log }: AiDeps): Response {
  c.header("Cache-Control", "no-store");
  const answer = (status: number, message: string) =>
    c.json({ error: message }, status as ContentfulStatusCode);
  if (error instanceof ChatRefusal) {
    if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(error.retryAfterSeconds));
    return answer(error.status, error.message);
  }
  const ofBearer = auth.refusalOf(error);
  if (ofBearer) return answer(ofBearer.status >= 500 ? ofBearer.status : 401, ofBearer.message);
  const expected = expectedError(error);
  if (expected) return answer(expected.status, expected.message);
  // The caller is gone and reads no answer.
  if (c.req.raw.signal.aborted) return answer(499, FAILED);
  const requestId = currentRequestScope()?.id;
  log.error({ err: error, requestId }, "a call to /functions/v1 failed");
  return answer(error instanceof AnalystError ? 503 : 500, FAILED);
}
