import type { Token } from "./tokens.ts";
import { type Entry, KNOWN_WORDS, type Node, VOCABULARY } from "./vocabulary.ts";
import { getBaseForms } from "./word-forms.ts";

/** A known expression in a sequence of tokens. */
export interface Hit {
  readonly entry: Entry;
  /** Token range, end exclusive. */
  readonly from: number;
  readonly to: number;
}

/** A token's possible base forms. */
function getTokenForms(token: Token): readonly string[] {
  if (token.kind === "number") return token.isMoney ? ["$#", "#"] : [token.text, "#"];
  return token.kind === "word" ? getBaseForms(token.text) : [token.text];
}

/** Whether a word is in our lists in any form. */
export const isKnown = (token: Token): boolean => getTokenForms(token).some((form) => KNOWN_WORDS.has(form));

/**
 * The known expressions from left to right; the longest wins and none overlap. Steps per token are bounded by the
 * longest expression.
 */
export function findHits(tokens: readonly Token[]): Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = longestAt(tokens, at, VOCABULARY);
    if (found === null) {
      at += 1;
      continue;
    }
    hits.push({ entry: found.entry, from: at, to: found.to });
    at = found.to;
  }
  return hits;
}

function longestAt(tokens: readonly Token[], at: number, node: Node): { entry: Entry; to: number } | null {
  const token = tokens[at];
  let longest = node.entry === null ? null : { entry: node.entry, to: at };
  if (token === undefined) return longest;
  for (const form of getTokenForms(token)) {
    const next = node.next.get(form);
    if (next === undefined) continue;
    const found = longestAt(tokens, at + 1, next);
    if (found !== null && (longest === null || found.to > longest.to)) longest = found;
  }
  return longest;
}
