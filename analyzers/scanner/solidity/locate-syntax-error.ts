import { parse } from "@solidity-parser/parser";
import type { Token } from "./tokenize-source.ts";

/** How many characters the search may parse, which takes about five seconds. */
const CHARACTERS_MAX = 500_000;

/**
 * Locates a syntax error, which is right after the longest prefix that some completion makes valid. `expected`: the
 * bracket or ";" that would complete the prefix; null if more is missing or the prefix ends inside a block. Returns null
 * if no error is found or the search takes too long. Checks headers and statements one by one first, so that only the
 * faulty one is searched.
 */
export function locateSyntaxError(text: string, tokens: readonly Token[], before: string, after: string) {
  let remainingCharacters = CHARACTERS_MAX;
  for (const fragment of splitFragments(tokens, before, after)) {
    const [first, last] = [fragment.tokens[0], fragment.tokens.at(-1)];
    if (first === undefined || last === undefined) continue;
    const canComplete = (end: number, rest: string) =>
      fragment.openings.some((opening) => {
        const source = opening + text.slice(first.start, end) + rest + fragment.closing;
        remainingCharacters -= source.length;
        return remainingCharacters > 0 && canParse(source);
      });
    if (fragment.endings.some((ending) => canComplete(last.end, ending))) continue;
    const location = locateInFragment(fragment.tokens, canComplete);
    return remainingCharacters > 0 ? location : null;
  }
  return null;
}

export function canParse(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A header or a statement, and the code that makes it valid Solidity: one of `openings` goes before it, one of `endings`
 * right after it, and `closing` at the very end.
 */
interface Fragment {
  readonly tokens: readonly Token[];
  readonly openings: readonly string[];
  readonly endings: readonly string[];
  readonly closing: string;
}

const CONTRACT_KEYWORDS = new Set(["abstract", "contract", "interface", "library"]);
const BODY_KEYWORDS = new Set(["function", "constructor", "modifier", "fallback", "receive"]);
/** What can precede a statement that starts with this word: a `while` may end a `do`. */
const PRECEDING_CODE = new Map([
  ["else", "if(a)b();"],
  ["catch", "try a(){}"],
  ["while", "do{}"],
]);

function splitFragments(tokens: readonly Token[], before: string, after: string): Fragment[] {
  const fragments: Fragment[] = [];
  const add = (from: number, to: number, opening: string, endings: readonly string[], closing: string) => {
    const part = tokens.slice(from, to);
    const precedingCode = PRECEDING_CODE.get(part[0]?.text ?? "");
    const openings = precedingCode === undefined ? [opening] : [opening, opening + precedingCode];
    fragments.push({ tokens: part, openings, endings, closing });
  };
  /** The end of a fragment that starts at a token: after its ";" or "{", or after a block that is part of it. */
  const findEnd = (from: number, hasBlock: boolean): number => {
    for (let index = from; index < tokens.length; index += 1) {
      const { text, kind } = tokens[index] as Token;
      if (kind !== "punctuator") continue;
      if (text === ";" || text === "}") return index + 1;
      const isOption = text === "{" && tokens[index + 2]?.text === ":";
      if (text === "{" && !hasBlock && !isOption) return index + 1;
      if (text !== "{" && text !== "(" && text !== "[") continue;
      const partner = findPartner(tokens, index);
      if (partner === -1) return findStatementEnd(tokens, index);
      index = partner;
      if (text === "{" && hasBlock) return index + 1;
    }
    return tokens.length;
  };
  const addStatements = (from: number, to: number): number => {
    let depth = 1;
    let index = from;
    while (index < to && depth > 0) {
      if (tokens[index]?.text === "}") {
        depth -= 1;
        index += 1;
        continue;
      }
      const end = findEnd(index, tokens[index]?.text === "assembly");
      const opensBlock = tokens[end - 1]?.text === "{";
      if (opensBlock) depth += 1;
      add(index, end, "contract L{function f(){", opensBlock ? ["}", "}while(a);", "}catch{}"] : [""], "}}");
      index = end;
    }
    return index;
  };
  const addMembers = (from: number, to: number, opening: string, closing: string): void => {
    for (let index = from; index < to; ) {
      if (tokens[index]?.text === "}") return;
      const hasBody = BODY_KEYWORDS.has(tokens[index]?.text ?? "");
      const end = findEnd(index, !hasBody);
      const opensBlock = tokens[end - 1]?.text === "{";
      add(index, end, opening, [opensBlock ? "}" : ""], closing);
      index = hasBody && opensBlock ? addStatements(end, to) : end;
    }
  };
  if (CONTRACT_KEYWORDS.has(tokens[0]?.text ?? "")) {
    const end = findEnd(0, false);
    add(0, end, "", ["}"], "");
    addMembers(end, tokens.length, "contract L{", "}");
  } else addMembers(0, tokens.length, before, after);
  return fragments;
}

function findPartner(tokens: readonly Token[], position: number): number {
  let depth = 0;
  if (tokens[position]?.partner === -1) return -1;
  for (let index = position; index < tokens.length; index += 1) {
    const { text, kind } = tokens[index] as Token;
    if (kind !== "punctuator") continue;
    if (text === "(" || text === "[" || text === "{") depth += 1;
    else if (text === ")" || text === "]" || text === "}") depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

function findStatementEnd(tokens: readonly Token[], from: number): number {
  for (let index = from + 1; index < tokens.length; index += 1)
    if ([";", "{", "}"].includes(tokens[index]?.text ?? "")) return index + 1;
  return tokens.length;
}

/** What may be missing after a prefix, before its open brackets are closed. */
const MISSING_PARTS = ",a,(),(a),a a,a(),{},=a,=>a,(a=>a),:a, is a,;;,a;;,;,{a:a}".split(",");
const BLOCK_KEYWORDS = new Set(
  "if else for while do try catch unchecked function constructor modifier abstract contract interface library".split(
    " ",
  ),
);
/** What can follow the open brackets of a construct with a body. */
const BODY_ENDINGS = ["{}", ";", "", "returns(a);", "{}catch{}", "while(a);"];
/** What can follow the open brackets of a construct that ends with ";". */
const STATEMENT_ENDINGS = [";", "", "a;", "for a;"];
/** How many tokens past the longest valid prefix found so far to search for a longer one. */
const LOOKAHEAD_TOKENS = 4;

function locateInFragment(tokens: readonly Token[], canComplete: (end: number, rest: string) => boolean) {
  const missingPartByCount = new Map<number, string | null>();
  const endings = BLOCK_KEYWORDS.has(tokens[0]?.text ?? "") ? BODY_ENDINGS : STATEMENT_ENDINGS;
  const findMissingPart = (count: number): string | null => {
    const cached = missingPartByCount.get(count);
    if (cached !== undefined) return cached;
    const openBrackets = findOpenBrackets(tokens.slice(0, count));
    const end = tokens[count - 1]?.end ?? tokens[0]?.start ?? 0;
    let missingPart: string | null = null;
    if (openBrackets !== null)
      search: for (const missing of MISSING_PARTS)
        for (const ending of endings)
          for (const closing of buildClosings(openBrackets, ending)) {
            if (!canComplete(end, ` ${missing}${closing}`)) continue;
            missingPart = missing;
            break search;
          }
    missingPartByCount.set(count, missingPart);
    return missingPart;
  };
  let validLength = 0;
  // Starts with short prefixes, because parsing the code after the error is slow and reveals nothing.
  for (let isGrowing = true; isGrowing; ) {
    let invalidLength = tokens.length + 1;
    for (let step = 4; validLength < tokens.length; step *= 2) {
      const next = Math.min(validLength + step, tokens.length);
      if (findMissingPart(next) === null) {
        invalidLength = next;
        break;
      }
      validLength = next;
    }
    while (invalidLength - validLength > 1) {
      const middle = (validLength + invalidLength) >> 1;
      if (findMissingPart(middle) === null) invalidLength = middle;
      else validLength = middle;
    }
    isGrowing = false;
    for (
      let ahead = validLength + 2;
      ahead <= Math.min(tokens.length, validLength + LOOKAHEAD_TOKENS);
      ahead += 1
    ) {
      if (findMissingPart(ahead) === null) continue;
      validLength = ahead;
      isGrowing = true;
      break;
    }
  }
  const last = tokens[validLength - 1];
  const offset = tokens[validLength]?.start ?? last?.end ?? 0;
  const innermostBracket = findOpenBrackets(tokens.slice(0, validLength))?.at(-1);
  const needsOnlyClosing = validLength > 0 && findMissingPart(validLength) === "" && innermostBracket !== "{";
  const closing = innermostBracket === undefined ? ";" : CLOSING[innermostBracket];
  return { offset, expected: needsOnlyClosing ? `"${closing}"` : null };
}

/** The open brackets; null if one is closed that was never opened. */
function findOpenBrackets(tokens: readonly Token[]): string[] | null {
  const openBrackets: string[] = [];
  for (const { kind, text } of tokens) {
    if (kind !== "punctuator") continue;
    if (text === "(" || text === "[" || text === "{") openBrackets.push(text);
    else if (text === ")" || text === "]" || text === "}") {
      const opening = openBrackets.pop();
      if (opening === undefined || CLOSING[opening] !== text) return null;
    }
  }
  return openBrackets;
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Closes the open brackets, with `ending` after the last one or inside the innermost block. */
function buildClosings(openBrackets: readonly string[], ending: string): string[] {
  const closing = openBrackets.toReversed().map((bracket) => CLOSING[bracket] ?? "");
  const block = closing.indexOf("}");
  const suffix = closing.join("") + ending;
  return block === -1
    ? [suffix]
    : [[...closing.slice(0, block), ending, ...closing.slice(block)].join(""), suffix];
}
