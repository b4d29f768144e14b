import type { IncomingMessage } from "node:http";
import type { ChatMessage } from "#core/ai/tools.ts";
import type { ProviderClient } from "./provider-client.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { createChunkReader, parseParts, readFailure, type StreamPart } from "./read-chunks.ts";

/** Time limits in milliseconds. */
export interface Timing {
  readonly connectMs: number;
  /** From the call, or from the last sign of life, to the first token. */
  readonly firstTokenMs: number;
  /** Between two tokens or signs of life. */
  readonly silenceMs: number;
  /** For the complete answer. */
  readonly answerMs: number;
}

/** The longest answer in characters: about fifty pages. */
const ANSWER_LENGTH_MAX = 200_000;
/** For error bodies and answers that aren't streamed. */
const BODY_BYTES_MAX = 1024 * 1024;
/** How long to wait for the rest of a body after the answer is complete. */
const DRAIN_MS = 1_000;

/**
 * Streams one model's answer token by token. Throws ProviderFailure, or the reason of `signal`. Always closes or
 * releases the connection.
 */
export async function* streamAnswer(
  provider: ProviderClient,
  call: { model: string; messages: readonly ChatMessage[] },
  timing: Timing,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const controller = new AbortController();
  const forwardAbort = () => controller.abort(signal.reason);
  if (signal.aborted) forwardAbort();
  else signal.addEventListener("abort", forwardAbort, { once: true });
  const timeouts = createTimeouts(controller, timing);
  let response: IncomingMessage | undefined;
  let isOver = false;
  try {
    timeouts.begin();
    response = await provider.requestCompletion(call, controller.signal);
    const { statusCode = 0 } = response;
    if (statusCode !== 200) throw await readProviderError(response, statusCode);
    const isStream = !/^application\/json\b/i.test(response.headers["content-type"] ?? "");
    if (isStream) yield* readStream(response, timeouts);
    else yield* await readComplete(response);
    isOver = true;
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure("unreachable", "the connection broke", { cause: error });
  } finally {
    timeouts.end();
    signal.removeEventListener("abort", forwardAbort);
    if (response && !response.readableEnded) drainOrClose(response, isOver);
  }
}

/**
 * Reads the rest of the body (token counts, [DONE]) in the background, so that the connection can be reused. Closes
 * it if the body doesn't end or the answer isn't wanted.
 */
function drainOrClose(response: IncomingMessage, isOver: boolean): void {
  if (!isOver) return void response.destroy();
  const timer = setTimeout(() => response.destroy(), DRAIN_MS).unref();
  response.once("close", () => clearTimeout(timer));
  response.on("error", () => {});
  response.resume();
}

async function* readStream(
  response: IncomingMessage,
  timeouts: Timeouts,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  const reader = createChunkReader();
  let length = 0;
  const read = function* (parts: readonly StreamPart[]): Generator<string, boolean, void> {
    let isOver = false;
    for (const part of parts) {
      if (part.kind === "error") throw part.failure;
      if (part.kind === "finish") isOver = true;
      if (part.kind !== "token") {
        timeouts.extend();
        continue;
      }
      length += part.text.length;
      if (length > ANSWER_LENGTH_MAX) return true;
      timeouts.pause();
      yield part.text;
      timeouts.resume();
    }
    return isOver;
  };
  const chunks = response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks)
    if (yield* read(reader.read(decoder.decode(chunk, { stream: true })))) return;
  yield* read(reader.read(decoder.decode()));
  yield* read(reader.end());
}

/** For endpoints that don't stream: the complete answer. */
async function readComplete(response: IncomingMessage): Promise<string[]> {
  const body = parseJson(await readText(response));
  if (body === undefined) throw new ProviderFailure("unreadable", "the answer is neither a stream nor JSON");
  const tokens: string[] = [];
  for (const part of parseParts(body)) {
    if (part.kind === "error") throw part.failure;
    if (part.kind === "token") tokens.push(part.text.slice(0, ANSWER_LENGTH_MAX));
  }
  return tokens;
}

async function readProviderError(response: IncomingMessage, status: number): Promise<ProviderFailure> {
  const body = parseJson(await readText(response));
  const detail = body === undefined ? null : (readFailure(body, status)?.detail ?? getMessage(body));
  return new ProviderFailure("status", `the provider answered ${status}`, { status, detail });
}

const getMessage = ({ message }: { message?: unknown }) => (typeof message === "string" ? message : null);

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new ProviderFailure("unreadable", `more than ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** The timeout of one call. Paused while the client is reading. */
interface Timeouts {
  begin(): void;
  /** The stream is alive but has no token yet. */
  extend(): void;
  /** A token arrived: pause until the client asks for the next one. */
  pause(): void;
  resume(): void;
  end(): void;
}

function createTimeouts(controller: AbortController, { firstTokenMs, silenceMs }: Timing): Timeouts {
  let timer: NodeJS.Timeout | undefined;
  let hasToken = false;
  const wait = (timeoutMs: number, missing: string) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => controller.abort(new ProviderFailure("timeout", `${missing} within ${timeoutMs} ms`)),
      timeoutMs,
    );
  };
  const restart = () => (hasToken ? wait(silenceMs, "nothing more") : wait(firstTokenMs, "no token"));
  return {
    begin: restart,
    extend: restart,
    pause() {
      hasToken = true;
      clearTimeout(timer);
    },
    resume: restart,
    end: () => clearTimeout(timer),
  };
}
