import type { IncomingMessage } from "node:http";
import type { ChatMessage } from "#core/ai/tools.ts";
import type { AnswerOpener } from "./open-answer.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { createChunkReader, readFailure, readParts, type StreamPart } from "./read-chunks.ts";

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
const LONGEST_ANSWER = 200_000;
/** For error bodies and answers that aren't streamed. */
const LONGEST_BODY = 1024 * 1024;
/** How long to wait for the rest of a body after the answer is complete. */
const LEAVE_MS = 1_000;

/**
 * Streams one model's answer token by token. Throws ProviderFailure, or the reason of `signal`. Always closes or
 * releases the connection.
 */
export async function* streamAnswer(
  opener: AnswerOpener,
  call: { model: string; messages: readonly ChatMessage[] },
  timing: Timing,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  const timeouts = createTimeouts(stopping, timing);
  let answer: IncomingMessage | undefined;
  let isOver = false;
  try {
    timeouts.begin();
    answer = await opener.open(call, stopping.signal);
    const { statusCode = 0 } = answer;
    if (statusCode !== 200) throw await readRefusal(answer, statusCode);
    const isStream = !/^application\/json\b/i.test(answer.headers["content-type"] ?? "");
    if (isStream) yield* readStream(answer, timeouts);
    else yield* await readComplete(answer);
    isOver = true;
  } catch (error) {
    if (stopping.signal.aborted) throw stopping.signal.reason;
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure("unreachable", "the connection broke", { cause: error });
  } finally {
    timeouts.end();
    signal.removeEventListener("abort", stop);
    if (answer && !answer.readableEnded) leave(answer, isOver);
  }
}

/**
 * Reads the rest of the body (token counts, [DONE]) in the background, so that the connection can be reused. Closes
 * it if the body doesn't end or the answer isn't wanted.
 */
function leave(answer: IncomingMessage, isOver: boolean): void {
  if (!isOver) return void answer.destroy();
  const timer = setTimeout(() => answer.destroy(), LEAVE_MS).unref();
  answer.once("close", () => clearTimeout(timer));
  answer.on("error", () => {});
  answer.resume();
}

async function* readStream(answer: IncomingMessage, timeouts: Timeouts): AsyncGenerator<string, void, void> {
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
      if (length > LONGEST_ANSWER) return true;
      timeouts.pause();
      yield part.text;
      timeouts.resume();
    }
    return isOver;
  };
  const chunks = answer.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks)
    if (yield* read(reader.read(decoder.decode(chunk, { stream: true })))) return;
  yield* read(reader.read(decoder.decode()));
  yield* read(reader.end());
}

/** For endpoints that don't stream: the complete answer. */
async function readComplete(answer: IncomingMessage): Promise<string[]> {
  const found = parseJson(await readText(answer));
  if (found === undefined) throw new ProviderFailure("unreadable", "the answer is neither a stream nor JSON");
  const tokens: string[] = [];
  for (const part of readParts(found)) {
    if (part.kind === "error") throw part.failure;
    if (part.kind === "token") tokens.push(part.text.slice(0, LONGEST_ANSWER));
  }
  return tokens;
}

async function readRefusal(answer: IncomingMessage, status: number): Promise<ProviderFailure> {
  const found = parseJson(await readText(answer));
  const detail = found === undefined ? null : (readFailure(found, status)?.detail ?? getMessage(found));
  return new ProviderFailure("status", `the provider answered ${status}`, { status, detail });
}

const getMessage = ({ message }: { message?: unknown }) => (typeof message === "string" ? message : null);

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_BODY) throw new ProviderFailure("unreadable", `more than ${LONGEST_BODY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): object | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? found : undefined;
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

function createTimeouts(stopping: AbortController, { firstTokenMs, silenceMs }: Timing): Timeouts {
  let timer: NodeJS.Timeout | undefined;
  let hasToken = false;
  const wait = (milliseconds: number, what: string) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => stopping.abort(new ProviderFailure("timeout", `${what} within ${milliseconds} ms`)),
      milliseconds,
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
