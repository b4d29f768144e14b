import type { Token } from "./tokens.ts";
import { type Entry, KNOWN_WORDS, type Node, VOCABULARY } from "./vocabulary.ts";
import { getBaseForms } from "./word-forms.ts";

/** A known expression in a sequence of tokens. */
export interface Hit {
  readonly entry: Entry;
  /** The range of its tokens, end exclusive. */
  readonly from: number;
  readonly to: number;
}

function getTokenForms(token: Token): readonly string[] {
  if (token.kind === "number") return token.isMoney ? ["$#", "#"] : [token.text, "#"];
  return token.kind === "word" ? getBaseForms(token.text) : [token.text];
}

const NEGATED_VERB = /^(\p{L}+)n't$/u;
/** What remains of "can't" and "won't" without "n't", mapped to the verb. */
const IRREGULAR_VERBS: Readonly<Record<string, string>> = { ca: "can", wo: "will" };

/** Whether a word is in our lists in any form. */
export const isKnownWord = (token: Token): boolean =>
  getTokenForms(token).some((form) => KNOWN_WORDS.has(form));

/** The known expressions from left to right; the longest wins and none overlap. */
export function findHits(tokens: readonly Token[]): Hit[] {
  const hits: Hit[] = [];
  for (let index = 0; index < tokens.length; ) {
    const match = findLongestEntry(tokens, index, VOCABULARY);
    if (match === null) {
      index += 1;
      continue;
    }
    hits.push({ entry: match.entry, from: index, to: match.to });
    index = match.to;
  }
  return hits;
}

/** The nodes that a token leads to. "Isn't" also continues expressions with "is not" or "not", such as "not happy". */
function findNext(node: Node, token: Token): readonly Node[] {
  const directNodes = getTokenForms(token).map((form) => node.next.get(form));
  const verb = token.kind === "word" ? NEGATED_VERB.exec(token.text)?.[1] : undefined;
  const nodesAfterNegation =
    verb === undefined
      ? []
      : [node.next.get(IRREGULAR_VERBS[verb] ?? verb)?.next.get("not"), node.next.get("not")];
  return [...directNodes, ...nodesAfterNegation].filter((next) => next !== undefined);
}

function findLongestEntry(tokens: readonly Token[], index: number, node: Node) {
  const token = tokens[index];
  let longest = node.entry === null ? null : { entry: node.entry, to: index };
  if (token === undefined) return longest;
  for (const next of findNext(node, token)) {
    const match = findLongestEntry(tokens, index + 1, next);
    if (match !== null && (longest === null || match.to > longest.to)) longest = match;
  }
  return longest;
}
