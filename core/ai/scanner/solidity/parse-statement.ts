import { parseAssembly } from "./parse-assembly.ts";
import { parseExpression } from "./parse-expression.ts";
import { isLocation, parseParameters, parseVariable } from "./parse-type.ts";
import { isElementaryType, isName, type TokenCursor } from "./token-cursor.ts";
import type {
  Block,
  CatchClause,
  Expression,
  ExpressionStatement,
  FunctionCall,
  Statement,
  VariableDeclaration,
  VariableDeclarationStatement,
} from "./tree.ts";

export function parseBlock(cursor: TokenCursor): Block {
  return cursor.deeper(() => {
    const { start } = cursor.expect("{", "before a block");
    const statements: Statement[] = [];
    while (!cursor.sees("}")) {
      if (cursor.peek().kind === "end") cursor.fail('a "}" that closes the block');
      statements.push(parseStatement(cursor));
    }
    cursor.take();
    return { type: "Block", statements, start, end: cursor.lastEnd };
  });
}

function parseStatement(cursor: TokenCursor): Statement {
  return cursor.deeper(() => {
    cursor.beginLinks();
    const { start, text, kind } = cursor.peek();
    if (text === "{" && kind === "sign") return parseBlock(cursor);
    const read = kind === "word" ? STATEMENTS[text] : undefined;
    if (read !== undefined && Object.hasOwn(STATEMENTS, text)) return read(cursor, start);
    if (text === "unchecked" && cursor.sees("{", 1)) {
      cursor.take();
      const block = parseBlock(cursor);
      return { type: "UncheckedStatement", block, start, end: cursor.lastEnd };
    }
    // Before 0.8.4 these words were free for names.
    if (text === "emit" && cursor.peek(1).kind === "word") {
      cursor.take();
      const eventCall = parseCall(cursor, "an event");
      cursor.expect(";", "after an event");
      return { type: "EmitStatement", eventCall, start, end: cursor.lastEnd };
    }
    if (text === "revert" && cursor.peek(1).kind === "word") {
      cursor.take();
      const revertCall = parseCall(cursor, "an error");
      cursor.expect(";", "after an error");
      return { type: "RevertStatement", revertCall, start, end: cursor.lastEnd };
    }
    return parseSimpleStatement(cursor);
  });
}

function parseCall(cursor: TokenCursor, what: string): FunctionCall {
  const call = parseExpression(cursor);
  if (call.type !== "FunctionCall") cursor.fail(`the arguments of ${what}`);
  return call;
}

const STATEMENTS: Readonly<Record<string, (cursor: TokenCursor, start: number) => Statement>> = {
  if(cursor, start) {
    cursor.take();
    const condition = parseCondition(cursor);
    const trueBody = parseStatement(cursor);
    const falseBody = cursor.takeIf("else") ? parseStatement(cursor) : null;
    return { type: "IfStatement", condition, trueBody, falseBody, start, end: cursor.lastEnd };
  },
  while(cursor, start) {
    cursor.take();
    const condition = parseCondition(cursor);
    const body = parseStatement(cursor);
    return { type: "WhileStatement", condition, body, start, end: cursor.lastEnd };
  },
  do(cursor, start) {
    cursor.take();
    const body = parseStatement(cursor);
    cursor.expect("while", "after the body of do");
    const condition = parseCondition(cursor);
    cursor.expect(";", "after do … while");
    return { type: "DoWhileStatement", condition, body, start, end: cursor.lastEnd };
  },
  for(cursor, start) {
    cursor.take();
    cursor.expect("(", "after for");
    const initExpression = cursor.takeIf(";") ? null : parseSimpleStatement(cursor);
    const conditionExpression = cursor.sees(";") ? null : parseExpression(cursor);
    cursor.expect(";", "after the condition of for");
    const at = cursor.peek().start;
    const step = cursor.sees(")") ? null : parseExpression(cursor);
    const loopExpression: ExpressionStatement = {
      type: "ExpressionStatement",
      expression: step,
      start: at,
      end: cursor.lastEnd,
    };
    cursor.expect(")", "after the head of for");
    const body = parseStatement(cursor);
    return {
      type: "ForStatement",
      initExpression,
      conditionExpression,
      loopExpression,
      body,
      start,
      end: cursor.lastEnd,
    };
  },
  try(cursor, start) {
    cursor.take();
    const expression = parseExpression(cursor);
    const returnParameters = cursor.takeIf("returns") ? parseParameters(cursor, parseExpression) : null;
    const body = parseBlock(cursor);
    const catchClauses: CatchClause[] = [];
    while (cursor.sees("catch")) catchClauses.push(parseCatch(cursor));
    return {
      type: "TryStatement",
      expression,
      returnParameters,
      body,
      catchClauses,
      start,
      end: cursor.lastEnd,
    };
  },
  assembly: (cursor) => parseAssembly(cursor),
  return(cursor, start) {
    cursor.take();
    const expression = cursor.sees(";") ? null : parseExpression(cursor);
    cursor.expect(";", "after return");
    return { type: "ReturnStatement", expression, start, end: cursor.lastEnd };
  },
  break: (cursor, start) => parseWord(cursor, start, "BreakStatement"),
  continue: (cursor, start) => parseWord(cursor, start, "ContinueStatement"),
  throw: (cursor, start) => parseWord(cursor, start, "ThrowStatement"),
};

function parseWord(
  cursor: TokenCursor,
  start: number,
  type: "BreakStatement" | "ContinueStatement" | "ThrowStatement",
): Statement {
  const word = cursor.take().text;
  cursor.expect(";", `after ${word}`);
  return { type, start, end: cursor.lastEnd };
}

function parseCondition(cursor: TokenCursor): Expression {
  cursor.expect("(", "before a condition");
  const condition = parseExpression(cursor);
  cursor.expect(")", "after a condition");
  return condition;
}

function parseCatch(cursor: TokenCursor): CatchClause {
  const { start } = cursor.take();
  const kind = isName(cursor.peek()) ? cursor.take().text : null;
  const parameters = cursor.sees("(") ? parseParameters(cursor, parseExpression) : null;
  const body = parseBlock(cursor);
  return { type: "CatchClause", kind, parameters, body, start, end: cursor.lastEnd };
}

function parseSimpleStatement(cursor: TokenCursor): VariableDeclarationStatement | ExpressionStatement {
  const { start } = cursor.peek();
  const variables = parseDeclared(cursor);
  if (variables !== null) {
    const initialValue = cursor.takeIf("=") ? parseExpression(cursor) : null;
    cursor.expect(";", "after a declaration");
    return { type: "VariableDeclarationStatement", variables, initialValue, start, end: cursor.lastEnd };
  }
  const expression = parseExpression(cursor);
  cursor.expect(";", "after a statement");
  return { type: "ExpressionStatement", expression, start, end: cursor.lastEnd };
}

/** What a statement declares; null where it is an expression. */
function parseDeclared(cursor: TokenCursor): (VariableDeclaration | null)[] | null {
  if (cursor.sees("var") && cursor.sees("(", 1)) {
    cursor.take();
    return parseTupleOf(cursor, parseUntyped);
  }
  if (cursor.sees("(")) {
    let first = cursor.index + 1;
    while (cursor.at(first).text === ",") first += 1;
    return declarationBegins(cursor, first)
      ? parseTupleOf(cursor, () => parseVariable(cursor, parseExpression))
      : null;
  }
  return declarationBegins(cursor, cursor.index) ? [parseVariable(cursor, parseExpression)] : null;
}

function parseTupleOf(cursor: TokenCursor, read: (cursor: TokenCursor) => VariableDeclaration) {
  cursor.take();
  const variables: (VariableDeclaration | null)[] = [];
  do variables.push(cursor.sees(",") || cursor.sees(")") ? null : read(cursor));
  while (cursor.takeIf(","));
  cursor.expect(")", "after the declared variables");
  return variables;
}

function parseUntyped(cursor: TokenCursor): VariableDeclaration {
  const { text, start, end } = cursor.expectName("the name of a variable");
  return {
    type: "VariableDeclaration",
    typeName: null,
    name: text,
    storageLocation: null,
    isStateVar: false,
    isIndexed: false,
    nameStart: start,
    start,
    end,
  };
}

/** Whether a type and a name follow one another from this token on; looks ahead without reading. */
function declarationBegins(cursor: TokenCursor, from: number): boolean {
  let at = from;
  const first = cursor.at(at);
  if (first.kind !== "word") return false;
  if (first.text === "mapping") return true;
  if (first.text === "function") return true;
  if (isElementaryType(first.text)) {
    at += 1;
    if (cursor.at(at).text === "payable") at += 1;
  } else if (isName(first)) {
    at += 1;
    while (cursor.at(at).text === "." && cursor.at(at + 1).kind === "word") at += 2;
  } else return false;
  while (cursor.at(at).text === "[") {
    const { partner } = cursor.at(at);
    if (partner === -1) return false;
    at = partner + 1;
  }
  const next = cursor.at(at);
  return isLocation(next.text) || isName(next);
}
