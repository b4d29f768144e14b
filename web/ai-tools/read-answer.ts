import type { ChatEvent } from "#core/ai/chat-stream.ts";

/**
 * The events of a streamed answer, until [DONE] or the end of the stream; returns whether [DONE] came. The stream may
 * be cut anywhere, within a character too. Comments, blank lines and other fields are passed over; JSON that is not
 * complete waits for the lines after it, until its event ends.
 */
export async function* readAnswer(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ChatEvent, boolean, undefined> {
  let waiting = "";
  for await (const line of linesOf(body)) {
    if (line === "") waiting = "";
    const [, data] = /^data: ?(.*)$/.exec(line) ?? [];
    if (data === undefined) continue;
    if (data.trim() === "[DONE]") return true;
    waiting += data;
    const event = parse(waiting);
    if (event === null) continue;
    waiting = "";
    yield event;
  }
  return false;
}

function parse(text: string): ChatEvent | null {
  try {
    const event: unknown = JSON.parse(text);
    return typeof event === "object" ? (event as ChatEvent | null) : null;
  } catch {
    return null;
  }
}

/** Whoever stops reading the lines ends the stream with it. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      // A \r at the very end may be the first half of a line's end.
      const lines = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      yield* lines;
      if (!done) continue;
      if (rest !== "") yield rest;
      return;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
