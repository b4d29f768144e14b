import { expect, test } from "vitest";
import { applyChatEvent, createToolAnswer } from "./build-answer.ts";
import type { ChatEvent } from "./chat-stream.ts";

const EMPTY_ANSWER = createToolAnswer({ tool: "chatbot", input: "Why?", time: "2026-11-21T23:05:09.000Z" });
const createTextEvent = (content: string): ChatEvent => ({ choices: [{ index: 0, delta: { content } }] });

test("the last event's chart and findings are added to the first event's model and sources", () => {
  const source = { number: 1, title: "A", path: "/news/a", attribution: "Wire", date: null, isSample: false };
  const chart = { kind: "drivers", drivers: [] } as const;
  const answer = [
    {
      ...createTextEvent(""),
      model: "analyzer",
      analysis: { answeredBy: "analyzer" as const, model: null, sources: [source], leftToday: 4 },
    },
    createTextEvent("One "),
    createTextEvent("two."),
    { choices: [], analysis: { chart, findings: [] } },
  ].reduce(applyChatEvent, EMPTY_ANSWER);
  expect(answer).toEqual({
    ...EMPTY_ANSWER,
    markdown: "One two.",
    answeredBy: "analyzer",
    model: null,
    sources: [source],
    chart,
  });
});

test("answers from third-party endpoints can also be read", () => {
  const answer = [{ ...createTextEvent("Hi"), model: "some/model" }, createTextEvent("!")].reduce(
    applyChatEvent,
    EMPTY_ANSWER,
  );
  expect(answer).toMatchObject({ markdown: "Hi!", answeredBy: "model", model: "some/model" });
});
