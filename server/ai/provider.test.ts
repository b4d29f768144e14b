import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "#server/testing/database.ts";
import {
  buildTokenEvent,
  type FakeProvider,
  FINISH_EVENTS,
  type ProviderHandler,
  sendChunks,
  sendResponse,
  sendTokens,
  startFakeProvider,
} from "./fake-provider.fixture.ts";
import { type AiFixture, createAiFixture, openTestAi, readAnswer, TEST_ANALYSIS } from "./testing.ts";

const RATE_MESSAGE = "Rate limits exceeded. Please try again later.";
const PAYMENT_MESSAGE = "Payment required. Please add funds to your AI provider workspace.";
const GENERAL_MESSAGE = "Failed to connect to AI service. Please try again later.";
const OPERATOR_MESSAGE = "Failed to connect to AI service. Please contact an administrator.";
const REFUSED_MESSAGE = "The AI service can't answer this. Please try a different or shorter text.";
const TIMEOUT_MESSAGE = "The answer took too long. Please try again.";

let database: TestDatabase;
let provider: FakeProvider;
let fixture: AiFixture;
let end: () => Promise<void>;
/**
 * Waits only briefly for a provider. Use it only for providers that should time out, because on a busy machine
 * others could time out, too.
 */
let impatientFixture: AiFixture;
beforeAll(async () => {
  ({ database, provider, fixture, end } = await openTestAi());
  impatientFixture = await createAiFixture(database, {
    provider,
    analysis: TEST_ANALYSIS,
    settings: { timing: { connectMs: 2_000, firstTokenMs: 400, silenceMs: 400, answerMs: 20_000 } },
  });
});
afterAll(async () => {
  await impatientFixture.end();
  await end();
});
afterEach(() => {
  provider.handler = sendTokens("Hello");
});

function askWith(handler: ProviderHandler, target = fixture) {
  provider.handler = handler;
  return readAnswer(target.ask("chatbot", "What is a rollup?"));
}

const SILENT_CASES = new Set(["silence", "no answer", "nothing but comments"]);
const chooseFixture = (name: string) => (SILENT_CASES.has(name) ? impatientFixture : fixture);

describe("a provider's answer", () => {
  const text = "Grüße, 世界 😀!";
  const body = Buffer.from(
    `: a comment\r\n\r\n\n\nevent: message\r\nid: 7\r\ndata: ${JSON.stringify({ choices: [{ delta: { role: "assistant", content: "" } }] })}\r\n\r\n` +
      `${[...text].map(buildTokenEvent).join(": PROCESSING\n\n")}${FINISH_EVENTS}`,
  );

  test("arrives completely when it is split in two at various points, or into single bytes", async () => {
    for (let offset = 1; offset < body.length; offset += 13) {
      const answer = await askWith(sendChunks(body.subarray(0, offset), body.subarray(offset)));
      expect([answer.text, answer.isDone, answer.error], `cut at ${offset}`).toEqual([text, true, undefined]);
    }
    const bytes = Array.from(body, (byte) => Uint8Array.of(byte));
    expect((await askWith(sendChunks(...bytes))).text).toBe(text);
  });

  test("with \\r\\n, \\r or \\n, without [DONE], and without a final line break arrives completely", async () => {
    const events = [...text].map(buildTokenEvent).join("");
    for (const stream of [
      events.replaceAll("\n", "\r\n") + FINISH_EVENTS,
      events.replaceAll("\n", "\r") + FINISH_EVENTS,
      events,
      events.trimEnd(),
      `\uFEFF${events}${FINISH_EVENTS}`,
    ]) {
      const answer = await askWith(sendChunks(stream));
      expect([answer.text, answer.isDone, answer.error], JSON.stringify(stream.slice(-60))).toEqual([
        text,
        true,
        undefined,
      ]);
    }
  });

  test("with incomplete JSON is parsed when the rest arrives; broken JSON is skipped", async () => {
    const incompleteJson = '{"choices":[{"delta":{"content":"one ';
    const answer = await askWith(
      sendChunks(
        `data: ${incompleteJson}\n\n`,
        `data: two"}}]}\n\n`,
        'data: {"broken\n\n',
        buildTokenEvent(" three"),
        FINISH_EVENTS,
      ),
    );
    expect([answer.text, answer.isDone]).toEqual(["one two three", true]);
  });

  test("without blank lines is read line by line; JSON over several lines is joined", async () => {
    const lines = ["a", "b"].map((token) => buildTokenEvent(token).trimEnd()).join("\n");
    const multiLineEvent = 'data: {"choices":\ndata: [{"delta":\ndata: {"content":"c"}}]}\n\n';
    expect((await askWith(sendChunks(`${lines}\n\n`, multiLineEvent, FINISH_EVENTS))).text).toBe("abc");
  });

  test("with a character split across two tokens arrives intact", async () => {
    expect((await askWith(sendTokens("a \ud83d", "\ude00 b"))).text).toBe("a 😀 b");
  });

  test("that is plain JSON instead of a stream is returned completely", async () => {
    const answer = await askWith(sendResponse(200, { choices: [{ message: { content: "At once." } }] }));
    expect([answer.status, answer.text, answer.isDone]).toEqual([200, "At once.", true]);
  });

  test("with parts, reasoning and token counts yields only its text", async () => {
    const answer = await askWith(
      sendChunks(
        'data: {"choices":[{"delta":{"reasoning":"hm"}}]}\n\n',
        'data: {"choices":[{"delta":{"content":[{"type":"text","text":"parts"},{"type":"image"}]}}]}\n\n',
        'data: {"choices":[],"usage":{"total_tokens":7}}\n\ndata: 7\n\ndata: null\n\ndata: []\n\n',
        FINISH_EVENTS,
      ),
    );
    expect([answer.text, answer.isDone]).toEqual(["parts", true]);
  });
});

describe("before the first token", () => {
  test.each([
    [429, { error: { message: "Slow down, org-123" } }, 429, RATE_MESSAGE],
    [402, { error: "no funds" }, 402, PAYMENT_MESSAGE],
    [500, { error: { message: "The model is overloaded." } }, 502, GENERAL_MESSAGE],
    [503, "<html>upstream connect error</html>", 502, GENERAL_MESSAGE],
    [500, { error: { message: "connect ECONNREFUSED 10.0.0.7:8000" } }, 502, GENERAL_MESSAGE],
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens." } },
      502,
      REFUSED_MESSAGE,
    ],
    [400, [{ error: { code: 400, message: "The request is invalid." } }], 502, REFUSED_MESSAGE],
    [401, { error: { message: "Wrong." } }, 502, OPERATOR_MESSAGE],
    [403, { error: "Forbidden for you" }, 502, OPERATOR_MESSAGE],
    [404, { message: "no such model" }, 502, OPERATOR_MESSAGE],
    [500, { error: "" }, 502, GENERAL_MESSAGE],
    [500, { error: { message: "see https://internal.example/trace" } }, 502, GENERAL_MESSAGE],
    [408, "", 504, TIMEOUT_MESSAGE],
    [418, "", 502, REFUSED_MESSAGE],
    [204, "", 502, GENERAL_MESSAGE],
  ])("%i with %j is returned as %i", async (status, body, expectedStatus, message) => {
    const answer = await askWith(sendResponse(status, body, { "X-Internal": "secret-host" }));
    expect([answer.status, answer.error]).toEqual([expectedStatus, message]);
    expect(answer.headers.get("Content-Type")).toContain("application/json");
    expect(JSON.stringify([...answer.headers])).not.toContain("secret-host");
  });

  test.each([
    ["an error event", sendChunks('data: {"error":{"code":429,"message":"x"}}\n\n'), 429, RATE_MESSAGE],
    [
      "an error without a code",
      sendChunks('event: error\ndata: {"error":"It is being updated."}\n\n'),
      502,
      GENERAL_MESSAGE,
    ],
    ["an empty stream", sendChunks(""), 502, GENERAL_MESSAGE],
    ["[DONE] alone", sendChunks("data: [DONE]\n\n"), 502, GENERAL_MESSAGE],
    ["no stream at all", sendChunks("<html>Hello</html>"), 502, GENERAL_MESSAGE],
    [
      "silence",
      ((response) => void response.writeHead(200).flushHeaders()) as ProviderHandler,
      504,
      TIMEOUT_MESSAGE,
    ],
    ["no answer", (() => {}) as ProviderHandler, 504, TIMEOUT_MESSAGE],
    [
      "a connection that breaks",
      ((response) => void response.socket?.destroy()) as ProviderHandler,
      502,
      GENERAL_MESSAGE,
    ],
    ["a redirect", sendResponse(307, "", { Location: "http://127.0.0.1:9/v1" }), 502, GENERAL_MESSAGE],
    ["an endless event", sendChunks(`data: ${"x".repeat(2_000_000)}`), 502, GENERAL_MESSAGE],
    [
      "endless JSON",
      sendChunks(...Array.from({ length: 12 }, () => `data: "${"x".repeat(100_000)}\n\n`)),
      502,
      GENERAL_MESSAGE,
    ],
    ["endless headers", sendResponse(200, "", { "X-Long": "x".repeat(20_000) }), 502, GENERAL_MESSAGE],
  ])("%s results in an error status", async (name, handler, status, message) => {
    const answer = await askWith(handler, chooseFixture(name));
    expect([answer.status, answer.error]).toEqual([status, message]);
  });

  test("an unreachable provider results in an error status", async () => {
    const closedProvider = await startFakeProvider();
    await closedProvider.close();
    const offlineFixture = await createAiFixture(database, {
      provider: closedProvider,
      analysis: TEST_ANALYSIS,
    });
    const answer = await readAnswer(offlineFixture.ask("chatbot", "Hello?"));
    expect([answer.status, answer.error]).toEqual([502, GENERAL_MESSAGE]);
    await offlineFixture.end();
  });
});

describe("after the first token", () => {
  const beginAnswer = (continueWith: (response: Parameters<ProviderHandler>[0]) => void): ProviderHandler => {
    return (response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(buildTokenEvent("Begun"), () => continueWith(response));
    };
  };
  test.each([
    [
      "an error",
      beginAnswer((response) => response.end('data: {"error":{"message":"It broke."}}\n\n')),
      GENERAL_MESSAGE,
    ],
    [
      "a rate limit",
      beginAnswer((response) => response.end('data: {"error":{"code":"429"}}\n\n')),
      RATE_MESSAGE,
    ],
    [
      "a payment error",
      beginAnswer((response) => response.end('data: {"error":{"code":402,"message":"key sk-1"}}\n\n')),
      PAYMENT_MESSAGE,
    ],
    ["a connection that breaks", beginAnswer((response) => response.socket?.destroy()), GENERAL_MESSAGE],
    ["silence", beginAnswer(() => {}), TIMEOUT_MESSAGE],
    [
      "nothing but comments",
      beginAnswer((response) => {
        const timer = setInterval(() => response.write(": beat\n\n"), 40);
        response.once("close", () => clearInterval(timer));
      }),
      TIMEOUT_MESSAGE,
    ],
    [
      "an endless event",
      beginAnswer((response) => response.write(`data: ${"x".repeat(2_000_000)}`)),
      GENERAL_MESSAGE,
    ],
  ])("%s ends the stream with an error event", async (name, handler, message) => {
    const answer = await askWith(handler, chooseFixture(name));
    expect([answer.status, answer.text, answer.error, answer.isDone]).toEqual([200, "Begun", message, false]);
  });

  test("an endless answer is cut off, and the call to the provider is ended", async () => {
    const disconnection = provider.waitForDisconnect();
    const answer = await askWith((response) => {
      const sendMore = () => {
        if (!response.destroyed)
          response.write(buildTokenEvent("x".repeat(20_000)), () => setImmediate(sendMore));
      };
      response.writeHead(200);
      sendMore();
    });
    expect(answer.text.length).toBeGreaterThan(100_000);
    expect(answer.text.length).toBeLessThanOrEqual(200_000);
    expect(answer.isDone).toBe(true);
    await disconnection;
  });

  test("an answer that takes too long overall is cut off", async () => {
    const limitedFixture = await createAiFixture(database, {
      provider,
      analysis: TEST_ANALYSIS,
      settings: { timing: { connectMs: 2_000, firstTokenMs: 5_000, silenceMs: 5_000, answerMs: 200 } },
    });
    provider.handler = beginAnswer((response) => {
      const timer = setInterval(() => response.write(buildTokenEvent(".")), 20);
      response.once("close", () => clearInterval(timer));
    });
    const disconnection = provider.waitForDisconnect();
    const answer = await readAnswer(limitedFixture.ask("chatbot", "Hello?"));
    expect(answer.text).toContain("Begun.");
    expect([answer.error, answer.isDone]).toEqual([TIMEOUT_MESSAGE, false]);
    await disconnection;
    await limitedFixture.end();
  });
});

test("a failing provider's own message is logged, unless it repeats the question", async () => {
  const question = "What is a rollup?";
  const failMidAnswer = sendChunks(buildTokenEvent("Begun"), 'data: {"error":"The node restarted."}\n\n');
  for (const handler of [
    sendResponse(500, { error: { message: "The model\n is overloaded." } }),
    failMidAnswer,
    sendResponse(400, { error: { message: `Refused: ${question}` } }),
  ])
    await askWith(handler);
  const log = fixture.logLines.join("\n");
  expect(log).toContain('"detail":"The model is overloaded."');
  expect(log).toContain('"detail":"The node restarted."');
  expect(log).not.toContain(question);
});

test("connections are reused for the next call, and one closed in between is replaced", async () => {
  const sockets = new Set<unknown>();
  const handler: ProviderHandler = (response, call) => {
    sockets.add(call.request.socket);
    return sendTokens("Hello")(response, call);
  };
  for (let turn = 0; turn < 3; turn += 1) expect((await askWith(handler)).text).toBe("Hello");
  expect(sockets.size).toBe(1);
  const answer = await askWith((response, call) => {
    // Acts like a server that closes an idle connection just as the next call arrives.
    if (sockets.has(call.request.socket)) call.request.socket.destroy();
    else void handler(response, call);
  });
  expect(answer.text).toBe("Hello");
});
