import { parse } from "@solidity-parser/parser";
import type { Token } from "./read-tokens.ts";

/** Where a source goes wrong, and what would have been right there where that is known. */
export interface Fault {
  readonly offset: number;
  readonly wanted: string | null;
}

/** So much is parsed in search of a fault: some five seconds. */
const MOST_CHARACTERS = 500_000;

/**
 * Where an item goes wrong for which the package fails without a place: the place after its longest beginning that some
 * completion makes whole. Null where that is not found. Looks at its pieces first, heads and statements, so that only the faulty one is completed.
 */
export function findFault(
  text: string,
  tokens: readonly Token[],
  before: string,
  after: string,
): Fault | null {
  let left = MOST_CHARACTERS;
  for (const piece of piecesOf(tokens, before, after)) {
    const [first, last] = [piece.tokens[0], piece.tokens.at(-1)];
    if (first === undefined || last === undefined) continue;
    const reads = (end: number, rest: string) =>
      piece.openings.some((opening) => {
        const whole = opening + text.slice(first.start, end) + rest + piece.closing;
        left -= whole.length;
        return left > 0 && isRead(whole);
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

/** A head or a statement, with what makes it a whole source: before it, right behind it and at the end. */
interface Piece {
  readonly tokens: readonly Token[];
  readonly openings: readonly string[];
  readonly endings: readonly string[];
  readonly closing: string;
}

const CONTRACTS = new Set(["abstract", "contract", "interface", "library"]);
const BODIES = new Set(["function", "constructor", "modifier", "fallback", "receive"]);
/** What a statement's first word must stand behind. */
const LEADS: Readonly<Record<string, string>> = { else: "if(a)b();", catch: "try a(){}", while: "do{}" };

function piecesOf(tokens: readonly Token[], before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, opening: string, endings: readonly string[], closing: string) => {
    const part = tokens.slice(from, to);
    const lead = LEADS[part[0]?.text ?? ""];
    const openings = lead === undefined ? [opening] : [opening, opening + lead];
    pieces.push({ tokens: part, openings, endings, closing });
  };
  /** The end of a piece that begins at a token: behind its ";" or "{", or behind a block that belongs to it whole. */
  const endOf = (from: number, isWhole: boolean): number => {
    for (let at = from; at < tokens.length; at += 1) {
      const { text, kind } = tokens[at] as Token;
      if (kind !== "sign") continue;
      if (text === ";" || text === "}") return at + 1;
      const isOption = text === "{" && tokens[at + 2]?.text === ":";
      if (text === "{" && !isWhole && !isOption) return at + 1;
      if (text !== "{" && text !== "(" && text !== "[") continue;
      const partner = partnerIn(tokens, at);
      if (partner === -1) return endOfStatement(tokens, at);
      at = partner;
      if (text === "{" && isWhole) return at + 1;
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
      const end = endOf(at, tokens[at]?.text === "assembly");
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
      const end = endOf(at, !hasBody);
      const opens = tokens[end - 1]?.text === "{";
      add(at, end, opening, [opens ? "}" : ""], closing);
      at = hasBody && opens ? addStatements(end, to) : end;
    }
  };
  if (CONTRACTS.has(tokens[0]?.text ?? "")) {
    const end = endOf(0, false);
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

/** Where a bracket is never closed, the statement is taken to end at its next ";" or block. */
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
/** What comes behind the open brackets: of what has a body, and of what ends with a ";". */
const RESTS = ["{}", ";", "", "returns(a);", "{}catch{}", "while(a);"];
const ENDS = [";", "", "a;", "for a;"];
/** So many tokens behind the first that cannot stand it is tried whether the beginning can be completed after all. */
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
  // From the beginning in growing steps, because what is behind the fault costs most and tells nothing.
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

/** The brackets that are open; null where one is closed that is not. */
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

/** What closes the open brackets, with `rest` behind the last of them or within the innermost block. */
function closeAll(open: readonly string[], rest: string): string[] {
  const closing = open.toReversed().map((bracket) => CLOSING[bracket] ?? "");
  const block = closing.indexOf("}");
  const behind = closing.join("") + rest;
  return block === -1
    ? [behind]
    : [[...closing.slice(0, block), rest, ...closing.slice(block)].join(""), behind];
}
