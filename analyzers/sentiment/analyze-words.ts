import { removeInvisibleCharacters } from "#core/invisible.ts";
import { memoizeByText } from "../text/memoize-text.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { isKnownWord } from "./find-hits.ts";
import { type Evidence, scoreSentence } from "./score-sentence.ts";
import { blankAddresses, tokenize } from "./tokens.ts";

/** A parsed text, independent of the topic. */
export interface AnalyzedText {
  /** Without URLs, email addresses and invisible characters; evidence positions refer to it. */
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

export const analyzeWords = memoizeByText((text: string): AnalyzedText => {
  const readable = blankAddresses(removeInvisibleCharacters(text));
  const allTerms = new Set<string>();
  let words = 0;
  let knownCount = 0;
  const sentences = splitSentences(readable).map(({ text: sentence, start }) => {
    const tokens = tokenize(sentence);
    const terms = new Set<string>();
    for (const token of tokens) {
      terms.add(token.text);
      allTerms.add(token.text);
      if (token.kind !== "word") continue;
      words += 1;
      if (isKnownWord(token)) knownCount += 1;
    }
    const evidence = scoreSentence(tokens).map((evidence) => ({
      ...evidence,
      start: start + evidence.start,
      end: start + evidence.end,
    }));
    return { terms, evidence };
  });
  return { readable, sentences, terms: allTerms, words, known: knownCount };
}, CACHED_TEXTS);
