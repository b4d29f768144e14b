import { dropInvisibleCharacters } from "#core/forum/invisible.ts";
import { memoizeByText } from "../text/memoize-text.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { isKnown } from "./find-hits.ts";
import { blankAddresses, tokenize } from "./tokens.ts";
import { type Evidence, weighSentence } from "./weigh-sentence.ts";

/** A parsed text, independent of the topic. */
export interface ReadText {
  /** Without addresses and invisible characters; evidence positions refer to it. */
  readonly readable: string;
  readonly sentences: readonly {
    readonly terms: ReadonlySet<string>;
    readonly evidence: readonly Evidence[];
  }[];
  /** The tokens of all sentences. */
  readonly terms: ReadonlySet<string>;
  readonly words: number;
  /** The number of words found in our lists. */
  readonly known: number;
}

const CACHED_TEXTS = 150;

export const readText = memoizeByText((text: string): ReadText => {
  const readable = blankAddresses(dropInvisibleCharacters(text));
  const all = new Set<string>();
  let words = 0;
  let known = 0;
  const sentences = splitSentences(readable).map(({ text: sentence, start }) => {
    const tokens = tokenize(sentence);
    const terms = new Set<string>();
    for (const token of tokens) {
      terms.add(token.text);
      all.add(token.text);
      if (token.kind !== "word") continue;
      words += 1;
      if (isKnown(token)) known += 1;
    }
    const evidence = weighSentence(tokens).map((one) => ({
      ...one,
      start: start + one.start,
      end: start + one.end,
    }));
    return { terms, evidence };
  });
  return { readable, sentences, terms: all, words, known };
}, CACHED_TEXTS);
