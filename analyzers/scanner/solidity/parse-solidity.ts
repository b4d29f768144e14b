import { parse } from "@solidity-parser/parser";
import type { BaseASTNode, BinaryOperation } from "@solidity-parser/parser/dist/src/ast-types";
import { explainError } from "./explain-error.ts";
import { findItems, type Item } from "./find-items.ts";
import { parseQuickly } from "./parse-quickly.ts";
import { type Token, tokenizeSource } from "./tokenize-source.ts";
import { getSpan, getStart, isAssignment, type Node, type SourceUnit, type Span } from "./tree.ts";
import { UnreadableSource } from "./unreadable-source.ts";

export type ParseResult =
  | { readonly kind: "parsed"; readonly unit: SourceUnit; readonly skipped: readonly Span[] }
  | { readonly kind: "not-solidity" }
  | {
      readonly kind: "unreadable";
      readonly message: string;
      readonly offset: number;
      readonly isTooComplex: boolean;
    };

/** Wraps the members outside contracts that the parser accepts only inside a contract. */
const WRAPPER = "contract L{";

/**
 * Parses a source with prose around its contracts. Never throws for bad input. Hostile input within the limits can take
 * minutes.
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
      ...parseItems(({ isAllowedAtTopLevel }) => isAllowedAtTopLevel, "", ""),
      ...parseItems(({ isAllowedAtTopLevel }) => !isAllowedAtTopLevel, WRAPPER, "}"),
    ].sort((a, b) => getStart(a) - getStart(b));
    const unit: SourceUnit = { type: "SourceUnit", children, range: [0, source.length - 1] };
    return { kind: "parsed", unit, skipped };
  } catch (error) {
    if (error instanceof UnreadableSource) {
      const { message, offset, isTooComplex } = error;
      return { kind: "unreadable", message, offset, isTooComplex };
    }
    throw error;
  }
}

/** The parser package rejects `0.8.0 - 0.8.25`, so it gets `0.8.0 ||0.8.25`, which has the same length. */
const replaceVersionRanges = (text: string): string =>
  text.replace(/\bpragma[ \t]+solidity[^;\n]{0,200}/g, (pragma) => pragma.replace(/ - /g, " ||"));

/** Restores a version range that was replaced. */
function restoreVersion(source: string, node: Node): Node {
  if (node.type !== "PragmaDirective" || node.name !== "solidity") return node;
  const { start, end } = getSpan(node);
  const value = /solidity\s+([^;]*)/.exec(source.slice(start, end))?.[1]?.trim();
  return value?.includes(" - ") ? { ...node, value } : node;
}

function parseChildren(text: string, tokens: readonly Token[], prefixLength: number): Node[] {
  const unit = parseQuickly(text, tokens) ?? parse(text, { range: true });
  fixTree(unit, -prefixLength);
  const [node] = unit.children;
  return prefixLength > 0 && node?.type === "ContractDefinition" ? (node.subNodes as Node[]) : unit.children;
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

/**
 * The parser's time grows with the square of the bracket depth: 0.1 s at 20, minutes at 1,000. In real code, the depth
 * is below ten. Nested blocks are fast to parse, but the recursive steps that follow need a limit.
 */
const BRACKET_DEPTH_MAX = 20;
const BLOCK_DEPTH_MAX = 60;
/** The maximum number of tokens without a ";" or a block. A long table of constants has a few hundred. */
const STATEMENT_LENGTH_MAX = 2_000;
/** The maximum number of tokens. Ordinary code of the maximum length has about 20,000. */
const TOKENS_MAX = 32_000;

/** Throws UnreadableSource for input that would take the parser too long. */
function checkParserLimits(tokens: readonly Token[]): void {
  const openBrackets: string[] = [];
  let bracketDepth = 0;
  let tokensSinceStatement = 0;
  if (tokens.length > TOKENS_MAX)
    throw new UnreadableSource(
      `the source has ${tokens.length.toLocaleString("en-US")} tokens; the limit is ${TOKENS_MAX.toLocaleString("en-US")}`,
      tokens[TOKENS_MAX]?.start ?? 0,
      { isTooComplex: true },
    );
  for (const { kind, text, start } of tokens) {
    tokensSinceStatement += 1;
    if (tokensSinceStatement > STATEMENT_LENGTH_MAX)
      throw new UnreadableSource(
        `this statement has more than ${STATEMENT_LENGTH_MAX.toLocaleString("en-US")} tokens, which exceeds the limit`,
        start,
        { isTooComplex: true },
      );
    if (kind !== "punctuator") continue;
    if (text === "(" || text === "[" || text === "{") {
      openBrackets.push(text);
      if (text !== "{") bracketDepth += 1;
      if (bracketDepth > BRACKET_DEPTH_MAX || openBrackets.length > BLOCK_DEPTH_MAX + bracketDepth)
        throw new UnreadableSource(
          `brackets or blocks are nested more than ${text === "{" ? BLOCK_DEPTH_MAX : BRACKET_DEPTH_MAX} levels deep here, which exceeds the limit`,
          start,
          { isTooComplex: true },
        );
    } else if (text === ")" || text === "]" || text === "}") {
      const closedBracket = openBrackets.pop();
      if (closedBracket === "(" || closedBracket === "[") bracketDepth -= 1;
    }
    if (text === ";" || text === "{" || text === "}") tokensSinceStatement = 0;
  }
}

/** The maximum depth of the tree, because later steps of the scanner are recursive. */
const TREE_DEPTH_MAX = 1_500;

/**
 * Fixes the tree in place, because the parser package parses `a = b = c` as `(a = b) = c`, although assignment is
 * right-associative. Moves positions by `shift` characters. Throws RangeError if the tree is too deep.
 */
function fixTree(root: BaseASTNode, shift: number): void {
  const stack: { value: object; depth: number }[] = [{ value: root, depth: 0 }];
  const visited = new Set<object>();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, depth } = next;
    // The tree contains a state variable's value twice.
    if (visited.has(value)) continue;
    if (depth > TREE_DEPTH_MAX) throw new RangeError("too deep");
    visited.add(value);
    if (isBinary(value)) rotate(value);
    if ("range" in value && Array.isArray(value.range) && shift !== 0)
      value.range = [value.range[0] + shift, value.range[1] + shift];
    const parts = value as Record<string, unknown>;
    for (const key of Object.keys(parts)) {
      const child = parts[key];
      if (typeof child === "object" && child !== null && key !== "range")
        stack.push({ value: child, depth: depth + 1 });
    }
  }
}

const isBinary = (value: object): value is BinaryOperation =>
  "type" in value && value.type === "BinaryOperation";

/** Turns ((a = b) = c) into (a = (b = c)), for chains of any length. */
function rotate(node: BinaryOperation): void {
  while (isAssignment(node.operator) && isBinary(node.left) && isAssignment(node.left.operator)) {
    const { left: inner, right, operator } = node;
    node.left = inner.left;
    node.operator = inner.operator;
    const laterAssignment: BinaryOperation = { type: "BinaryOperation", operator, left: inner.right, right };
    const [start, end] = [inner.right.range?.[0], right.range?.[1]];
    if (start !== undefined && end !== undefined) laterAssignment.range = [start, end];
    node.right = laterAssignment;
  }
}
