import { createRequire } from "node:module";
import type { BaseASTNode, SourceUnit } from "@solidity-parser/parser/dist/src/ast-types";
import type { Token } from "./tokenize-source.ts";

type Parser = typeof import("@mradomski/fast-solidity-parser");

const require = createRequire(import.meta.url);
const path = require.resolve("@mradomski/fast-solidity-parser");
let parser = loadParser();

/** Loads a new instance with a new `require`, because a `require` retains everything it has loaded. */
function loadParser(): Parser {
  delete require.cache[path];
  return createRequire(import.meta.url)(path) as Parser;
}

/** Words and literals that the parser accepts as names, although Solidity doesn't. */
const NOT_A_NAME =
  /^(?:[\d."'].*|u?int\d*|bytes\d*|u?fixed(?:\d+x\d+)?|abstract|after|anonymous|as|assembly|bool|break|byte|case|catch|constant|continue|contract|days|default|delete|do|else|emit|enum|ether|event|external|fallback|false|final|finney|for|function|gwei|hex|hours|if|immutable|import|in|indexed|inline|interface|internal|is|let|library|mapping|match|memory|minutes|modifier|new|null|of|payable|pragma|private|public|pure|relocatable|return|returns|seconds|sizeof|static|storage|string|struct|switch|szabo|throw|true|try|type|typeof|unchecked|unicode|using|var|view|virtual|weeks|wei|while|years)$/s;

/**
 * Tokens that the parser misreads or prints a message about: old syntax, an operator that Solidity lacks, and "@".
 */
const UNSUPPORTED_TOKENS = new Set(["throw", "var", "@", ">>>"]);

/**
 * Parses like @solidity-parser/parser, but forty times as fast. Returns null if the tree might differ, because the
 * source has an error or old syntax. `tokens` must include all tokens of the text.
 */
export function parseQuickly(text: string, tokens: readonly Token[]): SourceUnit | null {
  if (tokens.some((token, index) => UNSUPPORTED_TOKENS.has(token.text) || isMisread(tokens, index)))
    return null;
  try {
    const unit = parser.parse(text, { range: true }) as unknown as SourceUnit;
    return alignTree(unit) ? unit : null;
  } catch {
    // A failed parse doesn't free its stack, so after enough of them, every parse would fail.
    parser = loadParser();
    return null;
  }
}

const ASSEMBLY_PUNCTUATORS = new Set(["{", "}", "(", ")", ",", ":=", "->", ":", "."]);

/** Whether the assembly has no block, or its block contains something that the parser would print a message about. */
function hasUnsupportedAssembly(tokens: readonly Token[], index: number): boolean {
  const from = [1, 2, 4, 5].map((offset) => index + offset).find((at) => tokens[at]?.text === "{");
  if (from === undefined) return true;
  return tokens
    .slice(from, tokens[from]?.partner)
    .some(
      ({ kind, text }) => kind === "invalid" || (kind === "punctuator" && !ASSEMBLY_PUNCTUATORS.has(text)),
    );
}

const ELEMENTARY_TYPE = /^(?:address|bool|string|u?int\d*|bytes\d*)$/;

/** Whether the parser would ignore an error here, or read the code differently. */
function isMisread(tokens: readonly Token[], index: number): boolean {
  const { kind, text, partner } = tokens[index] as Token;
  const [next, second] = [tokens[index + 1]?.text ?? "", tokens[index + 2]?.text];
  switch (text) {
    case ";":
      return next === ";";
    case "{":
      return partner < 0 || next === ";";
    case "[":
      return partner < 0;
    case "(":
      return partner < 0 || (next === "," && tokens[index - 1]?.kind === "word");
    case "payable":
      return next === "=" || next === ";";
    case "function":
      return next !== "(" && !(second === "(" && isName(next));
    case "assembly":
      return hasUnsupportedAssembly(tokens, index);
    case "using":
      return !isName(next);
    case "receive":
    case "fallback":
      return tokens[index + 1]?.kind === "word" || (text === "receive" && next === "(" && second !== ")");
    case "returns": {
      const followingText = tokens[(tokens[index + 1]?.partner ?? -1) + 1]?.text;
      return followingText !== "{" && followingText !== ";";
    }
    default:
      return kind === "word" && next === "[" && second !== "]" && ELEMENTARY_TYPE.test(text);
  }
}

/**
 * Changes the tree to what @solidity-parser/parser returns. Returns false if the source has an error or an unusual
 * `revert`.
 */
function alignTree(root: SourceUnit): boolean {
  const stack: unknown[] = [root];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (!Array.isArray(next)) {
      const node = next as Record<string, unknown>;
      const { type } = node;
      if (!isComplete(node) || !isValid(node)) return false;
      if (type === "RevertStatement" && !alignRevert(node)) return false;
      if (typeof type === "string" && type.startsWith("Assembly")) alignAssembly(node);
    }
    const parts = next as Record<string, unknown>;
    for (const key of Object.keys(parts)) {
      const value = parts[key];
      if (typeof value === "object" && value !== null && key !== "range") stack.push(value);
    }
  }
  return true;
}

/** Whether the node has everything that Solidity requires but the parser doesn't. */
function isComplete(node: Record<string, unknown>): boolean {
  const { type } = node;
  if (type === "ContractDefinition") return Boolean(node.name);
  if (type === "MemberAccess") return node.memberName !== null;
  if (type === "StructDefinition")
    return (node.members as { name: unknown }[]).every(({ name }) => name !== null);
  if (type === "AssemblyAssignment") return node.expression !== null;
  if (type === "TryStatement") return (node.catchClauses as unknown[]).length > 0;
  return type !== "IndexAccess" || node.index !== null;
}

const ASSEMBLY_FUNCTIONS = new Set(["byte", "return"]);

/**
 * Whether all names are valid, all parameters have a type and only keywords that are allowed for them, and a function's
 * body is a block.
 */
function isValid(node: Record<string, unknown>): boolean {
  const { type, name, memberName, namePath, libraryName, functionName } = node;
  if (type === "AssemblyCall") return ASSEMBLY_FUNCTIONS.has(String(functionName)) || isName(functionName);
  if (type === "ElementaryTypeName" || type === "PragmaDirective" || String(type).startsWith("Assembly"))
    return true;
  if (type === "ModifierInvocation") return typeof name === "string" && isName(name) && !name.includes(".");
  if (type === "FunctionDefinition" && node.body !== null && (node.body as BaseASTNode).type !== "Block")
    return false;
  // Two keywords are also names of functions: payable(a) and type(A).
  const isKeyword = type === "Identifier" && (name === "payable" || name === "type");
  if (!((isKeyword || isName(name)) && isName(memberName) && isName(namePath) && isName(libraryName)))
    return false;
  return listParameters(node).every(
    ({ typeName, storageLocation, isIndexed }) =>
      typeName !== null && (type === "EventDefinition" ? storageLocation === null : !isIndexed),
  );
}

/**
 * Whether the text is a valid name. True for anything other than text, because most nodes lack some of the names that
 * `isValid` checks.
 */
const isName = (text: unknown): boolean => {
  if (typeof text !== "string") return true;
  return text.includes(".") ? text.split(".").every(isName) : !NOT_A_NAME.test(text);
};

interface Parameter {
  readonly typeName?: unknown;
  readonly storageLocation?: unknown;
  readonly isIndexed?: unknown;
}

const NO_PARAMETERS: readonly Parameter[] = [];

function listParameters({ parameters, returnParameters }: Record<string, unknown>): readonly Parameter[] {
  // Most nodes have none.
  if (!parameters && !returnParameters) return NO_PARAMETERS;
  return [parameters, returnParameters]
    .flat()
    .filter((parameter) => typeof parameter === "object" && parameter !== null) as Parameter[];
}

/**
 * Turns `revert("reason")` into a call, because only `revert Reason()` is a statement of its own. Returns false for
 * anything other than these two, such as `revert()[0]`.
 */
function alignRevert(node: Record<string, unknown>): boolean {
  const call = node.revertCall as BaseASTNode & { components?: unknown[]; expression?: BaseASTNode };
  if (call.type !== "TupleExpression")
    return (
      call.type === "FunctionCall" && ["Identifier", "MemberAccess"].includes(call.expression?.type ?? "")
    );
  if (call.components?.includes(null)) return false;
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
  return true;
}

/** Turns names in assembly into calls without arguments, as @solidity-parser/parser represents them. */
function alignAssembly(node: Record<string, unknown>): void {
  const align = (value: unknown): unknown => {
    const { type, name, range } = (value ?? {}) as { type?: unknown; name?: unknown; range?: unknown };
    return type === "Identifier" ? { type: "AssemblyCall", functionName: name, arguments: [], range } : value;
  };
  if (node.type === "AssemblyCall") node.arguments = (node.arguments as unknown[]).map(align);
  if (node.type === "AssemblyMemberAccess") return;
  for (const key of ["expression", "condition"]) if (key in node) node[key] = align(node[key]);
}
