import type { FoundTerm } from "../glossary/find-terms.ts";
import { findNamedAssets } from "./search-words.ts";
import { STOP_WORDS, toStem, toWords } from "./words.ts";

export interface Concept {
  readonly name: string;
  /** The stems of each of its names. */
  readonly forms: readonly (readonly string[])[];
}

const CONCEPTS_MAX = 8;

/** The concepts in a short input: glossary terms, assets and other words. */
export function findConcepts(input: string, terms: readonly FoundTerm[], ignoredWords: ReadonlySet<string>) {
  const words = toWords(input);
  const concepts: Concept[] = terms.map(({ term }) => ({
    name: term.name,
    forms: [term.name, ...term.aliases].map(toNameStems),
  }));
  const usedStems = new Set<string>();
  for (const { at, length } of terms) {
    for (const word of words.slice(at, at + length)) usedStems.add(toStem(word));
  }
  for (const [ticker, name] of findNamedAssets(input, words)) {
    const forms = [toNameStems(ticker), toNameStems(name)];
    if (forms.flat().some((stem) => usedStems.has(stem))) continue;
    for (const stem of forms.flat()) usedStems.add(stem);
    concepts.push({ name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, forms });
  }
  for (const word of words) {
    const stem = toStem(word);
    if (usedStems.has(stem) || STOP_WORDS.has(word) || ignoredWords.has(word) || word.length < 2) continue;
    usedStems.add(stem);
    concepts.push({ name: word, forms: [[stem]] });
  }
  return concepts.slice(0, CONCEPTS_MAX);
}

function toNameStems(name: string): string[] {
  return toWords(name)
    .filter((word) => !/^(?:a|an|and|in|of|on|the|to|s)$/.test(word))
    .map(toStem);
}
