import { ParserError, parse } from "@solidity-parser/parser";
import type { Item } from "./find-items.ts";
import { locateSyntaxError } from "./locate-syntax-error.ts";
import type { Token } from "./tokenize-source.ts";
import { UnreadableSource } from "./unreadable-source.ts";

/** The text given to the parser and the source tokens it contains. */
export interface FailedParse {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly items: readonly Item[];
  readonly before: string;
  readonly after: string;
}

/**
 * Turns a parser error into a readable message with its position. Errors that aren't caused by the source are
 * returned unchanged.
 */
export function explainError(failed: FailedParse, error: unknown): unknown {
  const { tokens, items } = failed;
  const item = items.find((candidate) => !isReadable(failed, candidate)) ?? items.at(-1);
  if (item === undefined) return error;
  if (error instanceof RangeError) {
    const [longest = item] = items.toSorted((a, b) => b.end - b.start - (a.end - a.start));
    return new UnreadableSource(
      "brackets, blocks or operators are nested too deeply in the code that starts here",
      longest.start,
    );
  }
  // The parser's position may be imprecise or before the actual error; the search is exact.
  const reported = error instanceof ParserError ? readPosition(failed, error) : null;
  const searched = locateSyntaxError(
    failed.text,
    tokens.slice(item.from, item.to),
    failed.before,
    failed.after,
  );
  if (reported === null && searched === null)
    return new UnreadableSource(
      `the ${getItemName(tokens, item)} that starts here can't be parsed`,
      item.start,
    );
  const offset = searched?.offset ?? reported?.offset ?? item.start;
  const expected =
    reported?.offset === offset ? (reported.expected ?? searched?.expected) : searched?.expected;
  const token = tokens.find(({ end, kind }) => end > offset || kind === "end");
  const isEnd =
    token === undefined || !items.some(({ start, end }) => token.start >= start && token.start < end);
  const expectedToken = isEnd && !item.isClosed ? formatClosing(failed, item) : expected;
  const expectation = expectedToken ? `; expected ${expectedToken}` : "";
  if (isEnd)
    return new UnreadableSource(`unexpected end of the text${expectation}`, tokens.at(-1)?.start ?? item.end);
  return new UnreadableSource(`unexpected \`${quoteToken(token.text)}\`${expectation}`, token.start);
}

function isReadable({ text, before, after }: FailedParse, { start, end }: Item): boolean {
  try {
    parse(before + text.slice(start, end) + after);
    return true;
  } catch {
    return false;
  }
}

/** The parser's position of the first error. Its lines start at 1, its columns at 0. */
function readPosition(
  { text, before }: FailedParse,
  { errors }: ParserError,
): { offset: number; expected: string | null } | null {
  const [first] = errors.toSorted((a, b) => a.line - b.line || a.column - b.column);
  if (first === undefined) return null;
  let lineStart = 0;
  for (let line = 1; line < first.line; line += 1) lineStart = text.indexOf("\n", lineStart) + 1;
  const column = first.line === 1 ? first.column - before.length : first.column;
  return { offset: lineStart + column, expected: parseExpectedToken(first.message) };
}

/** What ANTLR expected, if the list is short enough to show. */
function parseExpectedToken(message: string): string | null {
  const match = /expecting (\{.*\}|\S+)$/s.exec(message) ?? /^missing (\{.*\}|\S+) at /s.exec(message);
  const expected = [...(match?.[1] ?? "").matchAll(/'[^']+'|<EOF>|[A-Z]\w+/g)].map(([token]) =>
    formatExpectedToken(token),
  );
  if (expected.includes("a name")) return expected.length > 12 && !/^missing/.test(message) ? null : "a name";
  if (expected.length === 0 || expected.length > 4) return null;
  const last = expected.pop() ?? "";
  return expected.length === 0 ? last : `${expected.join(", ")} or ${last}`;
}

const NAMES: Readonly<Record<string, string>> = {
  "<EOF>": "the end of the text",
  Identifier: "a name",
  StringLiteralFragment: "a string",
  DecimalNumber: "a number",
  HexNumber: "a number",
  VersionLiteral: "a version",
};

const formatExpectedToken = (token: string): string => NAMES[token] ?? `"${token.replaceAll("'", "")}"`;

/** An item's keyword and name. */
function getItemName(tokens: readonly Token[], { from }: Item): string {
  const words = tokens.slice(from, from + 3).map(({ text }) => text);
  return words.slice(0, words[0] === "abstract" ? 3 : 2).join(" ");
}

/** What closes an item left open at the end of the text. */
function formatClosing({ text, tokens }: FailedParse, item: Item): string {
  const line = text.slice(0, item.start).split("\n").length;
  const token = tokens[item.from]?.text === "pragma" ? '";"' : '"}"';
  return `${token} to close ${getItemName(tokens, item)} (opened on line ${line})`;
}

/** Formats a token as code, so that source text isn't read as Markdown. */
const quoteToken = (text: string): string =>
  (text.length > 40 ? `${text.slice(0, 39)}…` : text).replaceAll("`", "'");
