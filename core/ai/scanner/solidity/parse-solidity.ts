import { parse } from "@solidity-parser/parser";
import { refuseHostileShapes } from "./bounds.ts";
import { explainError } from "./explain-error.ts";
import { findItems, type Item } from "./find-items.ts";
import { readTokens } from "./read-tokens.ts";
import { straighten } from "./straighten.ts";
import { type Node, type SourceUnit, type Span, startOf } from "./tree.ts";
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
      const text = keepOnly(source, meant);
      try {
        return childrenOf(before + text + after, before.length);
      } catch (error) {
        throw explainError({ text, tokens, items: meant, before, after }, error);
      }
    };
    const children = [
      ...read(({ isOfFile }) => isOfFile, "", ""),
      ...read(({ isOfFile }) => !isOfFile, WRAPPER, "}"),
    ].sort((a, b) => startOf(a) - startOf(b));
    const unit: SourceUnit = { type: "SourceUnit", children, range: [0, source.length - 1] };
    return { kind: "read", unit, passedOver };
  } catch (error) {
    if (error instanceof UnreadableSource)
      return { kind: "unreadable", message: error.message, offset: error.offset };
    throw error;
  }
}

function childrenOf(text: string, shift: number): Node[] {
  const unit = parse(text, { range: true });
  straighten(unit, -shift);
  const [only] = unit.children;
  return shift > 0 && only?.type === "ContractDefinition" ? (only.subNodes as Node[]) : unit.children;
}

/** Blanks out everything except the items, so that positions match the input. */
function keepOnly(source: string, items: readonly Span[]): string {
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
