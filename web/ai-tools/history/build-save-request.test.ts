import { expect, test } from "vitest";
import { createToolAnswer } from "#core/ai/build-answer.ts";
import { buildSaveRequest } from "./build-save-request.ts";

const createAnswer = (turn: string | null, conversation = "a") => ({
  ...createToolAnswer({ tool: "chatbot", input: "Why?", time: "2026-11-01T00:00:00.000Z" }),
  saved: turn === null ? null : { conversation, turn },
});

test("an answer continues the conversation on the page, or starts one", () => {
  expect(buildSaveRequest([])).toEqual({ conversation: null, replaces: [] });
  expect(buildSaveRequest([createAnswer(null)])).toEqual({ conversation: null, replaces: [] });
  expect(buildSaveRequest([createAnswer("1"), createAnswer("2")])).toEqual({
    conversation: "a",
    replaces: [],
  });
  // An answer that wasn't saved doesn't end the conversation.
  expect(buildSaveRequest([createAnswer("1"), createAnswer(null)])).toEqual({
    conversation: "a",
    replaces: [],
  });
});

test("with an index, an answer replaces the saved answers from that index on", () => {
  const answers = [createAnswer("1"), createAnswer("2"), createAnswer(null), createAnswer("3")];
  expect(buildSaveRequest(answers, 1)).toEqual({ conversation: "a", replaces: ["2", "3"] });
  expect(buildSaveRequest([createAnswer("1", "b"), createAnswer("2")], 0)).toEqual({
    conversation: "a",
    replaces: ["2"],
  });
});
