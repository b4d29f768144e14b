import { parse } from "@solidity-parser/parser";
import { refuseHostileShapes } from "./bounds.ts";
import { explainError } from "./explain-error.ts";
import { findItems, type Item } from "./find-items.ts";
import { fixAssignments } from "./fix-assignments.ts";
import { readTokens } from "./read-tokens.ts";
import { getStart, type Node, type SourceUnit, type Span } from "./tree.ts";
import { UnreadableSource } from "./unreadable-source.ts";

export type ParseResult =
  | { readonly kind: "read"; readonly unit: SourceUnit; readonly passedOver: readonly Span[] }
  /** Nothing in the text looks like Solidity. */
  | { readonly kind: "not-solidity" }
  | { readonly kind: "unreadable"; readonly message: string; readonly offset: number };

/** Wraps members outside contracts, because the parser only accepts them inside one. */
const WRAPPER = "contract L{";

/**
 * Parses a source with prose around its contracts, using @solidity-parser/parser. Never throws for bad input. Input
 * within the limits can still take seconds, so callers need a timeout.
 */
export function parseSolidity(source: string): ParseResult {
  const tokens = readTokens(source);
  try {
    const { items, passedOver } = findItems(tokens);
    if (items.length === 0) return { kind: "not-solidity" };
    refuseHostileShapes(items.flatMap(({ from, to }) => tokens.slice(from, to)));
    const read = (isMeant: (item: Item) => boolean, before: string, after: string): Node[] => {
      const meant = items.filter(isMeant);
      if (meant.length === 0) return [];
      const text = blankOutsideItems(source, meant);
      try {
        return parseChildren(before + text + after, before.length);
      } catch (error) {
        throw explainError({ text, tokens, items: meant, before, after }, error);
      }
    };
    const children = [
      ...read(({ isTopLevel }) => isTopLevel, "", ""),
      ...read(({ isTopLevel }) => !isTopLevel, WRAPPER, "}"),
    ].sort((a, b) => getStart(a) - getStart(b));
    const unit: SourceUnit = { type: "SourceUnit", children, range: [0, source.length - 1] };
    return { kind: "read", unit, passedOver };
  } catch (error) {
    if (error instanceof UnreadableSource)
      return { kind: "unreadable", message: error.message, offset: error.offset };
    throw error;
  }
}

function parseChildren(text: string, shift: number): Node[] {
  const unit = parse(text, { range: true });
  fixAssignments(unit, -shift);
  const [only] = unit.children;
  return shift > 0 && only?.type === "ContractDefinition" ? (only.subNodes as Node[]) : unit.children;
}

/** Blanks out everything except the items, so that positions match the input. */
function blankOutsideItems(source: string, items: readonly Span[]): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, " ");
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of items) {
    parts.push(blank(source.slice(at, start)), source.slice(start, end));
    at = end;
  }
  parts.push(blank(source.slice(at)));
  // The parser only knows ordinary spaces.
  return parts.join("").replace(/[\p{Cc}\u00a0\ufeff]/gu, (c) => (c === "\n" ? c : " "));
}
