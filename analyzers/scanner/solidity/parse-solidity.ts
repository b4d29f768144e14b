import { parse } from "@solidity-parser/parser";
import { checkParserLimits } from "./bounds.ts";
import { explainError } from "./explain-error.ts";
import { findItems, type Item } from "./find-items.ts";
import { fixAssignments } from "./fix-assignments.ts";
import { parseQuickly } from "./parse-quickly.ts";
import { type Token, tokenizeSource } from "./tokenize-source.ts";
import { getSpan, getStart, type Node, type SourceUnit, type Span } from "./tree.ts";
import { UnreadableSource } from "./unreadable-source.ts";

export type ParseResult =
  | { readonly kind: "parsed"; readonly unit: SourceUnit; readonly skipped: readonly Span[] }
  | { readonly kind: "not-solidity" }
  | { readonly kind: "unreadable"; readonly message: string; readonly offset: number };

/** Wraps members outside contracts, because the parser accepts some of them only inside one. */
const WRAPPER = "contract L{";

/**
 * Parses a source with prose around its contracts. Never throws for bad input. Input within the limits can take
 * seconds.
 */
export function parseSolidity(source: string): ParseResult {
  const tokens = tokenizeSource(source);
  try {
    const { items, skipped } = findItems(tokens);
    if (items.length === 0) return { kind: "not-solidity" };
    checkParserLimits(items.flatMap(({ from, to }) => tokens.slice(from, to)));
    const parseItems = (isIncluded: (item: Item) => boolean, before: string, after: string): Node[] => {
      const includedItems = items.filter(isIncluded);
      if (includedItems.length === 0) return [];
      const text = replaceVersionRanges(blankOutsideItems(source, includedItems));
      try {
        const children = parseChildren(before + text + after, tokens, before.length);
        return children.map((node) => restoreVersion(source, node));
      } catch (error) {
        throw explainError({ text, tokens, items: includedItems, before, after }, error);
      }
    };
    const children = [
      ...parseItems(({ isTopLevel }) => isTopLevel, "", ""),
      ...parseItems(({ isTopLevel }) => !isTopLevel, WRAPPER, "}"),
    ].sort((a, b) => getStart(a) - getStart(b));
    const unit: SourceUnit = { type: "SourceUnit", children, range: [0, source.length - 1] };
    return { kind: "parsed", unit, skipped };
  } catch (error) {
    if (error instanceof UnreadableSource)
      return { kind: "unreadable", message: error.message, offset: error.offset };
    throw error;
  }
}

/** The package rejects `0.8.0 - 0.8.25`, so it gets `0.8.0 ||0.8.25`, which has the same length. */
const replaceVersionRanges = (text: string): string =>
  text.replace(/\bpragma[ \t]+solidity[^;\n]{0,200}/g, (pragma) => pragma.replace(/ - /g, " ||"));

/** Restores a version range that was replaced. */
function restoreVersion(source: string, node: Node): Node {
  if (node.type !== "PragmaDirective" || node.name !== "solidity") return node;
  const { start, end } = getSpan(node);
  const value = /solidity\s+([^;]*)/.exec(source.slice(start, end))?.[1]?.trim();
  return value?.includes(" - ") ? { ...node, value } : node;
}

function parseChildren(text: string, tokens: readonly Token[], shift: number): Node[] {
  const unit = parseQuickly(text, tokens) ?? parse(text, { range: true });
  fixAssignments(unit, -shift);
  const [node] = unit.children;
  return shift > 0 && node?.type === "ContractDefinition" ? (node.subNodes as Node[]) : unit.children;
}

/** Blanks out everything except the items, so that positions match the input. */
function blankOutsideItems(source: string, items: readonly Span[]): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, " ");
  const parts: string[] = [];
  let index = 0;
  for (const { start, end } of items) {
    parts.push(blank(source.slice(index, start)), source.slice(start, end));
    index = end;
  }
  parts.push(blank(source.slice(index)));
  // The parser only knows ordinary spaces.
  return parts.join("").replace(/[\p{Cc}\u00a0\ufeff]/gu, (c) => (c === "\n" ? c : " "));
}
