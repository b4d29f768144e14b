import { expect, test } from "vitest";
import { shorten } from "./shorten.ts";

test("text is cut at a word boundary, and only if it is too long", () => {
  expect(shorten("one two three", 13)).toBe("one two three");
  expect(shorten("one two three", 12)).toBe("one two…");
  expect(shorten("one two three", 4)).toBe("one…");
  expect(shorten("", 4)).toBe("");
});

test("text without spaces is cut between characters", () => {
  expect(shorten("abcdef", 3)).toBe("abc…");
  expect(shorten("ab🦉cd", 3)).toBe("ab…");
});
