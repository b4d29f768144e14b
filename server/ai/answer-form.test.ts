import { afterAll, beforeAll, expect, test } from "vitest";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { buildTokenEvent, type FakeProvider, sendResponse, sendTokens } from "./fake-provider.fixture.ts";
import { type AiFixture, openTestAi, TEST_ANALYSIS } from "./testing.ts";

let provider: FakeProvider;
let fixture: AiFixture;
let end: () => Promise<void>;
beforeAll(async () => {
  ({ provider, fixture, end } = await openTestAi({
    settings: {
      limits: {
        visitor: { perMinute: 10, perDay: 10 },
        member: { perMinute: 10, perDay: 10 },
        sitePerDay: 100,
      },
    },
  }));
});
afterAll(() => end());

const ask = (address: string, authorization = `Bearer ${fixture.publicKey}`) =>
  fixture.ai.answerForm({ tool: "chatbot", input: "Why?", authorization, address, conversation: null });
const readLeftToday = async (address: string) => (await fixture.ai.readAllowance(null, address)).leftToday;

test("a form gets the complete answer with sources, chart and findings, and the call is counted", async () => {
  provider.handler = sendTokens("One ", "two.");
  expect(await ask("10.0.0.1")).toEqual({
    problem: null,
    answer: {
      tool: "chatbot",
      input: "Why?",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      markdown: "One two.",
      answeredBy: "model",
      model: "test/model",
      ending: "complete",
      sources: expect.any(Array),
      chart: TEST_ANALYSIS.chart,
      findings: TEST_ANALYSIS.findings,
    },
  });
  expect(await readLeftToday("10.0.0.1")).toBe(9);
});

test("the received part of an interrupted answer is returned, with the reason", async () => {
  provider.handler = (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(buildTokenEvent("Half a ") + buildTokenEvent("thought"), () =>
      setImmediate(() => response.destroy()),
    );
  };
  expect(await ask("10.0.0.2")).toMatchObject({
    problem: "Failed to connect to AI service. Please try again later.",
    answer: { ending: "failed", markdown: expect.stringMatching(/^Half a/) },
  });
});

test.each([
  [429, "Rate limits exceeded. Please try again later."],
  [402, "Payment required. Please add funds to your AI provider workspace."],
])(
  "a provider's status %d is thrown as an error, and the failed call is not counted",
  async (status, message) => {
    provider.handler = sendResponse(status, {});
    await expect(ask(`10.1.0.${status % 250}`)).rejects.toMatchObject({ status, message });
    expect(await readLeftToday(`10.1.0.${status % 250}`)).toBe(10);
  },
);

test("an invalid token is rejected with an authentication error", async () => {
  await expect(ask("10.0.0.4", "Bearer nonsense")).rejects.toBeInstanceOf(AuthError);
});

test("a client over its limits is rejected", async () => {
  provider.handler = sendTokens("Yes.");
  for (let index = 0; index < 10; index += 1) expect((await ask("10.0.0.5")).problem).toBeNull();
  await expect(ask("10.0.0.5")).rejects.toMatchObject({
    status: 429,
    message: "Rate limits exceeded. Please try again later.",
  });
});
