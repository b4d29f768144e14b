import { createRequire } from "node:module";
import type { BaseASTNode, SourceUnit } from "@solidity-parser/parser/dist/src/ast-types";
import type { Token } from "./tokenize-source.ts";

type Parser = typeof import("@mradomski/fast-solidity-parser");

const require = createRequire(import.meta.url);
const path = require.resolve("@mradomski/fast-solidity-parser");
let parser = loadParser();

/** Loads a new instance. A new `require` each time, because each one retains all that it has loaded. */
function loadParser(): Parser {
  delete require.cache[path];
  return createRequire(import.meta.url)(path) as Parser;
}

/** Syntax from before Solidity 0.5, and a character that the parser would print a message about. */
const NOT_READ = new Set(["throw", "var", "@"]);

/**
 * Parses a source like @solidity-parser/parser, but fifty times as fast. Returns null if the tree might
 * not be the same: if the source has an error or old syntax. `tokens` includes those of the text.
 */
export function parseQuickly(text: string, tokens: readonly Token[]): SourceUnit | null {
  if (tokens.some((token) => NOT_READ.has(token.text))) return null;
  try {
    const unit = parser.parse(text, { range: true }) as unknown as SourceUnit;
    return alignTree(unit) ? unit : null;
  } catch {
    // A failed parse doesn't free its stack, so after enough of them, every parse would fail.
    parser = loadParser();
    return null;
  }
}

/** Changes the tree to what @solidity-parser/parser returns. Returns false if the source has an error. */
function alignTree(root: SourceUnit): boolean {
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = next as Record<string, unknown>;
    const { type } = node;
    if (!isComplete(node)) return false;
    if (type === "RevertStatement") alignRevert(node);
    if (typeof type === "string" && type.startsWith("Assembly")) alignAssembly(node);
    for (const value of Object.values(node))
      if (typeof value === "object" && value !== null) waiting.push(value);
  }
  return true;
}

/** Whether nothing is missing that the parser doesn't insist on, although Solidity does. */
function isComplete({
  type,
  name,
  memberName,
  members,
  index,
  catchClauses,
  expression,
}: Record<string, unknown>): boolean {
  if (type === "ContractDefinition") return Boolean(name);
  if (type === "MemberAccess") return memberName !== null;
  if (type === "StructDefinition")
    return (members as { name: unknown }[]).every((member) => member.name !== null);
  if (type === "AssemblyAssignment") return expression !== null;
  if (type === "TryStatement") return (catchClauses as unknown[]).length > 0;
  return type !== "IndexAccess" || index !== null;
}

/** `revert("reason")` is a call; only `revert Reason()` is a statement of its own. */
function alignRevert(node: Record<string, unknown>): void {
  const call = node.revertCall as BaseASTNode & { components?: unknown[] };
  if (call.type !== "TupleExpression") return;
  const [start = 0] = (node.range as [number, number] | undefined) ?? [];
  delete node.revertCall;
  node.type = "ExpressionStatement";
  node.expression = {
    type: "FunctionCall",
    expression: { type: "Identifier", name: "revert", range: [start, start + "revert".length - 1] },
    arguments: call.components,
    names: [],
    identifiers: [],
    range: [start, call.range?.[1] ?? start],
  };
}

/** An expression in assembly that is only a name is a call without arguments, as old versions of Solidity wrote calls. */
function alignAssembly(node: Record<string, unknown>): void {
  const align = (value: unknown): unknown => {
    const { type, name, range } = (value ?? {}) as { type?: unknown; name?: unknown; range?: unknown };
    return type === "Identifier" ? { type: "AssemblyCall", functionName: name, arguments: [], range } : value;
  };
  if (node.type === "AssemblyCall") node.arguments = (node.arguments as unknown[]).map(align);
  if (node.type === "AssemblyMemberAccess") return;
  for (const key of ["expression", "condition"]) if (key in node) node[key] = align(node[key]);
}
