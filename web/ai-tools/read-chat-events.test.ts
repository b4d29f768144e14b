import { describe, expect, test } from "vitest";
import type { ChatEvent } from "#core/ai/chat-stream.ts";
import { readChatEvents } from "./read-chat-events.ts";

const buildDataLine = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}`;

function createStream(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** Reads a response in chunks of `chunkSize` bytes. */
async function readText(text: string, chunkSize = 1_000_000) {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += chunkSize)
    chunks.push(bytes.slice(start, start + chunkSize));
  return collect(readChatEvents(createStream(chunks)));
}

async function collect(stream: ReturnType<typeof readChatEvents>) {
  const events: ChatEvent[] = [];
  for (;;) {
    const { value, done } = await stream.next();
    if (done) return { hasDoneMarker: value, events, text: joinText(events) };
    events.push(value);
  }
}

const joinText = (events: readonly ChatEvent[]) =>
  events.map((event) => event.choices?.[0]?.delta.content ?? "").join("");

const STREAM_LINES = [
  ": a comment",
  "",
  buildDataLine("Grüße "),
  "",
  "",
  "event: message",
  buildDataLine("from 日本 🚀"),
  "",
  ": another",
  buildDataLine(" [1]\ndone"),
  "",
  "data: [DONE]",
  "",
  "",
];

describe("an answer is read completely when", () => {
  for (const [name, lineBreak] of [
    ["\\n", "\n"],
    ["\\r\\n", "\r\n"],
    ["\\r", "\r"],
  ] as const) {
    test(`it is split into chunks of any size and its lines end in ${name}`, async () => {
      const text = STREAM_LINES.join(lineBreak);
      for (let size = 1; size < 40; size += 1) {
        const answer = await readText(text, size);
        expect(answer.text).toBe("Grüße from 日本 🚀 [1]\ndone");
        expect(answer.hasDoneMarker).toBe(true);
      }
    });
  }
  test("it has no space after the colon and no final line break", async () => {
    expect(
      (await readText(`${buildDataLine("a").replace("data: ", "data:")}\n${buildDataLine("b")}`)).text,
    ).toBe("ab");
  });
});

test("JSON split over several lines is buffered until complete", async () => {
  const text = `data: {"choices":[{"index":0,\ndata: "delta":{"content":"late"}}]}\n\n${buildDataLine("!")}\n\n`;
  expect((await readText(text)).text).toBe("late!");
});

test("an event that never becomes valid JSON doesn't affect later ones", async () => {
  const { text, hasDoneMarker } = await readText(
    `data: {"choices":[{\n\n${buildDataLine("fine")}\n\ndata: [DONE]\n\n`,
  );
  expect({ text, hasDoneMarker }).toEqual({ text: "fine", hasDoneMarker: true });
});

test("JSON that isn't an event is ignored", async () => {
  expect((await readText(`data: null\n\ndata: 7\n\n${buildDataLine("fine")}\n\n`)).events).toHaveLength(1);
});

test("a stream without [DONE] is reported as incomplete, and nothing after [DONE] is read", async () => {
  expect((await readText(`${buildDataLine("half")}\n\n`)).hasDoneMarker).toBe(false);
  expect(
    (await readText(`${buildDataLine("whole")}\n\ndata: [DONE]\n\n${buildDataLine("more")}\n\n`)).text,
  ).toBe("whole");
});

test("error events are yielded", async () => {
  const { events } = await readText(
    `${buildDataLine("half")}\n\ndata: {"choices":[],"error":"The model went away."}\n\n`,
  );
  expect(events.at(-1)?.error).toBe("The model went away.");
});

test("leaving the loop cancels the stream", async () => {
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(`${buildDataLine("on")}\n\n`)),
    cancel: () => {
      isCanceled = true;
    },
  });
  for await (const event of readChatEvents(body)) {
    expect(event.choices).toHaveLength(1);
    break;
  }
  expect(isCanceled).toBe(true);
});
