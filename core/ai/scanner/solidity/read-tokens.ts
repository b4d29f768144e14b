/** A token: a word, a number, a string, a sign, the end, or invalid text. */
export interface Token {
  readonly kind: "word" | "number" | "string" | "sign" | "end" | "bad";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True for the first token on its line. */
  readonly opensLine: boolean;
  /** For an opening bracket, the index of its partner; otherwise -1. */
  partner: number;
}

const SIGNS = [
  ">>>=",
  "<<=",
  ">>=",
  ">>>",
  "**",
  "=>",
  "==",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "|=",
  "&=",
  "^=",
  "<<",
  ">>",
  "->",
  ":=",
];
/** The possible second characters of longer signs. */
const LONG_PARTS = new Set("*=>&|<+-");
const SINGLE = new Set("(){}[];,.?:=+-*/%<>!&|^~@");
const PARTNERS: Readonly<Record<string, string>> = { ")": "(", "}": "{", "]": "[" };

const isDigit = (c: string): boolean => c >= "0" && c <= "9";
const isWordStart = (c: string): boolean =>
  (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || c === "_" || c === "$";
const isWordPart = (c: string): boolean => isWordStart(c) || isDigit(c);

/**
 * Tokenizes a source in linear time, skipping comments and whitespace. Never throws: a "bad" token carries the error
 * message.
 */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  const open: number[] = [];
  let at = 0;
  let opensLine = true;

  const push = (kind: Token["kind"], end: number, text = source.slice(at, end)) => {
    tokens.push({ kind, text, start: at, end, opensLine, partner: -1 });
    opensLine = false;
    at = end;
  };

  while (at < source.length) {
    const c = source.charAt(at);
    if (c === "\n") {
      opensLine = true;
      at += 1;
    } else if (c <= " " || c === "\u00a0" || c === "\ufeff") {
      at += 1;
    } else if (source.startsWith("//", at)) {
      const end = source.indexOf("\n", at);
      at = end === -1 ? source.length : end;
    } else if (source.startsWith("/*", at)) {
      const end = source.indexOf("*/", at + 2);
      if (end === -1) push("bad", source.length, "the comment that starts here is never closed with */");
      else at = end + 2;
    } else if (isWordStart(c)) {
      let end = at + 1;
      while (end < source.length && isWordPart(source.charAt(end))) end += 1;
      push("word", end);
    } else if (isDigit(c) || (c === "." && isDigit(source.charAt(at + 1)))) {
      push("number", endOfNumber(source, at));
    } else if (c === '"' || c === "'") {
      const end = endOfString(source, at);
      if (end === -1) {
        const line = source.indexOf("\n", at);
        push(
          "bad",
          line === -1 ? source.length : line,
          "the string that starts here is not closed on its line",
        );
      } else push("string", end);
    } else {
      const isLong = LONG_PARTS.has(source.charAt(at + 1));
      const sign = isLong ? SIGNS.find((candidate) => source.startsWith(candidate, at)) : undefined;
      if (sign !== undefined) push("sign", at + sign.length);
      else if (SINGLE.has(c)) {
        matchBracket(tokens, open, c);
        push("sign", at + 1);
      } else {
        const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
        push("bad", at + character.length, `the character "${character}" has no meaning in Solidity`);
      }
    }
  }
  push("end", at, "");
  return tokens;
}

function matchBracket(tokens: Token[], open: number[], c: string): void {
  if (c === "(" || c === "[" || c === "{") {
    open.push(tokens.length);
    return;
  }
  const wanted = PARTNERS[c];
  if (wanted === undefined) return;
  const index = open.at(-1);
  const token = index === undefined ? undefined : tokens[index];
  if (token?.text !== wanted) return;
  open.pop();
  token.partner = tokens.length;
}

function endOfNumber(source: string, start: number): number {
  let at = start;
  const hex = source.charAt(at) === "0" && (source.charAt(at + 1) === "x" || source.charAt(at + 1) === "X");
  if (hex) at += 2;
  while (at < source.length) {
    const c = source.charAt(at);
    if (isWordPart(c)) {
      at += 1;
      const sign = source.charAt(at);
      if (!hex && (c === "e" || c === "E") && (sign === "-" || sign === "+")) at += 1;
    } else if (!hex && c === "." && isDigit(source.charAt(at + 1))) at += 1;
    else break;
  }
  return at;
}

function endOfString(source: string, start: number): number {
  const quote = source.charAt(start);
  for (let at = start + 1; at < source.length; at += 1) {
    const c = source.charAt(at);
    if (c === "\\") at += 1;
    else if (c === "\n") return -1;
    else if (c === quote) return at + 1;
  }
  return -1;
}
