import fc from "fast-check";
import { expect, test } from "vitest";
import { addTags, cleanTags, findTagProblem } from "./tags.ts";

test("tags are trimmed, spaces collapsed, and empty and duplicate tags dropped, ignoring case", () => {
  expect(
    cleanTags([
      "  DeFi ",
      "defi",
      "zero   knowledge",
      "",
      "  ",
      "\u200b",
      "Zero Knowledge",
      "C++",
      "De\u200bFi",
      "# #",
    ]),
  ).toEqual(["DeFi", "zero knowledge", "C++"]);
});

test("commas separate tags", () => {
  expect(cleanTags(["zk, rollups,,#ZK", "C++, "])).toEqual(["zk", "rollups", "C++"]);
  expect(addTags(["a"], "b, a")).toEqual(["a", "b"]);
});

test("a tag is added only once, and a sixth tag is refused", () => {
  expect(addTags(["a"], " B ")).toEqual(["a", "B"]);
  expect(addTags(["a"], "A")).toEqual(["a"]);
  for (const blank of ["  ", "\u2800", "#\u3164", "\u2063"]) expect(addTags(["a"], blank)).toEqual(["a"]);
  const fiveTags = ["a", "b", "c", "d", "e"];
  expect(addTags(fiveTags, "f")).toEqual(fiveTags);
});

test("cleaning is idempotent, and tags added one by one are always valid", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 12 }), (input) => {
      const cleanedTags = cleanTags(input);
      expect(cleanTags(cleanedTags)).toEqual(cleanedTags);
      const validTags = cleanedTags.filter((tag) => findTagProblem([tag]) === null);
      const addedTags = validTags.reduce<string[]>((tags, tag) => addTags(tags, tag), []);
      expect(findTagProblem(addedTags)).toBeNull();
    }),
  );
});
