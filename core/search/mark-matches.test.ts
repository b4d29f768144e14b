import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeEditDistance } from "../edit-distance.ts";
import { buildMatchExcerpt, type MatchTerms, markMatches } from "./mark-matches.ts";
import { rankCorrections } from "./rank-corrections.ts";
import { stripMarkdown } from "./strip-markdown.ts";

const createTerms = (...list: string[]): MatchTerms => ({ stems: list, prefixes: [], words: [] });
const listMatches = (text: string, terms: MatchTerms) =>
  markMatches(text, terms)
    .filter(({ isMatch }) => isMatch)
    .map((segment) => segment.text);
const joinText = (segments: readonly { text: string }[]) => segments.map(({ text }) => text).join("");

test("a stem marks its inflections but not other words that start the same way", () => {
  expect(listMatches("Run, running, runs; the runner. Rung, runway.", createTerms("run"))).toEqual([
    "Run",
    "running",
    "runs",
    "runner",
  ]);
  expect(listMatches("Quality of qualities", createTerms("qualiti"))).toEqual(["Quality", "qualities"]);
  expect(listMatches("An artist makes art", createTerms("art"))).toEqual(["art"]);
});

test("words that start with a prefix are marked, and so are complete words", () => {
  const terms = { stems: [], prefixes: ["bit"], words: ["ethereum"] };
  expect(listMatches("Bitcoin, orbit and Ethereum", terms)).toEqual(["Bitcoin", "Ethereum"]);
});

test("marking preserves the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ maxLength: 3 }), (text, word) => {
      expect(joinText(markMatches(text, { stems: [word.toLowerCase()], prefixes: [], words: [word] }))).toBe(
        text,
      );
    }),
  );
});

describe("an excerpt", () => {
  const longText = `${"Something else is said here. ".repeat(30)}Then the lattice is explained. ${"And more. ".repeat(60)}`;

  test("is cut around the match", () => {
    const excerpt = joinText(buildMatchExcerpt(longText, createTerms("lattic"), 120));
    expect(excerpt).toContain("the lattice is explained");
    expect(excerpt).toMatch(/^… .* …$/);
    expect(excerpt.length).toBeLessThanOrEqual(130);
  });

  test("is the beginning of the text when nothing matches, and the full text when that is short", () => {
    expect(joinText(buildMatchExcerpt(longText, createTerms("zzz"), 60))).toMatch(
      /^Something else is said here\. .* …$/,
    );
    expect(joinText(buildMatchExcerpt("Short.", createTerms("zzz"), 60))).toBe("Short.");
  });

  test("of text that repeats the word very often is built in linear time", () => {
    const excerpt = joinText(buildMatchExcerpt("x ".repeat(300_000), createTerms("x"), 20));
    expect(excerpt).toBe("x x x x x x x x x x …");
  });

  test("is never much longer than requested", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), fc.integer({ min: 20, max: 300 }), (text, length) => {
        expect(joinText(buildMatchExcerpt(text, createTerms("a", "b"), length)).length).toBeLessThanOrEqual(
          length + 4,
        );
      }),
    );
  });
});

test("Markdown markup is removed", () => {
  expect(
    stripMarkdown(
      "# A *title*\n\n- [link](https://example.org) and `code`\n> **said**\n\n```ts\nlet a = 1;\n```\n![alt](/x.png)",
    ),
  ).toBe("A title link and code said let a = 1; alt");
  expect(stripMarkdown("pay \u202egro.elpmaxe\u202c now\u2066")).toBe("pay gro.elpmaxe now");
  expect(stripMarkdown("2 * 3 = 6 and snake_case_name <b>stays</b>")).toBe(
    "2 * 3 = 6 and snake_case_name <b>stays</b>",
  );
});

test.each([
  ["Fees:\n\n| Exchange | Fee |\n|---|---:|\n| Kraken | 0.26% |", "Fees: Exchange Fee Kraken 0.26%"],
  ["a | b\r\n--- | ---\r\n1 | 2", "a b 1 2"],
  ["> | a |\n> |:-:|\n> | 1 |", "a 1"],
  ["- a\n\n  | b | c |\n  | :-- | - |\n  | 1 \\| 2 | -3 |", "a b c 1 | 2 -3"],
])("of a table, only the text of its cells is left: %j", (markdown, text) => {
  expect(stripMarkdown(markdown)).toBe(text);
});

test("misspellings are recognized by edit distance", () => {
  expect(computeEditDistance("recieve", "receive", 3)).toBe(1);
  expect(computeEditDistance("kitten", "sitting", 3)).toBe(3);
  expect(computeEditDistance("a", "abcdef", 2)).toBe(3);
  expect(rankCorrections("bitcon", ["bit", "bits", "bitcoins", "bitcoin"], 3)).toEqual([
    "bitcoin",
    "bitcoins",
  ]);
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
      expect(computeEditDistance(a, b, 20)).toBe(computeEditDistance(b, a, 20));
      expect(computeEditDistance(a, b, 20) === 0).toBe(a === b);
    }),
  );
});
