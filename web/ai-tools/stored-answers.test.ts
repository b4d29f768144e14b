import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToolAnswer } from "#core/ai/build-answer.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { ToolId } from "#core/ai/tools.ts";
import {
  claimStoredAnswers,
  readStoredAnswer,
  readStoredEarlierAnswers,
  removeStoredAnswersOfConversation,
  storeAnswer,
  storeEarlierAnswers,
} from "./stored-answers.ts";

/** A tab's storage: its entries are properties, as in browsers. */
class TabStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

beforeEach(() => void vi.stubGlobal("sessionStorage", new TabStorage()));
afterEach(() => void vi.unstubAllGlobals());

function createAnswer(input: string, conversation: string | null, tool: ToolId = "chatbot"): ToolAnswer {
  const answer = { ...createToolAnswer({ tool, input, time: "2026-11-23T00:00:00.000Z" }), markdown: "Yes." };
  return conversation === null ? answer : { ...answer, saved: { conversation, turn: input } };
}

test("a deleted conversation is removed with all its answers, and other tools' answers remain", () => {
  storeEarlierAnswers([createAnswer("First", "a")]);
  storeAnswer(createAnswer("Second", "a"));
  storeAnswer(createAnswer("BTC", "b", "sentiment"));
  expect(removeStoredAnswersOfConversation("a")).toEqual(["chatbot"]);
  expect([readStoredAnswer("chatbot"), readStoredEarlierAnswers()]).toEqual([null, []]);
  expect(readStoredAnswer("sentiment")?.input).toBe("BTC");
});

test("a deleted conversation's earlier answers are removed even if the last answer isn't part of it", () => {
  const lastAnswer = createAnswer("Not saved", null);
  storeEarlierAnswers([createAnswer("First", "a"), createAnswer("Second", "b")]);
  storeAnswer(lastAnswer);
  expect(removeStoredAnswersOfConversation("a")).toEqual([]);
  expect(readStoredEarlierAnswers().map(({ input }) => input)).toEqual(["Second"]);
  expect(readStoredAnswer("chatbot")).toEqual(lastAnswer);
  removeStoredAnswersOfConversation(null);
  expect(readStoredEarlierAnswers()).toEqual([]);
});

test("a visitor's answers stay when they sign in, and a member's are removed when they sign out", () => {
  storeAnswer(createAnswer("First", null));
  claimStoredAnswers(null);
  claimStoredAnswers("mara");
  expect(readStoredAnswer("chatbot")).not.toBeNull();
  claimStoredAnswers(null);
  expect(Object.keys(sessionStorage)).toEqual([]);
});
