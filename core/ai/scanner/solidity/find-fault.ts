import { parse } from "@solidity-parser/parser";
import type { Token } from "./read-tokens.ts";

/** The position of a syntax error, and what was expected there if known. */
export interface Fault {
  readonly offset: number;
  readonly wanted: string | null;
}

/** The most characters to parse while searching for a fault: about five seconds. */
const MOST_CHARACTERS = 500_000;

/**
 * Locates a fault when the parser gives no position: right after the longest prefix that some completion makes valid;
 * null if none is found. Checks the pieces (headers and statements) first, so that only the faulty one is searched.
 */
export function findFault(
  text: string,
  tokens: readonly Token[],
  before: string,
  after: string,
): Fault | null {
  let left = MOST_CHARACTERS;
  for (const piece of splitPieces(tokens, before, after)) {
    const [first, last] = [piece.tokens[0], piece.tokens.at(-1)];
    if (first === undefined || last === undefined) continue;
    const reads = (end: number, rest: string) =>
      piece.openings.some((opening) => {
        const source = opening + text.slice(first.start, end) + rest + piece.closing;
        left -= source.length;
        return left > 0 && isRead(source);
      });
    if (piece.endings.some((ending) => reads(last.end, ending))) continue;
    const fault = findInPiece(piece.tokens, reads);
    return left > 0 ? fault : null;
  }
  return null;
}

function isRead(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A header or a statement, with the text that turns it into a valid source: before it, right after it and at the end.
 */
interface Piece {
  readonly tokens: readonly Token[];
  readonly openings: readonly string[];
  readonly endings: readonly string[];
  readonly closing: string;
}

const CONTRACTS = new Set(["abstract", "contract", "interface", "library"]);
const BODIES = new Set(["function", "constructor", "modifier", "fallback", "receive"]);
/** What must precede a statement with this first word. */
const LEADS: Readonly<Record<string, string>> = { else: "if(a)b();", catch: "try a(){}", while: "do{}" };

function splitPieces(tokens: readonly Token[], before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, opening: string, endings: readonly string[], closing: string) => {
    const part = tokens.slice(from, to);
    const lead = LEADS[part[0]?.text ?? ""];
    const openings = lead === undefined ? [opening] : [opening, opening + lead];
    pieces.push({ tokens: part, openings, endings, closing });
  };
  /** The end of a piece that starts at a token: after its ";" or "{", or after a block that is part of it. */
  const findEnd = (from: number, hasBlock: boolean): number => {
    for (let at = from; at < tokens.length; at += 1) {
      const { text, kind } = tokens[at] as Token;
      if (kind !== "sign") continue;
      if (text === ";" || text === "}") return at + 1;
      const isOption = text === "{" && tokens[at + 2]?.text === ":";
      if (text === "{" && !hasBlock && !isOption) return at + 1;
      if (text !== "{" && text !== "(" && text !== "[") continue;
      const partner = partnerIn(tokens, at);
      if (partner === -1) return endOfStatement(tokens, at);
      at = partner;
      if (text === "{" && hasBlock) return at + 1;
    }
    return tokens.length;
  };
  const addStatements = (from: number, to: number): number => {
    let depth = 1;
    let at = from;
    while (at < to && depth > 0) {
      if (tokens[at]?.text === "}") {
        depth -= 1;
        at += 1;
        continue;
      }
      const end = findEnd(at, tokens[at]?.text === "assembly");
      const opens = tokens[end - 1]?.text === "{";
      if (opens) depth += 1;
      add(at, end, "contract L{function f(){", opens ? ["}", "}while(a);", "}catch{}"] : [""], "}}");
      at = end;
    }
    return at;
  };
  const addMembers = (from: number, to: number, opening: string, closing: string): void => {
    for (let at = from; at < to; ) {
      if (tokens[at]?.text === "}") return;
      const hasBody = BODIES.has(tokens[at]?.text ?? "");
      const end = findEnd(at, !hasBody);
      const opens = tokens[end - 1]?.text === "{";
      add(at, end, opening, [opens ? "}" : ""], closing);
      at = hasBody && opens ? addStatements(end, to) : end;
    }
  };
  if (CONTRACTS.has(tokens[0]?.text ?? "")) {
    const end = findEnd(0, false);
    add(0, end, "", ["}"], "");
    addMembers(end, tokens.length, "contract L{", "}");
  } else addMembers(0, tokens.length, before, after);
  return pieces;
}

function partnerIn(tokens: readonly Token[], at: number): number {
  let depth = 0;
  if (tokens[at]?.partner === -1) return -1;
  for (let index = at; index < tokens.length; index += 1) {
    const { text, kind } = tokens[index] as Token;
    if (kind !== "sign") continue;
    if (text === "(" || text === "[" || text === "{") depth += 1;
    else if (text === ")" || text === "]" || text === "}") depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** If a bracket is never closed, the statement is assumed to end at the next ";" or block. */
function endOfStatement(tokens: readonly Token[], from: number): number {
  for (let at = from + 1; at < tokens.length; at += 1)
    if ([";", "{", "}"].includes(tokens[at]?.text ?? "")) return at + 1;
  return tokens.length;
}

const MIDDLES = [
  "",
  "a",
  "()",
  "(a)",
  "a a",
  "a()",
  "{}",
  "=a",
  "=>a",
  "(a=>a)",
  ":a",
  " is a",
  ";;",
  "a;;",
  ";",
  "{a:a}",
];
const HEADS = new Set(
  "if else for while do try catch unchecked function constructor modifier abstract contract interface library".split(
    " ",
  ),
);
/** What can follow the open brackets: of constructs with a body, and of those that end with ";". */
const RESTS = ["{}", ";", "", "returns(a);", "{}catch{}", "while(a);"];
const ENDS = [";", "", "a;", "for a;"];
/** How many tokens past the first failure to test whether a longer prefix can be completed. */
const AHEAD = 4;

function findInPiece(tokens: readonly Token[], reads: (end: number, rest: string) => boolean): Fault {
  const completions = new Map<number, string | null>();
  const rests = HEADS.has(tokens[0]?.text ?? "") ? RESTS : ENDS;
  const complete = (count: number): string | null => {
    const known = completions.get(count);
    if (known !== undefined) return known;
    const open = openIn(tokens.slice(0, count));
    const end = tokens[count - 1]?.end ?? tokens[0]?.start ?? 0;
    let found: string | null = null;
    if (open !== null)
      search: for (const middle of MIDDLES)
        for (const rest of rests)
          for (const closing of closeAll(open, rest)) {
            if (!reads(end, ` ${middle}${closing}`)) continue;
            found = middle;
            break search;
          }
    completions.set(count, found);
    return found;
  };
  let good = 0;
  // In growing steps from the start, because the code after the fault is the most expensive to parse and says
  // nothing.
  for (let isGrowing = true; isGrowing; ) {
    let bad = tokens.length + 1;
    for (let step = 4; good < tokens.length; step *= 2) {
      const next = Math.min(good + step, tokens.length);
      if (complete(next) === null) {
        bad = next;
        break;
      }
      good = next;
    }
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      if (complete(middle) === null) bad = middle;
      else good = middle;
    }
    isGrowing = false;
    for (let ahead = good + 2; ahead <= Math.min(tokens.length, good + AHEAD); ahead += 1) {
      if (complete(ahead) === null) continue;
      good = ahead;
      isGrowing = true;
      break;
    }
  }
  const last = tokens[good - 1];
  const offset = tokens[good]?.start ?? last?.end ?? 0;
  const open = openIn(tokens.slice(0, good))?.at(-1);
  const isDone = good > 0 && complete(good) === "";
  const wanted = !isDone ? null : open === "(" ? '")"' : open === "[" ? '"]"' : open === "{" ? null : '";"';
  return { offset, wanted };
}

/** The open brackets; null if one is closed that was never opened. */
function openIn(tokens: readonly Token[]): string[] | null {
  const open: string[] = [];
  for (const { kind, text } of tokens) {
    if (kind !== "sign") continue;
    if (text === "(" || text === "[" || text === "{") open.push(text);
    else if (text === ")" || text === "]" || text === "}") {
      const opening = open.pop();
      if (opening === undefined || `${opening}${text}` !== { ")": "()", "]": "[]", "}": "{}" }[text])
        return null;
    }
  }
  return open;
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Completions that close the open brackets, with `rest` after the last one or inside the innermost block. */
function closeAll(open: readonly string[], rest: string): string[] {
  const closing = open.toReversed().map((bracket) => CLOSING[bracket] ?? "");
  const block = closing.indexOf("}");
  const behind = closing.join("") + rest;
  return block === -1
    ? [behind]
    : [[...closing.slice(0, block), rest, ...closing.slice(block)].join(""), behind];
}
