import { isTypo } from "../glossary/is-typo.ts";
import { STOP_WORDS, toStem } from "../text/words.ts";

/**
 * Long words that are common in questions, especially about this site. All misspellings of them are corrected. Names
 * are corrected by `guessTerms`.
 */
const LONG_WORDS =
  "account between comment compare difference differences different example explain happened happens newsletter notification notifications password profile username".split(
    " ",
  );
const LONG_WORD_MIN = 6;
/** Other forms of these words, such as "happen", aren't misspellings. */
const LONG_WORD_STEMS = new Set(LONG_WORDS.map(toStem));

/** Short words are too similar to other words to be guessed, so their misspellings are listed. */
const TYPOS: Readonly<Record<string, string>> = {
  abuot: "about",
  agian: "again",
  aviod: "avoid",
  becuase: "because",
  beacuse: "because",
  cna: "can",
  coud: "could",
  hwat: "what",
  hwen: "when",
  hwo: "how",
  hwy: "why",
  loosing: "losing",
  mucj: "much",
  offten: "often",
  oftem: "often",
  oftn: "often",
  prevnt: "prevent",
  protcet: "protect",
  saef: "safe",
  savety: "safety",
  shoud: "should",
  shuld: "should",
  simpel: "simple",
  simplier: "simpler",
  teh: "the",
  thsi: "this",
  taht: "that",
  waht: "what",
  wat: "what",
  wath: "what",
  wehn: "when",
  wheer: "where",
  whihc: "which",
  wht: "what",
  whta: "what",
  whne: "when",
  whu: "why",
  wich: "which",
  woh: "who",
  woud: "would",
  wyh: "why",
};

export function correctCommonWords(text: string): string {
  return text
    .replace(/\b[a-z]{3,12}\b/gi, (word) => correctWord(word.toLowerCase()) ?? word)
    .replace(/\b((?:i|you|we|they|if i|could|can|might) )loose\b/gi, "$1lose");
}

function correctWord(word: string): string | undefined {
  const short = TYPOS[word];
  if (short !== undefined || word.length < LONG_WORD_MIN || STOP_WORDS.has(word)) return short;
  return LONG_WORD_STEMS.has(toStem(word))
    ? undefined
    : LONG_WORDS.find((long) => long[0] === word[0] && !word.startsWith(long) && isTypo(word, long));
}
