import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { ChatEvent } from "#core/ai/chat-stream.ts";
import type { Answer } from "./answer-chat.ts";

const DONE_EVENT = "data: [DONE]\n\n";
const encoder = new TextEncoder();

/**
 * Streams an answer as server-sent events, only as fast as the client reads. A failed answer ends with its error event,
 * and any other with [DONE]. A client that hasn't read the entire answer after `timeoutMs` is disconnected.
 */
export function sendEvents(events: Answer, disconnectController: AbortController, timeoutMs: number) {
  const stop = (reason: unknown) => {
    clearTimeout(timer);
    disconnectController.abort(reason);
    // A generator that waits for the client doesn't see the abort, so it is ended here.
    void events.return().catch(() => {});
  };
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  let hasText = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          const timeoutError = new Error("the answer was not read in time");
          controller.error(timeoutError);
          stop(timeoutError);
        }, timeoutMs);
      },
      async pull(controller) {
        const { value, done } = await events.next();
        if (!done) {
          hasFailed = value.error !== undefined;
          controller.enqueue(encoder.encode(serialize(value)));
          if (hasText || !value.choices[0]?.delta.content) return;
          hasText = true;
          // Node sends nothing while promise callbacks are waiting, so the first text would wait for later text that is
          // ready too.
          await yieldToEvents();
          return;
        }
        clearTimeout(timer);
        if (!hasFailed) controller.enqueue(encoder.encode(DONE_EVENT));
        controller.close();
      },
      cancel: stop,
    },
    { highWaterMark: 1 },
  );
}

const serialize = (event: ChatEvent) => `data: ${JSON.stringify(event)}\n\n`;
