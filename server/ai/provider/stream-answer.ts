import type { IncomingMessage } from "node:http";
import type { ChatMessage } from "#core/ai/tools.ts";
import type { AnswerOpener } from "./open-answer.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { createChunkReader, failureOf, partsOf, type StreamPart } from "./read-chunks.ts";

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
  const patience = createPatience(stopping, timing);
  let answer: IncomingMessage | undefined;
  let isOver = false;
  try {
    patience.begin();
    answer = await opener.open(call, stopping.signal);
    const { statusCode = 0 } = answer;
    if (statusCode !== 200) throw await refusalOf(answer, statusCode);
    const isStream = !/^application\/json\b/i.test(answer.headers["content-type"] ?? "");
    if (isStream) yield* readStream(answer, patience);
    else yield* await readWhole(answer);
    isOver = true;
  } catch (error) {
    if (stopping.signal.aborted) throw stopping.signal.reason;
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure("unreachable", "the connection broke", { cause: error });
  } finally {
    patience.end();
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

async function* readStream(answer: IncomingMessage, patience: Patience): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  const reader = createChunkReader();
  let length = 0;
  const read = function* (parts: readonly StreamPart[]): Generator<string, boolean, void> {
    let isOver = false;
    for (const part of parts) {
      if (part.kind === "error") throw part.failure;
      if (part.kind === "finish") isOver = true;
      if (part.kind !== "token") {
        patience.sign();
        continue;
      }
      length += part.text.length;
      if (length > LONGEST_ANSWER) return true;
      patience.pause();
      yield part.text;
      patience.goOn();
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
async function readWhole(answer: IncomingMessage): Promise<string[]> {
  const found = parseJson(await readText(answer));
  if (found === undefined) throw new ProviderFailure("unreadable", "the answer is neither a stream nor JSON");
  const tokens: string[] = [];
  for (const part of partsOf(found)) {
    if (part.kind === "error") throw part.failure;
    if (part.kind === "token") tokens.push(part.text.slice(0, LONGEST_ANSWER));
  }
  return tokens;
}

async function refusalOf(answer: IncomingMessage, status: number): Promise<ProviderFailure> {
  const found = parseJson(await readText(answer));
  const detail = found === undefined ? null : (failureOf(found, status)?.detail ?? messageOf(found));
  return new ProviderFailure("status", `the provider answered ${status}`, { status, detail });
}

const messageOf = ({ message }: { message?: unknown }) => (typeof message === "string" ? message : null);

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
interface Patience {
  begin(): void;
  /** The stream is alive but has no token yet. */
  sign(): void;
  /** A token arrived: pause until the client asks for the next one. */
  pause(): void;
  goOn(): void;
  end(): void;
}

function createPatience(stopping: AbortController, { firstTokenMs, silenceMs }: Timing): Patience {
  let timer: NodeJS.Timeout | undefined;
  let hasToken = false;
  const wait = (milliseconds: number, what: string) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => stopping.abort(new ProviderFailure("timeout", `${what} within ${milliseconds} ms`)),
      milliseconds,
    );
  };
  const waitOn = () => (hasToken ? wait(silenceMs, "nothing more") : wait(firstTokenMs, "no token"));
  return {
    begin: waitOn,
    sign: waitOn,
    pause() {
      hasToken = true;
      clearTimeout(timer);
    },
    goOn: waitOn,
    end: () => clearTimeout(timer),
  };
}
