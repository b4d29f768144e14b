import { parseCallArguments, parseExpression } from "./parse-expression.ts";
import { parseBlock } from "./parse-statement.ts";
import { parseParameters, parsePath, parseType, parseVariable } from "./parse-type.ts";
import { isName, type TokenCursor } from "./token-cursor.ts";
import type {
  Expression,
  FunctionDefinition,
  Member,
  ModifierInvocation,
  StateVariableDeclaration,
  VariableDeclaration,
  Visibility,
} from "./tree.ts";

/** One member of a contract. */
export function parseMember(cursor: TokenCursor, isInInterface = false): Member {
  cursor.beginLinks();
  const { start, text } = cursor.peek();
  const next = cursor.peek(1);
  if (text === "function" && !isFunctionType(cursor)) return parseFunction(cursor, isInInterface);
  if ((text === "constructor" || text === "receive" || text === "fallback") && next.text === "(")
    return parseFunction(cursor, isInInterface);
  if (text === "modifier") return parseModifier(cursor);
  if (text === "using") return parseUsing(cursor);
  if (text === "struct") {
    cursor.take();
    const name = cursor.expectName("the name of the struct").text;
    cursor.expect("{", "after the name of the struct");
    const members: VariableDeclaration[] = [];
    while (!cursor.takeIf("}")) {
      members.push(parseVariable(cursor, parseExpression));
      cursor.expect(";", "after a member of a struct");
    }
    return { type: "StructDefinition", name, members, start, end: cursor.lastEnd };
  }
  if (text === "enum") {
    cursor.take();
    const name = cursor.expectName("the name of the enum").text;
    cursor.expect("{", "after the name of the enum");
    const members = [];
    while (!cursor.sees("}")) {
      const value = cursor.expectName("the name of a value");
      members.push({ type: "EnumValue", name: value.text, start: value.start, end: value.end } as const);
      if (!cursor.takeIf(",")) break;
    }
    cursor.expect("}", "after the values of the enum");
    return { type: "EnumDefinition", name, members, start, end: cursor.lastEnd };
  }
  if (text === "event" || (text === "error" && isName(next) && cursor.sees("(", 2))) {
    cursor.take();
    const name = cursor.expectName(`the name of the ${text}`).text;
    const parameters = parseParameters(cursor, parseExpression);
    if (text === "event") cursor.takeIf("anonymous");
    cursor.expect(";", `after the ${text}`);
    const type = text === "event" ? "EventDefinition" : "CustomErrorDefinition";
    return { type, name, parameters, start, end: cursor.lastEnd };
  }
  if (text === "type" && isName(next) && cursor.sees("is", 2)) {
    cursor.take();
    const name = cursor.take().text;
    cursor.take();
    const definition = parseType(cursor, parseExpression);
    cursor.expect(";", "after a type");
    return { type: "TypeDefinition", name, definition, start, end: cursor.lastEnd };
  }
  return parseStateVariable(cursor);
}

/** A state variable may be of a function's type: `function(uint) internal pure f;`. */
function isFunctionType(cursor: TokenCursor): boolean {
  if (!cursor.sees("(", 1)) return false;
  const { partner } = cursor.peek(1);
  if (partner === -1) return false;
  let at = partner + 1;
  while (
    ["internal", "external", "pure", "view", "constant", "payable", "public"].includes(cursor.at(at).text)
  )
    at += 1;
  if (cursor.at(at).text === "returns" && cursor.at(at + 1).partner !== -1)
    at = cursor.at(at + 1).partner + 1;
  while (["public", "private", "internal"].includes(cursor.at(at).text)) at += 1;
  const next = cursor.at(at + 1).text;
  return isName(cursor.at(at)) && (next === ";" || next === "=");
}

const VISIBILITIES = new Set(["public", "private", "internal", "external"]);
const MUTABILITIES = new Set(["pure", "view", "constant", "payable"]);

function parseFunction(cursor: TokenCursor, isInInterface: boolean): FunctionDefinition {
  const first = cursor.take();
  const isPlain = first.text === "function";
  const isNamed = isPlain && !cursor.sees("(");
  // `fallback` and `receive` are names in old versions.
  const name = isNamed ? cursor.take().text : isPlain ? "" : null;
  const parameters = parseParameters(cursor, parseExpression);
  const modifiers: ModifierInvocation[] = [];
  let visibility: Visibility = "default";
  let stateMutability: FunctionDefinition["stateMutability"] = null;
  let returnParameters: VariableDeclaration[] | null = null;
  let isVirtual = false;
  while (!cursor.sees("{") && !cursor.sees(";")) {
    const { text } = cursor.peek();
    if (VISIBILITIES.has(text)) visibility = cursor.take().text as Visibility;
    else if (MUTABILITIES.has(text))
      stateMutability = cursor.take().text as FunctionDefinition["stateMutability"];
    else if (cursor.takeIf("virtual")) isVirtual = true;
    else if (cursor.sees("override")) parseOverride(cursor);
    else if (cursor.takeIf("returns")) returnParameters = parseParameters(cursor, parseExpression);
    else modifiers.push(parseInvocation(cursor));
  }
  const body = cursor.sees("{") ? parseBlock(cursor) : null;
  if (body === null) cursor.expect(";", "after the head of a function");
  const isConstructor = first.text === "constructor";
  const isReceiveEther = first.text === "receive";
  const isFallback = first.text === "fallback" || name === "";
  return {
    type: "FunctionDefinition",
    name,
    parameters,
    returnParameters,
    modifiers,
    stateMutability,
    visibility: isInInterface && visibility === "default" ? "external" : visibility,
    isConstructor,
    isReceiveEther,
    isFallback,
    isVirtual,
    body,
    start: first.start,
    end: cursor.lastEnd,
  };
}

function parseOverride(cursor: TokenCursor): void {
  cursor.take();
  if (!cursor.takeIf("(")) return;
  do parsePath(cursor, "the name of a contract");
  while (cursor.takeIf(","));
  cursor.expect(")", "after override");
}

function parseInvocation(cursor: TokenCursor): ModifierInvocation {
  const path = parsePath(cursor, 'a modifier, "{" or ";"');
  const values: readonly Expression[] | null = cursor.sees("(") ? parseCallArguments(cursor) : null;
  return {
    type: "ModifierInvocation",
    name: path.namePath,
    arguments: values,
    start: path.start,
    end: cursor.lastEnd,
  };
}

function parseModifier(cursor: TokenCursor): Member {
  const { start } = cursor.take();
  const name = cursor.expectName("the name of the modifier").text;
  const parameters = cursor.sees("(") ? parseParameters(cursor, parseExpression) : null;
  while (cursor.sees("virtual") || cursor.sees("override")) {
    if (!cursor.takeIf("virtual")) parseOverride(cursor);
  }
  const body = cursor.takeIf(";") ? null : parseBlock(cursor);
  return { type: "ModifierDefinition", name, parameters, body, start, end: cursor.lastEnd };
}

function parseUsing(cursor: TokenCursor): Member {
  const { start } = cursor.take();
  const functions: string[] = [];
  let libraryName: string | null = null;
  if (cursor.takeIf("{")) {
    do {
      functions.push(parsePath(cursor, "the name of a function").namePath);
      if (cursor.takeIf("as")) cursor.take();
    } while (cursor.takeIf(","));
    cursor.expect("}", "after the functions");
  } else libraryName = parsePath(cursor, "the name of a library").namePath;
  cursor.expect("for", "after what is used");
  const typeName = cursor.takeIf("*") ? null : parseType(cursor, parseExpression);
  cursor.takeIf("global");
  cursor.expect(";", "after using … for");
  return { type: "UsingForDeclaration", libraryName, functions, typeName, start, end: cursor.lastEnd };
}

export function parseStateVariable(cursor: TokenCursor): StateVariableDeclaration {
  const { start } = cursor.peek();
  const typeName = parseType(cursor, parseExpression);
  let visibility: Visibility = "default";
  const words = new Set<string>();
  while (!isName(cursor.peek()) || isAttribute(cursor)) {
    const { text } = cursor.peek();
    if (cursor.sees("override")) parseOverride(cursor);
    else if (VISIBILITIES.has(text)) visibility = cursor.take().text as Visibility;
    else if (["constant", "immutable", "transient"].includes(text)) words.add(cursor.take().text);
    else cursor.fail("the name of a variable");
  }
  const nameStart = cursor.peek().start;
  const name = cursor.take().text;
  const initialValue = cursor.takeIf("=") ? parseExpression(cursor) : null;
  cursor.expect(";", "after a variable");
  const variable: VariableDeclaration = {
    type: "VariableDeclaration",
    typeName,
    name,
    storageLocation: null,
    isStateVar: true,
    isIndexed: false,
    visibility,
    isDeclaredConst: words.has("constant"),
    isImmutable: words.has("immutable"),
    isTransient: words.has("transient"),
    nameStart,
    start,
    end: cursor.lastEnd,
  };
  return {
    type: "StateVariableDeclaration",
    variables: [variable],
    initialValue,
    start,
    end: cursor.lastEnd,
  };
}

/** Words that are attributes before a name, and names elsewhere. */
function isAttribute(cursor: TokenCursor): boolean {
  const { text } = cursor.peek();
  if (!["override", "immutable", "transient"].includes(text)) return false;
  const next = cursor.peek(1).text;
  return next !== ";" && next !== "=";
}
