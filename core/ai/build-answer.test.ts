import { expect, test } from "vitest";
import { applyChatEvent, createToolAnswer } from "./build-answer.ts";
import type { ChatEvent } from "./chat-stream.ts";

const BEGUN = createToolAnswer({ tool: "chatbot", input: "Why?", time: "2026-11-21T23:05:09.000Z" });
const piece = (content: string): ChatEvent => ({ choices: [{ index: 0, delta: { content } }] });

test("the last event's picture and findings are added to the first event's notes", () => {
  const source = { number: 1, title: "A", path: "/news/a", by: "Wire", date: null, isSample: false };
  const picture = { kind: "drivers", drivers: [] } as const;
  const answer = [
    {
      ...piece(""),
      model: "analyst",
      analysis: { answeredBy: "analyst" as const, model: null, sources: [source], leftToday: 4 },
    },
    piece("One "),
    piece("two."),
    { choices: [], analysis: { picture, findings: [] } },
  ].reduce(applyChatEvent, BEGUN);
  expect(answer).toEqual({
    ...BEGUN,
    markdown: "One two.",
    answeredBy: "analyst",
    model: null,
    sources: [source],
    picture,
  });
});

test("answers of third-party endpoints are read too", () => {
  const answer = [{ ...piece("Hi"), model: "some/model" }, piece("!")].reduce(applyChatEvent, BEGUN);
  expect(answer).toMatchObject({ markdown: "Hi!", answeredBy: "model", model: "some/model" });
});
