import { parseContract } from "./parse-contract.ts";
import { parseMember, parseStateVariable } from "./parse-member.ts";
import { readTokens, type Token } from "./read-tokens.ts";
import { isName, TokenCursor, UnreadableSource } from "./token-cursor.ts";
import type { SourceUnit, TopLevel } from "./tree.ts";

export type ParseResult =
  | { readonly kind: "read"; readonly unit: SourceUnit; readonly passedOver: readonly Passage[] }
  /** Nothing in the text begins as Solidity does. */
  | { readonly kind: "not-solidity" }
  | { readonly kind: "unreadable"; readonly message: string; readonly offset: number };

/** Prose between contracts, by its offsets. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

const MEMBERS = new Set([
  "function",
  "modifier",
  "struct",
  "enum",
  "event",
  "error",
  "using",
  "type",
  "constructor",
  "mapping",
]);

/** Reads a source with prose before, between and after its contracts. Linear in its length; never throws for what it reads. */
export function parseSolidity(source: string): ParseResult {
  const cursor = new TokenCursor(source, readTokens(source));
  const children: TopLevel[] = [];
  const passedOver: Passage[] = [];
  try {
    while (cursor.peek().kind !== "end") {
      if (beginsItem(cursor)) children.push(parseTopLevel(cursor));
      else if (children.length > 0 && cursor.peek().kind === "sign") {
        if (!cursor.takeIf(";")) cursor.fail("a contract, a function or the end of the text");
      } else passedOver.push(passOver(cursor));
    }
  } catch (error) {
    if (error instanceof UnreadableSource)
      return { kind: "unreadable", message: error.message, offset: error.offset };
    throw error;
  }
  if (!children.some((child) => child.type !== "PragmaDirective" && child.type !== "ImportDirective")) {
    if (children.length === 0) return { kind: "not-solidity" };
  }
  return {
    kind: "read",
    unit: { type: "SourceUnit", children, start: 0, end: source.length },
    passedOver,
  };
}

function passOver(cursor: TokenCursor): Passage {
  const { start } = cursor.peek();
  do cursor.index += 1;
  while (cursor.peek().kind !== "end" && !(cursor.peek().opensLine && beginsItem(cursor)));
  return { start, end: cursor.lastEnd };
}

/** Whether Solidity begins at this token, judged so that a sentence of prose does not pass for it. */
function beginsItem(cursor: TokenCursor): boolean {
  const first = cursor.peek();
  if (first.kind !== "word") return false;
  const second = cursor.peek(1);
  const third = cursor.peek(2);
  switch (first.text) {
    case "pragma":
      return ["solidity", "experimental", "abicoder"].includes(second.text);
    case "import":
      return second.kind === "string" || second.text === "{" || second.text === "*" || third.text === "from";
    case "abstract":
      return second.text === "contract";
    case "contract":
    case "interface":
    case "library":
      return isName(second) && (third.text === "{" || third.text === "is" || third.text === "layout");
    case "constructor":
    case "mapping":
      return second.text === "(";
    case "using":
      return second.text === "{" || (isName(second) && [".", "for"].includes(third.text));
    case "function":
      return second.text === "(" || third.text === "(";
    case "modifier":
    case "struct":
    case "enum":
      return second.kind === "word" && (third.text === "{" || third.text === "(");
    case "event":
    case "error":
      return isName(second) && third.text === "(";
    case "type":
      return isName(second) && third.text === "is";
    default:
      return isConstant(first, second, third);
  }
}

const isConstant = (first: Token, second: Token, third: Token): boolean =>
  first.kind === "word" && (second.text === "constant" || second.text === "public") && isName(third);

function parseTopLevel(cursor: TokenCursor): TopLevel {
  const { text } = cursor.peek();
  if (text === "pragma") return parsePragma(cursor);
  if (text === "import") return parseImport(cursor);
  if (["abstract", "contract", "interface", "library"].includes(text)) return parseContract(cursor);
  if (MEMBERS.has(text)) return parseMember(cursor);
  const declared = parseStateVariable(cursor);
  const [variable] = declared.variables;
  if (variable.typeName === null || !variable.isDeclaredConst) return declared;
  return {
    type: "FileLevelConstant",
    typeName: variable.typeName,
    name: variable.name ?? "",
    initialValue: declared.initialValue,
    start: declared.start,
    end: declared.end,
  };
}

function parsePragma(cursor: TokenCursor): TopLevel {
  const { start } = cursor.take();
  const name = cursor.take().text;
  const from = cursor.peek().start;
  while (!cursor.sees(";")) {
    if (cursor.peek().kind === "end" || cursor.peek().opensLine) cursor.fail('";" after a pragma');
    cursor.take();
  }
  const value = cursor.source.slice(from, cursor.lastEnd).trim();
  cursor.take();
  return { type: "PragmaDirective", name, value, start, end: cursor.lastEnd };
}

function parseImport(cursor: TokenCursor): TopLevel {
  const { start } = cursor.take();
  let path = "";
  while (!cursor.sees(";")) {
    const token = cursor.peek();
    if (token.kind === "end") cursor.fail('";" after an import');
    if (token.kind === "string") path = token.text.slice(1, -1);
    cursor.take();
  }
  cursor.take();
  return { type: "ImportDirective", path, start, end: cursor.lastEnd };
}
