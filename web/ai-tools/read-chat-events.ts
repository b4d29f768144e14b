import type { ChatEvent } from "#core/ai/chat-stream.ts";

/** Yields a stream's events; returns whether [DONE] arrived. An event's JSON may be split over several lines. */
export async function* readChatEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ChatEvent, boolean, undefined> {
  let partialJson = "";
  for await (const line of readLines(body)) {
    if (line === "") partialJson = "";
    const [, data] = /^data: ?(.*)$/.exec(line) ?? [];
    if (data === undefined) continue;
    if (data.trim() === "[DONE]") return true;
    partialJson += data;
    const event = parseEvent(partialJson);
    if (event === null) continue;
    partialJson = "";
    yield event;
  }
  return false;
}

function parseEvent(text: string): ChatEvent | null {
  try {
    const event: unknown = JSON.parse(text);
    return typeof event === "object" ? (event as ChatEvent | null) : null;
  } catch {
    return null;
  }
}

/** Cancels the stream when the consumer leaves the loop. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      buffer += done ? decoder.decode() : decoder.decode(value, { stream: true });
      // A \r at the very end may be the first half of a line break.
      const lines = buffer.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
      buffer = lines.pop() ?? "";
      yield* lines;
      if (!done) continue;
      if (buffer !== "") yield buffer;
      return;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
