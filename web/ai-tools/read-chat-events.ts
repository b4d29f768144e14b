import { createParser } from "eventsource-parser";
import type { ChatEvent } from "#core/ai/chat-stream.ts";

/** Yields a stream's events; returns whether [DONE] arrived. */
export async function* readChatEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ChatEvent, boolean, undefined> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for await (const text of readText(body)) {
    parser.feed(text);
    for (const data of events.splice(0)) {
      let partialJson = "";
      // Several lines may form one event, or each line may be an event of its own.
      for (const line of data.split("\n")) {
        if (line.trim() === "[DONE]") return true;
        partialJson += line;
        const event = parseEvent(partialJson);
        if (event === null) continue;
        partialJson = "";
        yield event;
      }
    }
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

/**
 * Yields the stream's text, then a blank line in case the last event lacks one. Cancels the stream if reading stops
 * early.
 */
async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      yield done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true });
      if (done) return;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
