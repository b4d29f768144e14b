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
import { EMOJIS, MARKET } from "./lexicon/market.ts";
import {
  CLAUSE_WORDS,
  CONCESSIONS,
  CONTRASTS,
  DEGREES,
  HEDGES,
  NEGATORS,
  PREPOSITIONS,
  QUESTION_STARTERS,
} from "./lexicon/modifiers.ts";
import type { WeightedList } from "./lexicon/weighted-list.ts";

/** The word lists as a trie, to find the longest known expression at a position. */

export type Role =
  | "sentiment"
  | "mover"
  | "ending"
  | "negator"
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

export const intransitive = new Set(splitWordList(INTRANSITIVE));
export const adjectives = new Set(splitWordList(ADJECTIVES));
export const quantities = new Set(splitWordList(QUANTITIES));
export const questionStarters = new Set(splitWordList(QUESTION_STARTERS));

/** Clause boundaries: a quote starts after them. */
export const clauseStarters = new Set([
  ...splitWordList(CLAUSE_WORDS),
  ...splitPhraseList(CONTRASTS),
  ...splitPhraseList(CONCESSIONS),
]);
/** Words without content: a quote doesn't end with them. */
export const functionWords = new Set(splitWordList(FUNCTION_WORDS));

/** The number of entries that carry a judgment. */
export function countEntries(lists: readonly WeightedList[]): number {
  return new Set(lists.filter(({ weight }) => weight !== 0).flatMap(listKeys)).size;
}

function splitWordList(words: string): string[] {
  return words.trim().split(/\s+/);
}

function splitPhraseList(phrases: string): string[] {
  return phrases
    .split(",")
    .map((phrase) => phrase.trim().replaceAll(/\s+/g, " "))
    .filter((phrase) => phrase !== "");
}

function listKeys({ words = "", phrases = "" }: WeightedList): string[] {
  return [
    ...splitWordList(words).map((word) => word.replaceAll("-", " ")),
    ...splitPhraseList(phrases),
  ].filter((key) => key !== "");
}

/** Adds an entry, or changes one with the same key: the later role applies, and the `valence` is preserved. */
function setEntry(key: string, change: Partial<Entry>): void {
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
  node.entry = { key, role: "sentiment", weight: 0, valence: null, ...node.entry, ...change };
}

function setEntries(lists: readonly WeightedList[], role: Role): void {
  for (const list of lists) for (const key of listKeys(list)) setEntry(key, { role, weight: list.weight });
}

setEntries(GENERAL, "sentiment");
setEntries(MARKET, "sentiment");
setEntries(EMOJIS, "sentiment");
for (const key of [...splitWordList(GOOD_NOUNS), ...splitPhraseList(GOOD_PHRASES)])
  setEntry(key, { valence: 1 });
for (const key of [...splitWordList(BAD_NOUNS), ...splitPhraseList(BAD_PHRASES)])
  setEntry(key, { valence: -1 });
for (const key of [...splitWordList(NEUTRAL_NOUNS), ...splitPhraseList(NEUTRAL_PHRASES)])
  setEntry(key, { valence: 0 });
setEntries(MOVES, "mover");
setEntries(ENDINGS, "ending");
for (const key of splitWordList(CLAUSE_WORDS)) setEntry(key, { role: "clause" });
for (const key of splitWordList(PREPOSITIONS)) setEntry(key, { role: "preposition" });
for (const key of splitPhraseList(HEDGES)) setEntry(key, { role: "hedge" });
for (const key of splitPhraseList(CONCESSIONS)) setEntry(key, { role: "concession" });
for (const key of splitPhraseList(CONTRASTS)) setEntry(key, { role: "contrast" });
for (const { factor, entries } of DEGREES) {
  for (const key of splitPhraseList(entries)) setEntry(key, { role: "degree", weight: factor });
}
for (const { own, entries } of NEGATORS)
  for (const key of splitPhraseList(entries)) setEntry(key, { role: "negator", weight: own });
for (const word of [...splitWordList(FUNCTION_WORDS), ...splitWordList(FIELD_WORDS)]) KNOWN_WORDS.add(word);
