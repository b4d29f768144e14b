import { formatMention } from "./mention.ts";

/** Longer selections are truncated, because a quote only shows what a reply is about. */
export const QUOTE_MAX_LENGTH = 1000;

/** Characters that Markdown would interpret. An underscore inside a word has no meaning. */
const MARKUP = /[\\`*[\]<~$|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** Matches what Markdown would interpret at the start of a line: a heading, quote, list or rule. */
const LINE_START = /^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=[\s-]|$)|=+\s*$)/;
const LIST_NUMBER = /^(\s*\d{1,9})([.)])(?=\s|$)/;

/** Formats text as a Markdown quote with its author's name. `author` is null if the account was deleted. */
export function formatQuote(text: string, author: string | null): string {
  const trimmedText = text
    .replace(/\r\n?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const shortenedText =
    trimmedText.length > QUOTE_MAX_LENGTH
      ? `${trimmedText
          .slice(0, QUOTE_MAX_LENGTH)
          .toWellFormed()
          .replace(/\uFFFD$/, "")
          .trimEnd()}…`
      : trimmedText;
  const lines = shortenedText.split("\n").map(escapeLine);
  const heading = author === null ? [] : [`${formatMention(author)} wrote:`, ""];
  return [...heading, ...lines].map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
}

function escapeLine(line: string): string {
  return line.trim().replace(MARKUP, "\\$&").replace(LINE_START, "$1\\$2").replace(LIST_NUMBER, "$1\\$2");
}
