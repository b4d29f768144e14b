import { describe, expect, test } from "vitest";
import type { ChatEvent } from "#core/ai/chat-stream.ts";
import { readAnswer } from "./read-answer.ts";

const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}`;

function createStream(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** Reads a text in chunks of this many bytes. */
async function read(text: string, size = 1_000_000) {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return collect(readAnswer(createStream(chunks)));
}

async function collect(events: ReturnType<typeof readAnswer>) {
  const seen: ChatEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) return { isDone: value, seen, text: joinText(seen) };
    seen.push(value);
  }
}

const joinText = (events: readonly ChatEvent[]) =>
  events.map((event) => event.choices?.[0]?.delta.content ?? "").join("");

const STREAM = [
  ": a comment",
  "",
  piece("Grüße "),
  "",
  "",
  "event: message",
  piece("from 日本 🚀"),
  "",
  ": another",
  piece(" [1]\ndone"),
  "",
  "data: [DONE]",
  "",
  "",
];

describe("an answer is read completely", () => {
  for (const [name, end] of [
    ["\\n", "\n"],
    ["\\r\\n", "\r\n"],
    ["\\r", "\r"],
  ] as const) {
    test(`split at every byte, with lines that end in ${name}`, async () => {
      const text = STREAM.join(end);
      for (let size = 1; size < 40; size += 1) {
        const answer = await read(text, size);
        expect(answer.text).toBe("Grüße from 日本 🚀 [1]\ndone");
        expect(answer.isDone).toBe(true);
      }
    });
  }
  test("without a space after the colon and without a final line break", async () => {
    expect((await read(`${piece("a").replace("data: ", "data:")}\n${piece("b")}`)).text).toBe("ab");
  });
});

test("JSON in several lines waits until it is complete", async () => {
  const text = `data: {"choices":[{"index":0,\ndata: "delta":{"content":"late"}}]}\n\n${piece("!")}\n\n`;
  expect((await read(text)).text).toBe("late!");
});

test("an event that never becomes valid JSON doesn't affect later ones", async () => {
  const { text, isDone } = await read(`data: {"choices":[{\n\n${piece("fine")}\n\ndata: [DONE]\n\n`);
  expect({ text, isDone }).toEqual({ text: "fine", isDone: true });
});

test("JSON that isn't an event is ignored", async () => {
  expect((await read(`data: null\n\ndata: 7\n\n${piece("fine")}\n\n`)).seen).toHaveLength(1);
});

test("a stream that ends without [DONE] says so; nothing after [DONE] is read", async () => {
  expect((await read(`${piece("half")}\n\n`)).isDone).toBe(false);
  expect((await read(`${piece("whole")}\n\ndata: [DONE]\n\n${piece("more")}\n\n`)).text).toBe("whole");
});

test("error events are passed on", async () => {
  const { seen } = await read(`${piece("half")}\n\ndata: {"choices":[],"error":"The model went away."}\n\n`);
  expect(seen.at(-1)?.error).toBe("The model went away.");
});

test("stopping to read cancels the stream", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(`${piece("on")}\n\n`)),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const event of readAnswer(body)) {
    expect(event.choices).toHaveLength(1);
    break;
  }
  expect(cancelled).toBe(true);
});
