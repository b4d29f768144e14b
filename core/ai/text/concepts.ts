import type { FoundTerm } from "#core/ai/glossary/find-terms.ts";
import { assetsIn } from "#core/ai/search-words.ts";
import { STOP_WORDS, stemOf, wordsOf } from "./words.ts";

/** A concept in a question with all its names; each form is the stems of one name. */
export interface Concept {
  readonly name: string;
  readonly forms: readonly (readonly string[])[];
}

const CONCEPTS_MAX = 8;

/** The concepts in a short input: glossary terms with their names, assets by ticker and name, and other words. */
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

/** A text's stems on one line without articles and prepositions, for finding names in it: " proof stake secur ". */
export function stemLine(text: string): string {
  return ` ${formOf(text).join(" ")} `;
}

function formOf(name: string): string[] {
  return wordsOf(name)
    .filter((word) => !/^(?:a|an|and|in|of|on|the|to|s)$/.test(word))
    .map(stemOf);
}

/** Whether a text, given as its `stemLine`, contains one of the concept's names. */
export function speaksOf(line: string, { forms }: Concept): boolean {
  return forms.some((form) => form.length > 0 && line.includes(` ${form.join(" ")} `));
}
