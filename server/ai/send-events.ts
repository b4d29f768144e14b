import type { ChatEvent } from "#core/ai/chat-stream.ts";
import type { Answer } from "./answer-chat.ts";

const DONE = "data: [DONE]\n\n";

/**
 * An answer as a server-sent stream, an event at a time and no sooner than its reader takes it. An answer that failed
 * ends with its event that says so, any other with [DONE]. When the reader goes away `leaving` aborts; one that neither
 * reads nor goes is cut off after `mostMs`.
 */
export function sendEvents(
  answer: Answer,
  leaving: AbortController,
  mostMs: number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const leave = (why: unknown) => {
    clearTimeout(timer);
    leaving.abort(why);
    // What waits for the next event sees the abort first; one that waits for its reader is ended here.
    void answer.return().catch(() => {});
  };
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          const late = new Error("the answer was not read in time");
          controller.error(late);
          leave(late);
        }, mostMs);
      },
      async pull(controller) {
        const { value, done } = await answer.next();
        if (!done) {
          hasFailed = value.error !== undefined;
          controller.enqueue(encoder.encode(write(value)));
          return;
        }
        clearTimeout(timer);
        if (!hasFailed) controller.enqueue(encoder.encode(DONE));
        controller.close();
      },
      cancel: leave,
    },
    { highWaterMark: 1 },
  );
}

const write = (event: ChatEvent) => `data: ${JSON.stringify(event)}\n\n`;
