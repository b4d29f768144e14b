import { describe, expect, test } from "vitest";
import { extractMentions, formatMention, parseMentionAt } from "./mention.ts";

describe("a mention", () => {
  test.each([
    ["@mara_lindqvist, look", ["mara_lindqvist"]],
    ["Thank you @tobias.keller.", ["tobias.keller"]],
    ['(@"Person 1") and @Жанна!', ["Person 1", "Жанна"]],
    ["@ines @ines @yuki_tanaka", ["ines", "yuki_tanaka"]],
    ["cc:@admin", ["admin"]],
    ["@e\u0301mile", ["\u00e9mile"]],
  ])("is found in %j", (text, names) => {
    expect(extractMentions(text, 10)).toEqual(names);
  });

  test.each([
    "mail me: mara@lattice.example",
    "https://example.org/@mara",
    "a@b@mara",
    "@ab",
    "@",
    "@@",
    '@" x"',
    `@"${"a".repeat(61)}"`,
  ])("is not found in %j", (text) => {
    expect(extractMentions(text, 10)).toEqual([]);
  });

  test("isn't returned once the limit is reached", () => {
    const names = Array.from({ length: 200 }, (_, index) => `@member${index}`).join(" ");
    expect(extractMentions(names, 10)).toHaveLength(10);
  });

  test.each(["mara_lindqvist", "tobias.keller", "Person 1", "Ærø-2", "王小明", "a.b c"])(
    "written for %j is parsed as that name",
    (name) => {
      const formattedMention = formatMention(name);
      expect(parseMentionAt(`${formattedMention} said`, 0)).toEqual({
        name,
        length: formattedMention.length,
      });
    },
  );

  test("is ruled out quickly in hostile input", () => {
    expect(extractMentions("@a.".repeat(100_000), 10)).toEqual([]);
  });
});
