import { removeInvisibleCharacters } from "#core/invisible.ts";
import { memoizeByText } from "../text/memoize-text.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { isKnownWord } from "./find-hits.ts";
import { scoreSentence } from "./score-sentence.ts";
import { blankUrlsAndEmails, tokenize } from "./tokens.ts";

const CACHED_TEXTS_MAX = 150;

/**
 * Analyzes the words of some text, whatever the topic. `readable`: the text that the positions of evidence refer to,
 * without URLs, email addresses and invisible characters. `terms`: the distinct tokens. `knownCount`: how many of the
 * words are in our lists.
 */
export const analyzeWords = memoizeByText((text: string) => {
  const readable = blankUrlsAndEmails(removeInvisibleCharacters(text));
  const allTerms = new Set<string>();
  let wordCount = 0;
  let knownCount = 0;
  const sentences = splitSentences(readable).map(({ text: sentence, start }) => {
    const tokens = tokenize(sentence);
    const terms = new Set<string>();
    for (const token of tokens) {
      terms.add(token.text);
      allTerms.add(token.text);
      if (token.kind !== "word") continue;
      wordCount += 1;
      if (isKnownWord(token)) knownCount += 1;
    }
    const evidence = scoreSentence(tokens).map((each) => {
      return { ...each, start: start + each.start, end: start + each.end };
    });
    return { terms, evidence };
  });
  return { readable, sentences, terms: allTerms, wordCount, knownCount };
}, CACHED_TEXTS_MAX);
