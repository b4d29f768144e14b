export interface Token {
  readonly kind: "word" | "number" | "string" | "punctuator" | "end" | "invalid";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isFirstOnLine: boolean;
  /** For an opening bracket that is closed, the index of the closing one; otherwise -1. */
  partner: number;
}

const PUNCTUATORS =
  ">>>= <<= >>= >>> ** => == != <= >= && || ++ -- += -= *= /= %= |= &= ^= << >> -> :=".split(" ");
/** The possible second characters of multi-character punctuators. */
const SECOND_CHARACTERS = new Set("*=>&|<+-");
const SINGLE_CHARACTERS = new Set("(){}[];,.?:=+-*/%<>!&|^~@");
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ")": "(", "}": "{", "]": "[" };

const isDigit = (c: string): boolean => c >= "0" && c <= "9";
const isWordStart = (c: string): boolean =>
  (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || c === "_" || c === "$";
const isWordPart = (c: string): boolean => isWordStart(c) || isDigit(c);

/**
 * Tokenizes a source in linear time, skipping comments and whitespace. Never throws: the text of an "invalid" token is
 * the error message.
 */
export function tokenizeSource(source: string): Token[] {
  const tokens: Token[] = [];
  const openBrackets: number[] = [];
  let position = 0;
  let isFirstOnLine = true;

  const push = (kind: Token["kind"], end: number, text = source.slice(position, end)) => {
    tokens.push({ kind, text, start: position, end, isFirstOnLine, partner: -1 });
    isFirstOnLine = false;
    position = end;
  };

  while (position < source.length) {
    const c = source.charAt(position);
    if (c === "\n") {
      isFirstOnLine = true;
      position += 1;
    } else if (c <= " " || c === "\u00a0" || c === "\ufeff") {
      position += 1;
    } else if (source.startsWith("//", position)) {
      const end = source.indexOf("\n", position);
      position = end === -1 ? source.length : end;
    } else if (source.startsWith("/*", position)) {
      const end = source.indexOf("*/", position + 2);
      if (end === -1) push("invalid", source.length, "the comment that starts here is never closed with */");
      else position = end + 2;
    } else if (isWordStart(c)) {
      let end = position + 1;
      while (end < source.length && isWordPart(source.charAt(end))) end += 1;
      push("word", end);
    } else if (isDigit(c) || (c === "." && isDigit(source.charAt(position + 1)))) {
      push("number", findNumberEnd(source, position));
    } else if (c === '"' || c === "'") {
      const end = findStringEnd(source, position);
      if (end === -1) {
        const newline = source.indexOf("\n", position);
        const lineEnd = newline === -1 ? source.length : newline;
        push("invalid", lineEnd, "the string that starts here is not closed on its line");
      } else push("string", end);
    } else {
      const canBeMultiCharacter = SECOND_CHARACTERS.has(source.charAt(position + 1));
      const punctuator = canBeMultiCharacter
        ? PUNCTUATORS.find((candidate) => source.startsWith(candidate, position))
        : undefined;
      if (punctuator !== undefined) push("punctuator", position + punctuator.length);
      else if (SINGLE_CHARACTERS.has(c)) {
        matchBracket(tokens, openBrackets, c);
        push("punctuator", position + 1);
      } else {
        const character = String.fromCodePoint(source.codePointAt(position) ?? 0);
        const end = position + character.length;
        push("invalid", end, `the character "${character}" has no meaning in Solidity`);
      }
    }
  }
  push("end", position, "");
  return tokens;
}

function matchBracket(tokens: Token[], openBrackets: number[], c: string): void {
  if (c === "(" || c === "[" || c === "{") {
    openBrackets.push(tokens.length);
    return;
  }
  const token = tokens[openBrackets.at(-1) ?? -1];
  if (token === undefined || token.text !== OPENING_BRACKETS[c]) return;
  openBrackets.pop();
  token.partner = tokens.length;
}

function findNumberEnd(source: string, start: number): number {
  let position = start;
  const isHex = /^0x$/i.test(source.slice(position, position + 2));
  if (isHex) position += 2;
  while (position < source.length) {
    const c = source.charAt(position);
    if (isWordPart(c)) {
      position += 1;
      const sign = source.charAt(position);
      if (!isHex && (c === "e" || c === "E") && (sign === "-" || sign === "+")) position += 1;
    } else if (!isHex && c === "." && isDigit(source.charAt(position + 1))) position += 1;
    else break;
  }
  return position;
}

function findStringEnd(source: string, start: number): number {
  const quote = source.charAt(start);
  for (let position = start + 1; position < source.length; position += 1) {
    const c = source.charAt(position);
    if (c === "\\") position += 1;
    else if (c === "\n") return -1;
    else if (c === quote) return position + 1;
  }
  return -1;
}
