import type { IncomingMessage } from "node:http";
import { createCallCollector, type FunctionCall } from "./function-calls.ts";
import type { CompletionCall, ProviderClient } from "./provider-client.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { createChunkReader, parseParts, readFailure, type StreamPart } from "./read-chunks.ts";

/** A part of a model's message: text as it arrives, followed by its function calls, if any. */
export type AnswerPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "calls"; readonly calls: readonly FunctionCall[] };

/** Time limits in milliseconds. */
export interface Timing {
  readonly connectMs: number;
  /** Limit from the call, or from the last event, to the first token. */
  readonly firstTokenMs: number;
  /** Limit between two tokens or other events. */
  readonly silenceMs: number;
  /** Limit for the complete answer. */
  readonly answerMs: number;
}

/** Maximum length of a message in characters, including its function calls: about fifty pages. */
export const ANSWER_LENGTH_MAX = 200_000;
/** Maximum size of an error response, and of an answer that isn't streamed. */
const BODY_BYTES_MAX = 1024 * 1024;
/** How long to wait for the rest of a body after the answer is complete. */
const DRAIN_MS = 1_000;

/**
 * Yields the parts of a provider's answer. Throws ProviderFailure, or `signal.reason`. Always closes or releases the
 * connection.
 */
export async function* streamAnswer(
  provider: ProviderClient,
  call: CompletionCall,
  timing: Timing,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, void, void> {
  const controller = new AbortController();
  const forwardAbort = () => controller.abort(signal.reason);
  if (signal.aborted) forwardAbort();
  else signal.addEventListener("abort", forwardAbort, { once: true });
  const timeout = createTimeout(controller, timing);
  let response: IncomingMessage | undefined;
  let isOver = false;
  try {
    timeout.restart();
    response = await provider.requestCompletion(call, controller.signal);
    const { statusCode = 0 } = response;
    if (statusCode !== 200) throw await readProviderError(response, statusCode);
    const isStream = !/^application\/json\b/i.test(response.headers["content-type"] ?? "");
    const messageReader = createMessageReader();
    if (isStream) yield* readStream(response, timeout, messageReader);
    else yield* messageReader.read(await readCompleteAnswer(response), timeout);
    isOver = true;
    timeout.end();
    yield* messageReader.finish();
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure("unreachable", "the connection broke", { cause: error });
  } finally {
    timeout.end();
    signal.removeEventListener("abort", forwardAbort);
    if (response && !response.readableEnded) drainOrClose(response, isOver);
  }
}

/**
 * If the answer is over, reads the rest (token counts, [DONE]) in the background, so that the connection can be reused.
 * Otherwise, closes the connection.
 */
function drainOrClose(response: IncomingMessage, isOver: boolean): void {
  if (!isOver) return void response.destroy();
  const timer = setTimeout(() => response.destroy(), DRAIN_MS).unref();
  response.once("close", () => clearTimeout(timer));
  response.on("error", () => {});
  response.resume();
}

type MessageReader = ReturnType<typeof createMessageReader>;

/** Sorts the parts of a stream into text and function calls. */
function createMessageReader() {
  const collector = createCallCollector();
  let length = 0;
  let hasText = false;
  let expectsCalls = false;
  return {
    /** Yields the text. Returns whether the message has ended. Throws ProviderFailure if a part is an error. */
    *read(parts: readonly StreamPart[], timeout: Timeout): Generator<AnswerPart, boolean, void> {
      let isOver = false;
      for (const part of parts) {
        if (part.kind === "error") throw part.failure;
        if (part.kind === "token") {
          length += part.text.length;
          if (length > ANSWER_LENGTH_MAX) return true;
          hasText = true;
          timeout.pause();
          yield { kind: "text", text: part.text };
          timeout.restart();
          continue;
        }
        timeout.restart();
        if (part.kind === "finish") {
          isOver = true;
          expectsCalls ||= part.isForCalls === true;
        }
        if (part.kind !== "calls") continue;
        expectsCalls = true;
        length += part.fragments.reduce(
          (sum, { arguments: argumentsText, extra }) =>
            sum + argumentsText.length + (extra ? JSON.stringify(extra).length : 0),
          0,
        );
        if (length > ANSWER_LENGTH_MAX) return true;
        collector.add(part.fragments);
      }
      return isOver;
    },
    /** Returns the calls once the message is over. Throws ProviderFailure if it consists only of unreadable calls. */
    finish(): Iterable<AnswerPart> {
      const calls = collector.finish();
      if (calls.length > 0) return [{ kind: "calls", calls }];
      if (expectsCalls && !hasText) throw new ProviderFailure("calls", "the model's calls are unreadable");
      return [];
    },
  };
}

async function* readStream(response: IncomingMessage, timeout: Timeout, messageReader: MessageReader) {
  const chunkReader = createChunkReader();
  response.setEncoding("utf8");
  const chunks = response.iterator({ destroyOnReturn: false }) as AsyncIterable<string>;
  for await (const chunk of chunks) if (yield* messageReader.read(chunkReader.read(chunk), timeout)) return;
  yield* messageReader.read(chunkReader.end(), timeout);
}

/** Reads the parts of an answer that isn't streamed. */
async function readCompleteAnswer(response: IncomingMessage): Promise<StreamPart[]> {
  const body = parseJson(await readText(response));
  if (body === undefined) throw new ProviderFailure("unreadable", "the answer is neither a stream nor JSON");
  return parseParts(body).map((part) =>
    part.kind === "token" ? { ...part, text: part.text.slice(0, ANSWER_LENGTH_MAX) } : part,
  );
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

type Timeout = ReturnType<typeof createTimeout>;

/** Creates a call's timeout. It is paused while the client reads a token. */
function createTimeout(controller: AbortController, { firstTokenMs, silenceMs }: Timing) {
  let timer: NodeJS.Timeout | undefined;
  let hasToken = false;
  const wait = (timeoutMs: number, problem: string) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => controller.abort(new ProviderFailure("timeout", `${problem} within ${timeoutMs} ms`)),
      timeoutMs,
    );
  };
  return {
    restart: () => (hasToken ? wait(silenceMs, "nothing more") : wait(firstTokenMs, "no token")),
    pause() {
      hasToken = true;
      clearTimeout(timer);
    },
    end: () => clearTimeout(timer),
  };
}
