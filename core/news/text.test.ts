import fc from "fast-check";
import { expect, test } from "vitest";
import { countCharacters } from "#core/text.ts";
import {
  cleanAuthor,
  cleanContent,
  cleanExcerpt,
  cleanTitle,
  deriveExcerpt,
  estimateReadTime,
} from "./text.ts";

test("a title is one line of at most 200 code points", () => {
  expect(cleanTitle("\n  Ajax\n\t wins  \n")).toBe("Ajax wins");
  expect(cleanTitle("x".repeat(200))).toHaveLength(200);
  expect(cleanTitle(`${"x".repeat(200)}y`)).toBe("x".repeat(200));
  expect(cleanTitle("😀".repeat(201))).toBe("😀".repeat(200));
  expect(cleanTitle("a\0b\u202ec\u200bd\u200f\u2067")).toBe("abcd");
});

test('an excerpt of 160 characters is unchanged; a longer one is cut to 157 plus "..."', () => {
  expect(cleanExcerpt("a".repeat(160))).toBe("a".repeat(160));
  expect(cleanExcerpt("a".repeat(161))).toBe(`${"a".repeat(157)}...`);
  expect(cleanExcerpt("😀".repeat(161))).toBe(`${"😀".repeat(157)}...`);
  expect(deriveExcerpt("b".repeat(400))).toBe("b".repeat(150));
});

test("paragraphs of the content are preserved; short content ends with the developing-story note", () => {
  const longText = "word ".repeat(20).trim();
  expect(cleanContent(`${longText}x\r\n \r\n\n  second   line\nthird`)).toBe(
    `${longText}x\n\nsecond line\nthird`,
  );
  expect(cleanContent("c".repeat(100))).toBe("c".repeat(100));
  expect(cleanContent("c".repeat(99))).toMatch(/^c{99} .*developing story/);
  expect(cleanContent(" \n ")).toMatch(/developing story/);
});

test("the limits are respected and only storable text remains, regardless of the input", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 700 }), (text) => {
      expect(countCharacters(cleanTitle(text))).toBeLessThanOrEqual(200);
      expect(countCharacters(cleanExcerpt(text))).toBeLessThanOrEqual(160);
      for (const cleanedText of [
        cleanTitle(text),
        cleanExcerpt(text),
        cleanContent(text),
        cleanAuthor(text),
      ]) {
        expect(cleanedText.isWellFormed()).toBe(true);
        expect(cleanedText).not.toMatch(/[^\P{Cc}\n\t]/u);
        expect(cleanedText).toBe(cleanedText.trim());
      }
    }),
  );
});

test("reading time is the description's length / 200, rounded up; a missing description counts as 500 characters", () => {
  expect([1, 200, 201, 400, 401].map((length) => estimateReadTime("d".repeat(length)))).toEqual([
    1, 1, 2, 2, 3,
  ]);
  expect(estimateReadTime(" \n")).toBe(3);
});

test.each([
  ["", "Anonymous"],
  ["desk@example.org", "Anonymous"],
  ["desk@example.org (The Desk)", "The Desk"],
  ["The Desk <desk@example.org>", "The Desk"],
  ["@desk@example.org", "Anonymous"],
  ["@desk@example.org (The Desk)", "The Desk"],
  ["The Desk <@desk@example.org>", "The Desk"],
  ["  Ann \n Lee ", "Ann Lee"],
  ["\u2800\u3164", "Anonymous"],
])("the author %j becomes %j", (input, name) => {
  expect(cleanAuthor(input)).toBe(name);
});
