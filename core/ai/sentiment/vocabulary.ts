import { FIELD_WORDS, FUNCTION_WORDS } from "./lexicon/common.ts";
import {
  ADJECTIVES,
  BAD_NOUNS,
  BAD_PHRASES,
  ENDINGS,
  GOOD_NOUNS,
  GOOD_PHRASES,
  INTRANSITIVE,
  MOVES,
  NEUTRAL_NOUNS,
  NEUTRAL_PHRASES,
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

/** The word lists as a trie, to find the longest known expression at a position. */

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
  /** Its own value; for a degree, its factor. */
  readonly weight: number;
  /** When it is moved: 1 if more of it is good, -1 if bad, 0 if neither; null if it isn't something that moves. */
  readonly valence: number | null;
}

export interface Node {
  entry: Entry | null;
  readonly next: Map<string, Node>;
}

export const VOCABULARY: Node = { entry: null, next: new Map() };
/** Every word in a list, alone or in a phrase. */
export const KNOWN_WORDS = new Set<string>();

export const intransitive = new Set(listed(INTRANSITIVE));
export const adjectives = new Set(listed(ADJECTIVES));
export const quantities = new Set(listed(QUANTITIES));
export const asking = new Set(listed(ASKING));

/** Clause boundaries: a quote starts after them. */
export const parting = new Set([...listed(CLAUSE_WORDS), ...phrased(CONTRASTS), ...phrased(CONCESSIONS)]);
/** Words without content: a quote doesn't end with them. */
export const filling = new Set(listed(FUNCTION_WORDS));

/** The number of entries with a judgement of their own. */
export function countEntries(lists: readonly Weighted[]): number {
  return new Set(lists.filter(({ weight }) => weight !== 0).flatMap(listKeys)).size;
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

function listKeys({ words = "", phrases = "" }: Weighted): string[] {
  return [...listed(words).map((word) => word.replaceAll("-", " ")), ...phrased(phrases)].filter(
    (key) => key !== "",
  );
}

/** Later entries override earlier roles, but keep `thing`. */
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
  node.entry = { key, role: "judges", weight: 0, valence: null, ...node.entry, ...change };
}

function putAll(lists: readonly Weighted[], role: Role): void {
  for (const list of lists) for (const key of listKeys(list)) put(key, { role, weight: list.weight });
}

putAll(GENERAL, "judges");
putAll(MARKET, "judges");
putAll(SIGNS, "judges");
for (const key of [...listed(GOOD_NOUNS), ...phrased(GOOD_PHRASES)]) put(key, { valence: 1 });
for (const key of [...listed(BAD_NOUNS), ...phrased(BAD_PHRASES)]) put(key, { valence: -1 });
for (const key of [...listed(NEUTRAL_NOUNS), ...phrased(NEUTRAL_PHRASES)]) put(key, { valence: 0 });
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
