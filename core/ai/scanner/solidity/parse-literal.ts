import { UNITS } from "./operators.ts";
import type { TokenCursor } from "./token-cursor.ts";
import type { Expression } from "./tree.ts";

/** A number, perhaps with its unit. */
export function parseNumber(cursor: TokenCursor): Expression {
  const token = cursor.take();
  const unit = UNITS.has(cursor.peek().text) ? cursor.take().text : null;
  return {
    type: "NumberLiteral",
    number: token.text,
    subdenomination: unit,
    start: token.start,
    end: cursor.lastEnd,
  };
}

/** Texts that follow one another are one. */
export function parseString(cursor: TokenCursor) {
  const { start } = cursor.peek();
  let value = "";
  while (cursor.peek().kind === "string") value += cursor.take().text.slice(1, -1);
  return { type: "StringLiteral", value, start, end: cursor.lastEnd } as const;
}
