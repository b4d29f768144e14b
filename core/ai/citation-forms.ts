/**
 * Parsers for models' citations and links. Each looks ahead at most BUFFER_LIMIT characters, so the result doesn't
 * depend on how the text is split.
 */

export const BUFFER_LIMIT = 512;

/** "more": undecided until more characters arrive. null: not this form, regardless of what follows. */
export type ParseResult<T> = T | "more" | null;

/**
 * A parser's input: the text from a position on, at most BUFFER_LIMIT characters. `isLast` means that the parser gets
 * no more characters, because nothing follows or the limit is reached.
 */
export interface View {
  readonly text: string;
  readonly isLast: boolean;
}

export function createView(text: string, position: number, isLast: boolean): View {
  return {
    text: text.slice(position, position + BUFFER_LIMIT),
    isLast: isLast || text.length - position >= BUFFER_LIMIT,
  };
}

const CITATION_MAX = 80;
/** Years and price ranges in brackets are not citations: [2026], [90,000, 105,000]. */
const NUMBER_LIST = /^(?:\d{1,3}|\d{1,2}(?: ?[,;] ?\^?\d{1,2}| ?[-–] ?\d{1,2})+)$/;
const CITATION =
  /^(?:\[ ?(?:\^|(?:sources?|refs?|documents?|docs?)[ :#]{0,3})?#?(\d[^\][†\n]{0,60}?)(?:†[^\][\n]{0,20})? ?\]|\[\[\^?(\d[^\][\n]{0,60})\]\]|【 ?(\d[^】†:\n]{0,60}?)(?:[†:][^】\n]{0,20})? ?】)/i;

/** Parses [1], [1, 2], [2-4], [^1], [[1]], [Source 1], 【1】 and 【1†source】. Returns the numbers and the length. */
export function parseCitation(view: View): ParseResult<{ numbers: number[]; length: number }> {
  const head = view.text.slice(0, CITATION_MAX);
  const match = CITATION.exec(head);
  if (match !== null) {
    const list = (match[1] ?? match[2] ?? match[3] ?? "").trim();
    return NUMBER_LIST.test(list) ? { numbers: parseNumbers(list), length: match[0].length } : null;
  }
  if (view.isLast || head.length === CITATION_MAX) return null;
  const end = head.search(/[\]】\n]/);
  return end === -1 || (head.startsWith("[[") && end === head.length - 1) ? "more" : null;
}

function parseNumbers(list: string): number[] {
  const numbers = new Set<number>();
  for (const part of list.split(/[,;]/)) {
    const [from = 0, to = from] = (part.match(/\d+/g) ?? []).map(Number);
    const isRange = to > from && to - from <= 50;
    for (let number = from; isRange && number < to; number += 1) numbers.add(number);
    numbers.add(isRange ? to : from);
    if (!isRange) numbers.add(to);
  }
  return [...numbers];
}

/** Returns the length of a code span that starts here and ends on the same line. */
export function parseCodeSpan(view: View): ParseResult<number> {
  const { text } = view;
  const openLength = /^`+/.exec(text)?.[0].length ?? 0;
  for (let position = openLength; position < text.length; position += 1) {
    if (text[position] === "\n") return null;
    if (text[position] !== "`") continue;
    let end = position;
    while (text[end] === "`") end += 1;
    if (end === text.length && !view.isLast) return "more";
    if (end - position === openLength) return end;
    position = end - 1;
  }
  return view.isLast ? null : "more";
}

/** Returns the position after the matching bracket. A paragraph's end or an unmatched backtick stops the search. */
export function parseBracket(view: View): ParseResult<number> {
  const { text } = view;
  let depth = 0;
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position];
    if (character === "\\") position += 1;
    else if (character === "[") depth += 1;
    else if (character === "]") {
      depth -= 1;
      if (depth === 0) return position + 1;
    } else if (character === "\n") {
      const rest = text.slice(position + 1).trimStart();
      if (rest === "" && !view.isLast) return "more";
      if (/^[ \t]*(?:\n|$)/.test(text.slice(position + 1))) return null;
    } else if (character === "`") {
      const span = parseCodeSpan({ text: text.slice(position), isLast: view.isLast });
      if (span === "more" || span === null) return span;
      position += span - 1;
    }
  }
  return view.isLast ? null : "more";
}

/** Takes linear time, because the lookahead allows only one way to match the blanks before a missing URL. */
const DESTINATION =
  /^\((?:[ \t]*\n)?[ \t]*(?![ \t\n])(?:<([^<>\n]*)>|([^\s()<>\\]*(?:(?:\([^\s()\\]*\)|\\.)[^\s()<>\\]*)*))(?:(?:[ \t\n]+|(?<=^\([ \t\n]+))(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t\n]*\)/;

/** Parses the destination after a link's text: (URL "title"). Returns the URL as written and the length. */
export function parseDestination(view: View): ParseResult<{ url: string; length: number }> {
  const match = DESTINATION.exec(view.text);
  // A blank line ends the paragraph, and any unclosed link with it.
  const hasBlankLine = /\n[ \t]*\n/.test(match?.[0] ?? view.text);
  if (hasBlankLine) return null;
  if (match !== null) return { url: match[1] ?? match[2] ?? "", length: match[0].length };
  return view.isLast ? null : "more";
}

/** Returns the length of <https://…> or <name@host>. */
export function parseAutolink(view: View): ParseResult<number> {
  const end = view.text.slice(1).search(/[\s<>]/) + 1;
  if (end === 0) return view.isLast ? null : "more";
  if (view.text[end] !== ">") return null;
  return /^<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/i.test(view.text) ? end + 1 : null;
}
