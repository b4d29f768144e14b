import {
  ASSIGNMENT,
  BINDING,
  CONDITION,
  isAssignment,
  NOT_EXPRESSIONS,
  PREFIX,
  PREFIXES,
} from "./operators.ts";
import { parseNumber, parseString } from "./parse-literal.ts";
import { parseType } from "./parse-type.ts";
import { isElementaryType, type TokenCursor, UnreadableSource } from "./token-cursor.ts";
import type { Expression, NameValueList } from "./tree.ts";

/** One expression; `loosest` says which operators still belong to it. */
export function parseExpression(cursor: TokenCursor, loosest = ASSIGNMENT): Expression {
  return cursor.deeper(() => {
    let left = parsePrefix(cursor);
    for (;;) {
      cursor.countLink();
      const { text: operator, kind } = cursor.peek();
      if (kind !== "sign") return left;
      if (isAssignment(operator)) {
        if (loosest > ASSIGNMENT) return left;
        cursor.take();
        const right = parseExpression(cursor, ASSIGNMENT);
        left = { type: "BinaryOperation", operator, left, right, start: left.start, end: right.end };
      } else if (operator === "?") {
        if (loosest > CONDITION) return left;
        cursor.take();
        const trueExpression = parseExpression(cursor);
        cursor.expect(":", "in a condition");
        const falseExpression = parseExpression(cursor, CONDITION);
        left = {
          type: "Conditional",
          condition: left,
          trueExpression,
          falseExpression,
          start: left.start,
          end: falseExpression.end,
        };
      } else {
        const binding = BINDING[operator];
        if (binding === undefined || binding < loosest) return left;
        cursor.take();
        const right = parseExpression(cursor, operator === "**" ? binding : binding + 1);
        left = { type: "BinaryOperation", operator, left, right, start: left.start, end: right.end };
      }
    }
  });
}

function parsePrefix(cursor: TokenCursor): Expression {
  const token = cursor.peek();
  if (!PREFIXES.has(token.text) || token.kind === "string") return parsePostfix(cursor);
  cursor.take();
  const subExpression = parseExpression(cursor, PREFIX);
  return {
    type: "UnaryOperation",
    operator: token.text,
    isPrefix: true,
    subExpression,
    start: token.start,
    end: subExpression.end,
  };
}

function parsePostfix(cursor: TokenCursor): Expression {
  let expression = parsePrimary(cursor);
  for (;;) {
    cursor.countLink();
    const { start } = expression;
    if (cursor.sees(".")) {
      cursor.take();
      const member = cursor.take();
      if (member.kind !== "word")
        throw new UnreadableSource("a name is missing after the point", member.start);
      expression = { type: "MemberAccess", expression, memberName: member.text, start, end: cursor.lastEnd };
    } else if (cursor.sees("[")) {
      expression = parseIndex(cursor, expression);
    } else if (cursor.sees("(")) {
      const call = parseArguments(cursor);
      expression = { type: "FunctionCall", expression, ...call, start, end: cursor.lastEnd };
    } else if (cursor.sees("{") && cursor.peek(1).kind === "word" && cursor.sees(":", 2)) {
      const list = parseNamedValues(cursor);
      expression = { type: "NameValueExpression", expression, arguments: list, start, end: list.end };
    } else if (cursor.sees("++") || cursor.sees("--")) {
      const operator = cursor.take().text;
      expression = {
        type: "UnaryOperation",
        operator,
        isPrefix: false,
        subExpression: expression,
        start,
        end: cursor.lastEnd,
      };
    } else return expression;
  }
}

function parseIndex(cursor: TokenCursor, base: Expression): Expression {
  const { start } = base;
  cursor.take();
  if (cursor.takeIf("]")) {
    // `T[]` as an argument: abi.decode(data, (uint[])).
    return { type: "ArrayTypeName", baseTypeName: asType(base), length: null, start, end: cursor.lastEnd };
  }
  const first = cursor.sees(":") ? null : parseExpression(cursor);
  if (cursor.takeIf(":")) {
    const last = cursor.sees("]") ? null : parseExpression(cursor);
    cursor.expect("]", "after a range");
    return { type: "IndexRangeAccess", base, indexStart: first, indexEnd: last, start, end: cursor.lastEnd };
  }
  if (first === null) cursor.fail("an index");
  cursor.expect("]", "after an index");
  return { type: "IndexAccess", base, index: first, start, end: cursor.lastEnd };
}

function asType(base: Expression) {
  const { start, end } = base;
  if (base.type === "ElementaryTypeName" || base.type === "ArrayTypeName") return base;
  if (base.type === "Identifier")
    return { type: "UserDefinedTypeName", namePath: base.name, start, end } as const;
  if (base.type === "MemberAccess" && base.expression.type === "Identifier")
    return {
      type: "UserDefinedTypeName",
      namePath: `${base.expression.name}.${base.memberName}`,
      start,
      end,
    } as const;
  throw new UnreadableSource("an index is missing between the brackets", end);
}

/** `(a, b)` or `({x: a, y: b})`. */
function parseArguments(cursor: TokenCursor): { arguments: Expression[]; names: readonly string[] } {
  cursor.expect("(", "before the arguments");
  if (cursor.sees("{")) {
    const list = parseNamedValues(cursor);
    cursor.expect(")", "after the arguments");
    return { arguments: [...list.arguments], names: list.names };
  }
  const values: Expression[] = [];
  if (cursor.takeIf(")")) return { arguments: values, names: [] };
  do values.push(parseExpression(cursor));
  while (cursor.takeIf(","));
  cursor.expect(")", "after the arguments");
  return { arguments: values, names: [] };
}

export function parseCallArguments(cursor: TokenCursor): Expression[] {
  return parseArguments(cursor).arguments;
}

function parseNamedValues(cursor: TokenCursor): NameValueList {
  const { start } = cursor.expect("{", "before the named values");
  const names: string[] = [];
  const values: Expression[] = [];
  while (!cursor.sees("}")) {
    names.push(cursor.take().text);
    cursor.expect(":", "after the name of a value");
    values.push(parseExpression(cursor));
    if (!cursor.takeIf(",")) break;
  }
  cursor.expect("}", "after the named values");
  return { type: "NameValueList", names, arguments: values, start, end: cursor.lastEnd };
}

function parsePrimary(cursor: TokenCursor): Expression {
  const token = cursor.peek();
  const { start, text } = token;
  if (token.kind === "number") return parseNumber(cursor);
  if (token.kind === "string") return parseString(cursor);
  if (text === "(" || text === "[") return parseTuple(cursor, text === "[");
  if (token.kind !== "word") cursor.fail("an expression");
  if (text === "new") {
    cursor.take();
    const typeName = parseType(cursor, parseExpression);
    return { type: "NewExpression", typeName, start, end: cursor.lastEnd };
  }
  if ((text === "hex" || text === "unicode") && cursor.peek(1).kind === "string") {
    cursor.take();
    const literal = parseString(cursor);
    return text === "hex" ? { ...literal, type: "HexLiteral", start } : { ...literal, start };
  }
  if (text === "true" || text === "false") {
    cursor.take();
    return { type: "BooleanLiteral", value: text === "true", start, end: cursor.lastEnd };
  }
  if (text === "mapping" || text === "function") return parseType(cursor, parseExpression);
  // The conversions address(x) and payable(x) are calls of a name, as in the tree of @solidity-parser/parser.
  if (isElementaryType(text) && !(text === "address" && cursor.sees("(", 1))) {
    cursor.take();
    const isPayable = text === "address" && cursor.takeIf("payable");
    return {
      type: "ElementaryTypeName",
      name: text,
      stateMutability: isPayable ? "payable" : null,
      start,
      end: cursor.lastEnd,
    };
  }
  if (NOT_EXPRESSIONS.has(text)) cursor.fail("an expression");
  cursor.take();
  return { type: "Identifier", name: text, start, end: cursor.lastEnd };
}

function parseTuple(cursor: TokenCursor, isArray: boolean): Expression {
  const { start } = cursor.take();
  const closing = isArray ? "]" : ")";
  const components: (Expression | null)[] = [];
  if (!cursor.takeIf(closing)) {
    do components.push(cursor.sees(",") || cursor.sees(closing) ? null : parseExpression(cursor));
    while (cursor.takeIf(","));
    cursor.expect(closing, "after an expression");
  }
  return { type: "TupleExpression", components, isArray, start, end: cursor.lastEnd };
}
