import { expect, test } from "vitest";
import { findStaleNames, findStaleReferences, type Repository } from "./check-references.ts";

const FILES: Readonly<Record<string, readonly string[]>> = {
  "core/news/text.ts": ["cleanTitle"],
  "server/forum/votes.ts": ["recount_forum", "VOTES_MAX"],
};
const repository: Repository = {
  files: Object.keys(FILES),
  hasWord: (word, file) =>
    Object.entries(FILES).some(([path, words]) => (file ?? path) === path && words.includes(word)),
};
const find = (text: string) => findStaleReferences(text, repository).map((reference) => reference.text);

test("paths that don't exist are found, whether written in full or abbreviated", () => {
  expect(find("See `core/news/text.ts`, `text.ts`, `news/text.ts` and `server/forum/`.")).toEqual([]);
  expect(find("See `core/news/texts.ts`, `words.ts` and `server/votes`.")).toEqual([
    "core/news/texts.ts",
    "words.ts",
    "server/votes",
  ]);
});

test("names that no source contains are found, with their line", () => {
  expect(find("`cleanTitle(text)`, `VOTES_MAX`, `recount_forum`, `title`, `Content-Type: text`")).toEqual([]);
  expect(findStaleReferences("`cleanTitle`\n`news.cleanTitles`, `VOTES_MIN`", repository)).toEqual([
    { line: 2, text: "news.cleanTitles" },
    { line: 2, text: "VOTES_MIN" },
  ]);
});

test("a name in parentheses after a file must be in that file", () => {
  expect(find("`core/news/text.ts` (`cleanTitle`)")).toEqual([]);
  expect(find("`votes.ts` (`cleanTitle`)")).toEqual(["votes.ts has no cleanTitle"]);
});

test("in comments, names without backticks are found too, except in quotations and URLs", () => {
  const findNames = (text: string) => findStaleNames(text, repository).map((reference) => reference.text);
  expect(
    findNames('Like cleanTitle and VOTES_MAX; `otherName`, "otherName", https://x.example/otherName'),
  ).toEqual([]);
  expect(findNames("GIF, iso-8859 and JavaScript aren't our names. See (cleanTitles).")).toEqual([
    "cleanTitles",
  ]);
  expect(findStaleNames("At most\nVOTES_MIN votes.", repository)).toEqual([{ line: 2, text: "VOTES_MIN" }]);
});
