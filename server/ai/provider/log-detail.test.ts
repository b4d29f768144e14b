import { expect, test } from "vitest";
import { toLoggedDetail } from "./log-detail.ts";

test("a provider's message that repeats an earlier part of the conversation isn't logged", () => {
  const call = { input: "Why?", turns: [{ question: "What is a rollup?", answer: "It is a second layer." }] };
  for (const { question, answer } of call.turns)
    for (const text of [question, answer]) expect(toLoggedDetail(`Refused: ${text}`, null, call)).toBeNull();
  expect(toLoggedDetail("The model is overloaded.", null, call)).toBe("The model is overloaded.");
});

test("a short question or key doesn't hide every message that happens to contain it", () => {
  const call = { input: "hi", turns: [] };
  expect(toLoggedDetail("This model is overloaded.", "model", call)).toBe("This model is overloaded.");
});
