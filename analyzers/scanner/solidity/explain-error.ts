import { ParserError } from "@solidity-parser/parser";
import { type Item, KEYWORDS_WITH_BODY } from "./find-items.ts";
import { canParse, locateSyntaxError } from "./locate-syntax-error.ts";
import type { Token } from "./tokenize-source.ts";
import { UnreadableSource } from "./unreadable-source.ts";

/** A parse that failed: the parser got `text` between `before` and `after`. `tokens` are those of the source. */
export interface FailedParse {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly items: readonly Item[];
  readonly before: string;
  readonly after: string;
}

/**
 * Turns a parser's error into an UnreadableSource with a readable message and a position. Without items, returns the
 * error unchanged.
 */
export function explainError(failedParse: FailedParse, error: unknown): unknown {
  const { text, tokens, items, before, after } = failedParse;
  const item =
    items.find(({ start, end }) => !canParse(before + text.slice(start, end) + after)) ?? items.at(-1);
  if (item === undefined) return error;
  if (error instanceof RangeError) {
    const [longest = item] = items.toSorted((a, b) => b.end - b.start - (a.end - a.start));
    return new UnreadableSource(
      "brackets, blocks or operators are nested too deeply in the code that starts here",
      longest.start,
      { isTooComplex: true },
    );
  }
  // The parser may report an error imprecisely or too early; the search is exact.
  const reportedPosition = error instanceof ParserError ? readPosition(failedParse, error) : null;
  const foundPosition = locateSyntaxError(text, tokens.slice(item.from, item.to), before, after);
  if (reportedPosition === null && foundPosition === null)
    return new UnreadableSource(
      `the ${getItemName(tokens, item)} that starts here can't be parsed`,
      item.start,
    );
  const offset = foundPosition?.offset ?? reportedPosition?.offset ?? item.start;
  const expected =
    reportedPosition?.offset === offset
      ? (reportedPosition.expected ?? foundPosition?.expected)
      : foundPosition?.expected;
  const token = tokens.find(({ end, kind }) => end > offset || kind === "end");
  const isEnd =
    token === undefined || !items.some(({ start, end }) => token.start >= start && token.start < end);
  const expectedToken = isEnd && !item.isClosed ? formatClosing(failedParse, item) : expected;
  const expectation = expectedToken ? `; expected ${expectedToken}` : "";
  if (isEnd)
    return new UnreadableSource(`unexpected end of the text${expectation}`, tokens.at(-1)?.start ?? item.end);
  return new UnreadableSource(`unexpected \`${quoteToken(token.text)}\`${expectation}`, token.start);
}

/**
 * The offset of the first error that the parser reports, and what it expected there, in words; null if it reports none.
 * The parser's lines start at 1, its columns at 0.
 */
function readPosition({ text, before }: FailedParse, { errors }: ParserError) {
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
  const expectedTokens = [...(match?.[1] ?? "").matchAll(/'[^']+'|<EOF>|[A-Z]\w+/g)].map(([token]) =>
    formatExpectedToken(token),
  );
  if (expectedTokens.includes("a name"))
    return expectedTokens.length > 12 && !/^missing/.test(message) ? null : "a name";
  if (expectedTokens.length === 0 || expectedTokens.length > 4) return null;
  const last = expectedTokens.pop() ?? "";
  return expectedTokens.length === 0 ? last : `${expectedTokens.join(", ")} or ${last}`;
}

const TOKEN_NAMES: Readonly<Record<string, string>> = {
  "<EOF>": "the end of the text",
  Identifier: "a name",
  StringLiteralFragment: "a string",
  DecimalNumber: "a number",
  HexNumber: "a number",
  VersionLiteral: "a version",
};

const formatExpectedToken = (token: string): string => TOKEN_NAMES[token] ?? `"${token.replaceAll("'", "")}"`;

/** The item's keyword and its name, if it has one: `contract A`, `constructor`, `variable x`. */
function getItemName(tokens: readonly Token[], { from, to }: Item): string {
  const getWords = (length: number) =>
    tokens
      .slice(from, Math.min(from + length, to))
      .filter(({ kind }) => kind !== "punctuator")
      .map(({ text }) => text);
  const [first = "", second = "", ...rest] = getWords(4);
  // The declaration of a variable starts with a type, not with a keyword: `uint public immutable x`.
  if (!KEYWORDS_WITH_BODY.has(first) && ["public", "constant"].includes(second)) {
    const name = rest.find((word) => !["immutable", "override", "transient"].includes(word));
    return name === undefined ? "variable" : `variable ${name}`;
  }
  return getWords(first === "abstract" ? 3 : 2).join(" ");
}

/** Says what would close an item that is still open at the end of the text. */
function formatClosing({ text, tokens }: FailedParse, item: Item): string {
  const line = text.slice(0, item.start).split("\n").length;
  const token = KEYWORDS_WITH_BODY.has(tokens[item.from]?.text ?? "") ? '"}"' : '";"';
  return `${token} to close ${getItemName(tokens, item)} (opened on line ${line})`;
}

/** Shortens a token, and replaces what would end the code span around it. */
const quoteToken = (text: string): string =>
  (text.length > 40 ? `${text.slice(0, 39)}…` : text).replaceAll("`", "'");
