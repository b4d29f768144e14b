import { expect, test } from "vitest";
import { createToolAnswer } from "#core/ai/build-answer.ts";
import { buildSaveRequest } from "./build-save-request.ts";

const answer = (turn: string | null, conversation = "a") => ({
  ...createToolAnswer({ tool: "chatbot", input: "Why?", time: "2026-11-01T00:00:00.000Z" }),
  saved: turn === null ? null : { conversation, turn },
});

test("an answer continues the conversation on the page, or starts one", () => {
  expect(buildSaveRequest([])).toEqual({ conversation: null, replaces: [] });
  expect(buildSaveRequest([answer(null)])).toEqual({ conversation: null, replaces: [] });
  expect(buildSaveRequest([answer("1"), answer("2")])).toEqual({ conversation: "a", replaces: [] });
  // An answer that wasn't saved doesn't end the conversation.
  expect(buildSaveRequest([answer("1"), answer(null)])).toEqual({ conversation: "a", replaces: [] });
});

test("with an index, an answer replaces the saved answers from that index on", () => {
  const answers = [answer("1"), answer("2"), answer(null), answer("3")];
  expect(buildSaveRequest(answers, 1)).toEqual({ conversation: "a", replaces: ["2", "3"] });
  expect(buildSaveRequest([answer("1", "b"), answer("2")], 0)).toEqual({
    conversation: "a",
    replaces: ["2"],
  });
});
