import { expect, test } from "vitest";
import { checkSource } from "./check-words.ts";

const find = (text: string, path = "a.ts") => checkSource(path, text).findings.map((finding) => finding.text);

test("retired words are found in declared names, comments, strings and the text of elements", () => {
  const RETIRED_WORDS = ["whoever", "anew"]; // retired word on purpose
  const [pronoun, adverb] = RETIRED_WORDS;
  expect(find(`const ${pronoun}Asks = 1;`)).toEqual([`the name ${pronoun}Asks`]);
  expect(find("interface Page { linkOf: string }")).toEqual(["the name linkOf"]);
  expect(find("const path = list.indexOf(item);")).toEqual([]);
  expect(find("function hide(why: string) {}")).toEqual(["the name why"]);
  expect(find("({ thing: target, everything }) => target")).toEqual([]);
  expect(find("const form = <input name='why' value='why' />;", "a.tsx")).toEqual(["the name why"]);
  expect(find(`// Built ${adverb}.`)).toHaveLength(1);
  expect(find(`const text = "Built ${adverb}.";`)).toHaveLength(1);
  expect(find(`const page = <p>Built ${adverb} {"now"}</p>;`, "a.tsx")).toHaveLength(1);
});

test("an exception covers its own line and the next", () => {
  expect(find("// retired word on purpose\nconst pathOf = 1;\nconst linkOf = 2;")).toEqual([
    "the name linkOf",
  ]);
});

test("all comments are counted, and so are those with an accent word", () => {
  const text = "/** Stores it. */\nconst a = 1; // keeps it\nconst url = 'https://example.org'; // third";
  expect(checkSource("a.ts", text)).toMatchObject({ commentCount: 3, accentCount: 1 });
});
