import { describe, expect, test } from "vitest";
import { BIO_LINES_MAX, BIO_MAX, parseBio } from "./bio.ts";

describe("a bio", () => {
  test.each([
    ["  Mines by day.  ", "Mines by day."],
    ["One\r\nTwo\rThree", "One\nTwo\nThree"],
    ["One \t\n\n\n\n\nTwo", "One\n\nTwo"],
    ["a\u0000b\u0007c\u202ed\u2066e", "abcde"],
    ["", ""],
    [" \n ", ""],
    ["\u2800\n\u3164\u200b", ""],
    ["lone \ud800 half", "lone \ufffd half"],
    ["<b>plain</b> **text**", "<b>plain</b> **text**"],
  ])("%j is stored as %j", (input, bio) => {
    expect(parseBio(input)).toEqual({ bio });
  });

  test("has a limited number of code points, counted after normalization", () => {
    expect(parseBio("🦊".repeat(BIO_MAX))).toEqual({ bio: "🦊".repeat(BIO_MAX) });
    expect(parseBio(`${"x".repeat(BIO_MAX)}   \n`)).toEqual({ bio: "x".repeat(BIO_MAX) });
    expect(parseBio("x".repeat(BIO_MAX + 1))).toEqual({
      problem: "A bio can have at most 500 characters. This one has 501.",
    });
  });

  test("is refused without being normalized if it is far too long", () => {
    // Normalizing these marks and removing the blanks would take hours with quadratic algorithms.
    for (const unit of ["\u0301\u0323", " "]) {
      const input = `a${unit.repeat(2_000_000)}b`;
      expect(parseBio(input)).toEqual({
        problem: `A bio can have at most 500 characters. This one has ${input.length}.`,
      });
    }
  });

  test("has a limited number of lines", () => {
    const createLines = (count: number) => Array.from({ length: count }, () => "a").join("\n");
    expect(parseBio(createLines(BIO_LINES_MAX))).toHaveProperty("bio");
    expect(parseBio(createLines(BIO_LINES_MAX + 1))).toEqual({ problem: "A bio can have at most 12 lines." });
  });
});
