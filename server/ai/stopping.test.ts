import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "#server/testing/database.ts";
import {
  buildTokenEvent,
  type FakeProvider,
  FINISH_EVENTS,
  type ProviderHandler,
  sendTokens,
} from "./fake-provider.fixture.ts";
import { type AiFixture, createAiFixture, openTestAi, readAnswer, TEST_ANALYSIS } from "./testing.ts";

let database: TestDatabase;
let provider: FakeProvider;
let fixture: AiFixture;
let end: () => Promise<void>;
beforeAll(async () => {
  ({ database, provider, fixture, end } = await openTestAi());
});
afterAll(() => end());
afterEach(() => {
  provider.handler = sendTokens("Hello");
});

/** Builds a handler that sends one token per answer and waits. Each of the `continuations` completes one answer. */
function buildPausingHandler(): { handler: ProviderHandler; continuations: (() => void)[] } {
  const continuations: (() => void)[] = [];
  return {
    continuations,
    handler(response) {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(buildTokenEvent("First"));
      continuations.push(() => response.end(buildTokenEvent(" second") + FINISH_EVENTS));
    },
  };
}

async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  expectedText: string,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes(expectedText)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`ended before ${expectedText}: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

const countRuns = async (outcome: string) => {
  const { rows } = await database.pool.query(
    "select coalesce(sum(runs), 0)::int as n from ai_runs where outcome = $1",
    [outcome],
  );
  return rows[0].n as number;
};

test("a token is forwarded while the provider is still working on the next", async () => {
  const { handler, continuations } = buildPausingHandler();
  provider.handler = handler;
  const response = await fixture.ask("chatbot", "Why?");
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  await readUntil(reader, "First");
  continuations[0]?.();
  expect(await readUntil(reader, "[DONE]")).toContain("second");
});

test("disconnecting in the middle of an answer ends the call to the provider", async () => {
  const before = await countRuns("stopped");
  provider.handler = buildPausingHandler().handler;
  const client = new AbortController();
  const response = await fixture.ask("chatbot", "Why?", { signal: client.signal });
  await readUntil(response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>, "First");
  const disconnection = provider.waitForDisconnect();
  client.abort();
  await disconnection;
  await expect.poll(() => countRuns("stopped")).toBe(before + 1);
});

test("disconnecting before the first token ends the call to the provider, and no other model is tried", async () => {
  const twoModelFixture = await createAiFixture(database, {
    provider,
    analysis: TEST_ANALYSIS,
    settings: { models: ["a/model", "b/model"] },
  });
  const before = provider.calls.length;
  const client = new AbortController();
  const callPromise = new Promise<void>((resolve) => {
    provider.handler = () => resolve();
  });
  const disconnection = provider.waitForDisconnect();
  const response = twoModelFixture.ask("chatbot", "Why?", { signal: client.signal });
  await callPromise;
  client.abort();
  await expect(response).rejects.toThrow();
  await disconnection;
  await expect.poll(() => provider.countOpenCalls()).toBe(0);
  expect(provider.calls.length).toBe(before + 1);
  await twoModelFixture.end();
});

test("canceling an unread stream ends the call to the provider", async () => {
  provider.handler = buildPausingHandler().handler;
  const disconnection = provider.waitForDisconnect();
  const response = await fixture.ai.http.request("/chat", {
    method: "POST",
    headers: { Authorization: `Bearer ${fixture.publicKey}` },
    body: JSON.stringify({
      messages: [...(await import("#core/ai/tools.ts")).formatToolCall("chatbot", "Why?")],
    }),
  });
  await response.body?.cancel();
  await disconnection;
});

test("a hundred answers can be open at the same time without a database connection, and all of them complete", async () => {
  const { handler, continuations } = buildPausingHandler();
  provider.handler = handler;
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => fixture.ask("chatbot", `Why ${index}?`)),
  );
  const readers = responses.map(({ body }) => body?.getReader() as ReadableStreamDefaultReader<Uint8Array>);
  await Promise.all(readers.map((reader) => readUntil(reader, "First")));
  expect(provider.countOpenCalls()).toBe(100);
  const { rows } = await database.pool.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
  );
  // No database connection is in use while an answer is streamed.
  expect(rows[0].n).toBe(0);
  for (const continueAnswer of continuations) continueAnswer();
  const texts = await Promise.all(readers.map((reader) => readUntil(reader, "[DONE]")));
  expect(texts.every((text) => text.includes("second"))).toBe(true);
});

test("a slow reader gets the complete answer", async () => {
  const words = Array.from({ length: 400 }, (_, index) => `${index}${"x".repeat(400)} `);
  provider.handler = sendTokens(...words);
  const response = await fixture.ask("chatbot", "Why?");
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let text = "";
  const decoder = new TextDecoder();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const answer = await readAnswer(new Response(text));
  expect(answer.text).toBe(words.join(""));
  expect(answer.isDone).toBe(true);
});
