import type { FoundTerm } from "#core/ai/glossary/find-terms.ts";
import { assetsIn } from "#core/ai/search-words.ts";
import { STOP_WORDS, stemOf, wordsOf } from "./words.ts";

/** Something that is asked about. A sentence speaks of it when it has all the stems of one of its forms. */
export interface Concept {
  readonly name: string;
  readonly forms: readonly (readonly string[])[];
}

const CONCEPTS_MAX = 8;

/** What a short input is about: the terms found in it with all their names, assets by ticker and name, and its other words. */
export function conceptsOf(
  input: string,
  terms: readonly FoundTerm[],
  ignored: ReadonlySet<string>,
): Concept[] {
  const words = wordsOf(input);
  const concepts: Concept[] = terms.map(({ term }) => ({
    name: term.name,
    forms: [term.name, ...term.aliases].map(formOf),
  }));
  const taken = new Set<string>();
  for (const { at, length } of terms) {
    for (const word of words.slice(at, at + length)) taken.add(stemOf(word));
  }
  for (const [ticker, name] of assetsIn(input, words)) {
    const forms = [formOf(ticker), formOf(name)];
    if (forms.flat().some((stem) => taken.has(stem))) continue;
    for (const stem of forms.flat()) taken.add(stem);
    concepts.push({ name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, forms });
  }
  for (const word of words) {
    const stem = stemOf(word);
    if (taken.has(stem) || STOP_WORDS.has(word) || ignored.has(word) || word.length < 2) continue;
    taken.add(stem);
    concepts.push({ name: word, forms: [[stem]] });
  }
  return concepts.slice(0, CONCEPTS_MAX);
}

/** Of a name that is more than its small words: "proof of stake" is found by "proof" and "stake". */
function formOf(name: string): string[] {
  return [
    ...new Set(
      wordsOf(name)
        .filter((word) => !/^(?:a|an|and|in|of|on|the|to|s)$/.test(word))
        .map(stemOf),
    ),
  ];
}

export function speaksOf(stems: ReadonlySet<string>, concept: Concept): boolean {
  return concept.forms.some((form) => form.length > 0 && form.every((stem) => stems.has(stem)));
}
