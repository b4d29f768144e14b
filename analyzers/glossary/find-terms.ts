import { memoizeByText } from "../text/memoize-text.ts";
import { STOP_WORDS, toStem } from "../text/words.ts";
import { buildNameKey, GLOSSARY, TERMS_BY_KEY, type Term } from "./index.ts";
import { isTypo } from "./is-typo.ts";

export interface FoundTerm {
  readonly term: Term;
  /** The index of its first word in the text, and the number of its words. */
  readonly at: number;
  readonly length: number;
  /** As typed, in lower case. */
  readonly typed: string;
  /** Whether it was recognized despite a typo. */
  readonly isGuess: boolean;
}

const NAME_WORDS_MAX = Math.max(...[...TERMS_BY_KEY.keys()].map((key) => key.split(" ").length));
/** Typos are only corrected in questions, not in longer text. */
const CORRECTED_TEXT_WORDS_MAX = 24;
const CORRECTED_WORD_LENGTH_MIN = 5;

/** The words in terms' names, listed under both their first and second letters: a typo rarely changes both. */
const NAME_WORDS = new Map<string, Set<string>>();
for (const name of GLOSSARY.flatMap((term) => [term.name, ...term.aliases])) {
  for (const word of name.toLowerCase().split(/[^\p{L}]+/u)) {
    if (word.length < CORRECTED_WORD_LENGTH_MIN) continue;
    for (const letter of word.slice(0, 2)) {
      const words = NAME_WORDS.get(letter) ?? new Set();
      NAME_WORDS.set(letter, words.add(word));
    }
  }
}

/** The terms that the text names, in order, each once. At each position, the longest name wins. */
export function findTerms(words: readonly string[]): FoundTerm[] {
  return matchTerms(words, words);
}

/** Like `findTerms`, but also recognizes misspelled long words. For text in which `findTerms` finds nothing. */
export function guessTerms(words: readonly string[]): FoundTerm[] {
  if (words.length > CORRECTED_TEXT_WORDS_MAX) return [];
  const isGuessable = (word: string) =>
    word.length >= CORRECTED_WORD_LENGTH_MIN && word.length <= 30 && !STOP_WORDS.has(word);
  const guessedWords = words.map((word) => (isGuessable(word) ? guessWord(word) : word));
  return matchTerms(guessedWords, words);
}

const CACHED_GUESSES_MAX = 2_000;

const guessWord = memoizeByText((word: string): string => {
  const candidates = new Set([...word.slice(0, 2)].flatMap((letter) => [...(NAME_WORDS.get(letter) ?? [])]));
  const stem = toStem(word);
  let best: string | null = null;
  for (const name of candidates) {
    if (name === word || toStem(name) === stem) return word;
    if (isTypo(word, name) && (best === null || name.length > best.length)) best = name;
  }
  return best ?? word;
}, CACHED_GUESSES_MAX);

function matchTerms(words: readonly string[], typedWords: readonly string[]): FoundTerm[] {
  const stems = words.map(toStem);
  const matches: FoundTerm[] = [];
  const foundIds = new Set<string>();
  for (let index = 0; index < words.length; index += 1) {
    for (let length = Math.min(NAME_WORDS_MAX, words.length - index); length > 0; length -= 1) {
      if (length === 1 && STOP_WORDS.has(words[index] ?? "")) continue;
      const term = TERMS_BY_KEY.get(stems.slice(index, index + length).join(" "));
      if (term === undefined) continue;
      const typedText = typedWords.slice(index, index + length).join(" ");
      const isGuess = typedText !== words.slice(index, index + length).join(" ");
      if (!foundIds.has(term.id)) matches.push({ term, at: index, length, typed: typedText, isGuess });
      foundIds.add(term.id);
      index += length - 1;
      break;
    }
  }
  return matches;
}

export function findTermByName(name: string): Term | undefined {
  return TERMS_BY_KEY.get(buildNameKey(name));
}
