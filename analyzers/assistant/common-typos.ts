import { isTypo } from "../glossary/is-typo.ts";
import { STOP_WORDS, toStem } from "../text/words.ts";

/**
 * Long words that are common in questions. Any likely misspelling of them is corrected. Names are corrected by
 * `guessTerms`.
 */
const LONG_WORDS =
  "account between comment compare difference differences different example explain happened happens newsletter notification notifications password profile username".split(
    " ",
  );
const LONG_WORD_LENGTH_MIN = 6;
/** Other forms of these words, such as "happen", aren't misspellings. */
const LONG_WORD_STEMS = new Set(LONG_WORDS.map(toStem));

/** These words are too short or too similar to other words to be guessed, so their misspellings are listed. */
const TYPOS = new Map(
  `about abuot, again agian, avoid aviod, because becuase beacuse, can cna, could coud, what hwat waht wat wath
  wht whta, when hwen wehn whne, how hwo, why hwy whu wyh, losing loosing, much mucj, often offten oftem oftn,
  prevent prevnt, protect protcet, safe saef, safety savety, should shoud shuld, simple simpel, simpler
  simplier, the teh, this thsi, that taht, where wheer, which whihc wich, who woh, would woud`
    .split(/,\s+/)
    .flatMap((group) => {
      const [word = "", ...typos] = group.split(/\s+/);
      return typos.map((typo) => [typo, word] as const);
    }),
);

export function correctCommonWords(text: string): string {
  return text
    .replace(/\b[a-z]{3,12}\b/gi, (word) => correctWord(word.toLowerCase()) ?? word)
    .replace(/\b((?:i|you|we|they|if i|could|can|might) )loose\b/gi, "$1lose");
}

function correctWord(word: string): string | undefined {
  const listedCorrection = TYPOS.get(word);
  if (listedCorrection !== undefined || word.length < LONG_WORD_LENGTH_MIN || STOP_WORDS.has(word))
    return listedCorrection;
  return LONG_WORD_STEMS.has(toStem(word))
    ? undefined
    : LONG_WORDS.find((long) => long[0] === word[0] && !word.startsWith(long) && isTypo(word, long));
}
