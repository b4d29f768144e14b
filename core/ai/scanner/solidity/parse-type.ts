import { isElementaryType, isName, type TokenCursor } from "./token-cursor.ts";
import type { Expression, TypeName, UserDefinedTypeName, VariableDeclaration } from "./tree.ts";

/** Reads an array type's length; handed in, because expressions hold types as well. */
export type ReadExpression = (cursor: TokenCursor) => Expression;

const LOCATIONS = new Set(["memory", "storage", "calldata"]);

export const isLocation = (text: string): boolean => LOCATIONS.has(text);

/** `A.B.C`. */
export function parsePath(cursor: TokenCursor, what: string): UserDefinedTypeName {
  const first = cursor.expectName(what);
  let namePath = first.text;
  while (cursor.sees(".")) {
    cursor.take();
    namePath += `.${cursor.take().text}`;
  }
  return { type: "UserDefinedTypeName", namePath, start: first.start, end: cursor.lastEnd };
}

export function parseType(cursor: TokenCursor, readExpression: ReadExpression): TypeName {
  return cursor.deeper(() => {
    let type = parsePlainType(cursor, readExpression);
    while (cursor.sees("[")) {
      cursor.take();
      const length = cursor.sees("]") ? null : readExpression(cursor);
      cursor.expect("]", "after the length of an array");
      type = { type: "ArrayTypeName", baseTypeName: type, length, start: type.start, end: cursor.lastEnd };
    }
    return type;
  });
}

function parsePlainType(cursor: TokenCursor, readExpression: ReadExpression): TypeName {
  const first = cursor.peek();
  const { start } = first;
  if (first.kind === "word" && isElementaryType(first.text)) {
    cursor.take();
    const isPayable = first.text === "address" && cursor.takeIf("payable");
    return {
      type: "ElementaryTypeName",
      name: first.text,
      stateMutability: isPayable ? "payable" : null,
      start,
      end: cursor.lastEnd,
    };
  }
  if (cursor.sees("mapping")) {
    cursor.take();
    cursor.expect("(", "after mapping");
    const keyType = parseType(cursor, readExpression);
    if (isName(cursor.peek())) cursor.take();
    cursor.expect("=>", "between the key and the value of a mapping");
    const valueType = parseType(cursor, readExpression);
    if (isName(cursor.peek())) cursor.take();
    cursor.expect(")", "after the types of a mapping");
    return { type: "Mapping", keyType, valueType, start, end: cursor.lastEnd };
  }
  if (cursor.sees("function")) {
    cursor.take();
    const parameterTypes = parseParameters(cursor, readExpression);
    while (
      ["internal", "external", "public", "private", "pure", "view", "constant", "payable"].includes(
        cursor.peek().text,
      )
    )
      cursor.take();
    const returnTypes = cursor.takeIf("returns") ? parseParameters(cursor, readExpression) : [];
    return { type: "FunctionTypeName", parameterTypes, returnTypes, start, end: cursor.lastEnd };
  }
  return parsePath(cursor, "a type");
}

/** `(uint a, string memory b)`, of functions, events, errors and what they return. */
export function parseParameters(cursor: TokenCursor, readExpression: ReadExpression): VariableDeclaration[] {
  cursor.expect("(", "before the parameters");
  const parameters: VariableDeclaration[] = [];
  if (cursor.takeIf(")")) return parameters;
  do parameters.push(parseVariable(cursor, readExpression));
  while (cursor.takeIf(","));
  cursor.expect(")", "after the parameters");
  return parameters;
}

/** A type, perhaps its place, perhaps a name. */
export function parseVariable(cursor: TokenCursor, readExpression: ReadExpression): VariableDeclaration {
  const { start } = cursor.peek();
  const typeName = parseType(cursor, readExpression);
  let storageLocation: string | null = null;
  let isIndexed = false;
  while (isLocation(cursor.peek().text) || cursor.sees("indexed")) {
    const word = cursor.take().text;
    if (word === "indexed") isIndexed = true;
    else storageLocation = word;
  }
  const nameStart = cursor.peek().start;
  const name = isName(cursor.peek()) ? cursor.take().text : null;
  return {
    type: "VariableDeclaration",
    typeName,
    name,
    storageLocation,
    isStateVar: false,
    isIndexed,
    nameStart,
    start,
    end: cursor.lastEnd,
  };
}
