import type { Token } from "markdown-it";
import { readFormula } from "./read-formula.ts";

/** Returns the plain text of inline tokens. Formulas become text, and images their alt text. */
export function readInlineText(tokens: readonly Token[] | null): string {
  let text = "";
  for (const token of tokens ?? []) {
    if (token.type === "image") text += readInlineText(token.children);
    else if (token.type === "softbreak" || token.type === "hardbreak") text += " ";
    else text += token.type === "math_inline" ? readFormula(token.content) : token.content;
  }
  return text;
}
