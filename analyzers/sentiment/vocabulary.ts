import { FIELD_WORDS, FUNCTION_WORDS } from "./lexicon/common.ts";
import { ADJECTIVES, ENDINGS, INTRANSITIVE, MOVERS, QUANTITIES, VALENCES } from "./lexicon/direction.ts";
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
  readonly key: string;
  readonly role: Role;
  /** The sentiment of the entry; for a degree ("very"), the factor that it applies. */
  readonly weight: number;
  /** 1 if more of it is good, -1 if bad, 0 if neither; null if it isn't something that moves. */
  readonly valence: number | null;
}

export interface Node {
  entry: Entry | null;
  readonly next: Map<string, Node>;
}

/** The word lists as a trie, to find the longest known expression at a position. */
export const VOCABULARY: Node = { entry: null, next: new Map() };
/** Every word in the lists, alone or in a phrase. */
export const KNOWN_WORDS = new Set<string>();

export const intransitiveVerbs = new Set(splitWordList(INTRANSITIVE));
export const adjectives = new Set(splitWordList(ADJECTIVES));
export const quantities = new Set(splitWordList(QUANTITIES));
export const questionStarters = new Set(splitWordList(QUESTION_STARTERS));

/** Words at clause boundaries. A quote starts after them. */
export const clauseStarters = new Set([
  ...splitWordList(CLAUSE_WORDS),
  ...splitPhraseList(CONTRASTS),
  ...splitPhraseList(CONCESSIONS),
]);
/** Words without content. A quote doesn't end with them. */
export const functionWords = new Set(splitWordList(FUNCTION_WORDS));

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

/** Adds an entry or changes the one with the same key. */
function setEntry(key: string, change: Partial<Entry>): void {
  let node = VOCABULARY;
  for (const word of key.split(" ")) {
    const next: Node = node.next.get(word) ?? { entry: null, next: new Map() };
    node.next.set(word, next);
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
for (const list of VALENCES) for (const key of listKeys(list)) setEntry(key, { valence: list.weight });
setEntries(MOVERS, "mover");
setEntries(ENDINGS, "ending");
for (const key of splitWordList(CLAUSE_WORDS)) setEntry(key, { role: "clause" });
for (const key of splitWordList(PREPOSITIONS)) setEntry(key, { role: "preposition" });
for (const key of splitPhraseList(HEDGES)) setEntry(key, { role: "hedge" });
for (const key of splitPhraseList(CONCESSIONS)) setEntry(key, { role: "concession" });
for (const key of splitPhraseList(CONTRASTS)) setEntry(key, { role: "contrast" });
for (const { factor, entries } of DEGREES) {
  for (const key of splitPhraseList(entries)) setEntry(key, { role: "degree", weight: factor });
}
for (const { ownWeight, entries } of NEGATORS)
  for (const key of splitPhraseList(entries)) setEntry(key, { role: "negator", weight: ownWeight });
for (const word of [...splitWordList(FUNCTION_WORDS), ...splitWordList(FIELD_WORDS)]) KNOWN_WORDS.add(word);
