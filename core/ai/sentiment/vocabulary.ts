import { FIELD_WORDS, FUNCTION_WORDS } from "./lexicon/common.ts";
import {
  ADJECTIVES,
  BAD_PHRASES,
  BAD_THINGS,
  ENDINGS,
  GOOD_PHRASES,
  GOOD_THINGS,
  INDIFFERENT_PHRASES,
  INDIFFERENT_THINGS,
  INTRANSITIVE,
  MOVES,
  QUANTITIES,
} from "./lexicon/direction.ts";
import { GENERAL } from "./lexicon/general.ts";
import { MARKET, SIGNS } from "./lexicon/market.ts";
import {
  ASKING,
  CLAUSE_WORDS,
  CONCESSIONS,
  CONTRASTS,
  DEGREES,
  HEDGES,
  NEGATORS,
  PREPOSITIONS,
} from "./lexicon/modifiers.ts";
import type { Weighted } from "./lexicon/weighted.ts";

/** The word lists as one tree of words, in which the longest known expression at a place is found. */

export type Role =
  | "judges"
  | "moves"
  | "ends"
  | "negates"
  | "degree"
  | "contrast"
  | "concession"
  | "hedge"
  | "clause"
  | "preposition";

export interface Entry {
  /** The expression in base forms. */
  readonly key: string;
  readonly role: Role;
  /** What it says by itself; a degree's factor. */
  readonly weight: number;
  /** What it is when it is moved: 1 good to have more of, -1 bad, 0 neither; null when it is no such thing. */
  readonly thing: number | null;
}

export interface Node {
  entry: Entry | null;
  readonly next: Map<string, Node>;
}

export const VOCABULARY: Node = { entry: null, next: new Map() };
/** Every word that stands in a list, alone or in an expression. */
export const KNOWN_WORDS = new Set<string>();

export const intransitive = new Set(listed(INTRANSITIVE));
export const adjectives = new Set(listed(ADJECTIVES));
export const quantities = new Set(listed(QUANTITIES));
export const asking = new Set(listed(ASKING));

/** They part clauses: a quotation begins after them. */
export const parting = new Set([...listed(CLAUSE_WORDS), ...phrased(CONTRASTS), ...phrased(CONCESSIONS)]);
/** They say nothing by themselves: a quotation does not end with them. */
export const filling = new Set(listed(FUNCTION_WORDS));

/** How many words and expressions judge by themselves. */
export function countEntries(lists: readonly Weighted[]): number {
  return new Set(lists.filter(({ weight }) => weight !== 0).flatMap(entriesOf)).size;
}

function listed(words: string): string[] {
  return words.trim().split(/\s+/);
}

function phrased(phrases: string): string[] {
  return phrases
    .split(",")
    .map((phrase) => phrase.trim().replaceAll(/\s+/g, " "))
    .filter((phrase) => phrase !== "");
}

function entriesOf({ words = "", phrases = "" }: Weighted): string[] {
  return [...listed(words).map((word) => word.replaceAll("-", " ")), ...phrased(phrases)].filter(
    (key) => key !== "",
  );
}

/** Later entries take the role of earlier ones; what a thing is stays with it. */
function put(key: string, change: Partial<Entry>): void {
  let node = VOCABULARY;
  for (const word of key.split(" ")) {
    let next = node.next.get(word);
    if (next === undefined) {
      next = { entry: null, next: new Map() };
      node.next.set(word, next);
    }
    node = next;
    KNOWN_WORDS.add(word);
  }
  node.entry = { key, role: "judges", weight: 0, thing: null, ...node.entry, ...change };
}

function putAll(lists: readonly Weighted[], role: Role): void {
  for (const list of lists) for (const key of entriesOf(list)) put(key, { role, weight: list.weight });
}

putAll(GENERAL, "judges");
putAll(MARKET, "judges");
putAll(SIGNS, "judges");
for (const key of [...listed(GOOD_THINGS), ...phrased(GOOD_PHRASES)]) put(key, { thing: 1 });
for (const key of [...listed(BAD_THINGS), ...phrased(BAD_PHRASES)]) put(key, { thing: -1 });
for (const key of [...listed(INDIFFERENT_THINGS), ...phrased(INDIFFERENT_PHRASES)]) put(key, { thing: 0 });
putAll(MOVES, "moves");
putAll(ENDINGS, "ends");
for (const key of listed(CLAUSE_WORDS)) put(key, { role: "clause" });
for (const key of listed(PREPOSITIONS)) put(key, { role: "preposition" });
for (const key of phrased(HEDGES)) put(key, { role: "hedge" });
for (const key of phrased(CONCESSIONS)) put(key, { role: "concession" });
for (const key of phrased(CONTRASTS)) put(key, { role: "contrast" });
for (const { factor, entries } of DEGREES) {
  for (const key of phrased(entries)) put(key, { role: "degree", weight: factor });
}
for (const { own, entries } of NEGATORS)
  for (const key of phrased(entries)) put(key, { role: "negates", weight: own });
for (const word of [...listed(FUNCTION_WORDS), ...listed(FIELD_WORDS)]) KNOWN_WORDS.add(word);
