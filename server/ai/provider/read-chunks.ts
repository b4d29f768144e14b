import { createParser } from "eventsource-parser";
import { type CallFragment, parseCallFragments } from "./function-calls.ts";
import { ProviderFailure } from "./provider-failure.ts";

export type StreamPart =
  | { readonly kind: "token"; readonly text: string }
  /** An event without text: a role, a reasoning step or token counts. It shows that the model is working. */
  | { readonly kind: "keepalive" }
  | { readonly kind: "calls"; readonly fragments: readonly CallFragment[] }
  /** `isForCalls` means that the model stopped to wait for the results of its calls. */
  | { readonly kind: "finish"; readonly isForCalls?: boolean }
  | { readonly kind: "error"; readonly failure: ProviderFailure };

/** Maximum length in characters of an unfinished event, and of incomplete JSON. One token's event has a few hundred. */
const PENDING_LENGTH_MAX = 1024 * 1024;

/**
 * Parses an OpenAI-compatible event stream from arbitrary chunks. Incomplete JSON waits for the next line, and is
 * dropped if that line is complete on its own. Throws ProviderFailure for an endless event or endless JSON.
 */
export function createChunkReader() {
  let parts: StreamPart[] = [];
  let pendingText = "";
  let isOver = false;
  const parser = createParser({
    maxBufferSize: PENDING_LENGTH_MAX,
    onEvent: ({ data }) => {
      // Some providers send data lines without blank lines between them, so each line is parsed separately.
      for (const line of data.split("\n")) parseLine(line);
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded")
        throw new ProviderFailure("unreadable", `an event of more than ${PENDING_LENGTH_MAX} characters`);
    },
  });

  function parseLine(line: string): void {
    if (line.trim() === "" || isOver) return;
    if (line.trim() === "[DONE]") {
      isOver = true;
      parts.push({ kind: "finish" });
      return;
    }
    const joinedValue = parseJson(pendingText + line);
    const value = joinedValue === undefined && pendingText !== "" ? parseJson(line) : joinedValue;
    if (value === undefined) {
      pendingText += line;
      if (pendingText.length > PENDING_LENGTH_MAX) throw new ProviderFailure("unreadable", "endless JSON");
      return;
    }
    pendingText = "";
    parts.push(...parseParts(value));
  }

  const takeParts = () => {
    const result = parts;
    parts = [];
    return result;
  };
  return {
    read(text: string): StreamPart[] {
      parser.feed(text);
      return takeParts();
    },
    /** Parses the last event if no line break or blank line follows it. */
    end(): StreamPart[] {
      parser.feed("\n\n");
      return takeParts();
    },
  };
}

function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return undefined;
  }
}

/** Parses one JSON value of the stream, or of an answer that wasn't streamed. */
export function parseParts(value: object): StreamPart[] {
  const failure = readFailure(value);
  if (failure) return [{ kind: "error", failure }];
  const { choices } = value as { choices?: unknown };
  const choice = (Array.isArray(choices) ? choices[0] : undefined) as
    | { delta?: unknown; message?: unknown; finish_reason?: unknown }
    | undefined;
  const text = getContent(choice?.delta) || getContent(choice?.message);
  const fragments = [...parseCallFragments(choice?.delta), ...parseCallFragments(choice?.message)];
  const reason = choice?.finish_reason;
  return [
    text === "" ? { kind: "keepalive" } : { kind: "token", text },
    ...(fragments.length > 0 ? [{ kind: "calls", fragments } as const] : []),
    ...(typeof reason === "string"
      ? [{ kind: "finish", ...(reason === "tool_calls" ? { isForCalls: true } : {}) } as const]
      : []),
  ];
}

/** Returns a message's text. If the content is a list of parts, joins the text parts. */
function getContent(message: unknown): string {
  const { content } = (message ?? {}) as { content?: unknown };
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => (part as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === "string")
    .join("");
}

/**
 * Returns the error in an answer's JSON: {"error": "…"}, {"error": {"message", "code"}}, or a list that begins with
 * one of these. Returns null if there is none.
 */
export function readFailure(value: object, status: number | null = null): ProviderFailure | null {
  const error = (
    Array.isArray(value) ? (value[0] as { error?: unknown } | null) : (value as { error?: unknown })
  )?.error;
  if (error === undefined || error === null) return null;
  const {
    message,
    code,
    status: bodyStatus,
  } = (typeof error === "object" ? error : { message: error }) as {
    message?: unknown;
    code?: unknown;
    status?: unknown;
  };
  const statusFromBody = [code, bodyStatus]
    .map(Number)
    .find((number) => Number.isInteger(number) && number >= 400 && number < 600);
  return new ProviderFailure("error", "the provider sent an error", {
    status: status ?? statusFromBody ?? null,
    detail: typeof message === "string" ? message : null,
  });
}
