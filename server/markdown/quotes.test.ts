import { expect, test } from "vitest";
import { formatQuote, QUOTE_MAX_LENGTH } from "#core/forum/format-quote.ts";
import { renderMarkdown } from "./index.ts";

/** Quotes text without naming its author, and returns the text that readers see. */
const renderQuotedText = (text: string) =>
  renderMarkdown(formatQuote(text, null))
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();

test("a quote names its author, if given, and every line is marked", () => {
  expect(formatQuote("First line\nsecond line\n\n\n\nNext paragraph.\n", "ada")).toBe(
    "> @ada wrote:\n>\n> First line\n> second line\n>\n> Next paragraph.",
  );
  expect(formatQuote("Some text.", "Ada Lovelace")).toBe('> @"Ada Lovelace" wrote:\n>\n> Some text.');
  expect(formatQuote("Some text.", null)).toBe("> Some text.");
});

test.each([
  "2 * 3 * 4 and snake_case_name and _private_",
  "# not a heading",
  "- not a list",
  "1. not a list either",
  "> not a quote in the quote",
  "a [bracket](https://example.org) and `code` and ~~gone~~ and $5 to $6",
  "<b>bold</b> & back\\slash",
  "---",
])("quoted text is shown as it was selected: %s", (text) => {
  expect(renderQuotedText(text)).toBe(text);
});

test("a long selection is cut, but never within a character", () => {
  const quote = formatQuote("😀".repeat(QUOTE_MAX_LENGTH), null);
  expect(quote).toBe(`> ${"😀".repeat(QUOTE_MAX_LENGTH / 2)}…`);
  expect(formatQuote(`a${"😀".repeat(QUOTE_MAX_LENGTH)}`, null)).toBe(
    `> a${"😀".repeat(QUOTE_MAX_LENGTH / 2 - 1)}…`,
  );
});
