import { setImmediate as yieldToEvents } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ChatEvent } from "#core/ai/chat-stream.ts";
import { sendEvents } from "./send-events.ts";

const TIMEOUT_MS = 60_000;

test("Node can send the first text before the rest of the answer is read", async () => {
  const readContents: string[] = [];
  async function* answer(): AsyncGenerator<ChatEvent, void, void> {
    for (const content of ["", "first", "second"]) {
      readContents.push(content);
      yield { choices: [{ index: 0, delta: { content } }] };
    }
  }
  const reader = sendEvents(answer(), new AbortController(), TIMEOUT_MS).getReader();
  for (const content of ["", "first"]) {
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain(`"content":"${content}"`);
  }
  // Node writes to sockets in the next-tick queue, which runs once no promise callbacks are waiting.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(readContents).toEqual(["", "first"]);
  await yieldToEvents();
  await reader.read();
  expect(readContents).toEqual(["", "first", "second"]);
  await reader.cancel();
});
