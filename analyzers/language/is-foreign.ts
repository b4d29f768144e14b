import { ASSETS } from "#core/market/assets.ts";
import { GLOSSARY } from "../glossary/index.ts";
import { HELP_TOPICS } from "../help/index.ts";
import { STOP_WORDS, toWords } from "../text/words.ts";

const READ_LENGTH_MAX = 1_000;
const WORDS_MIN = 2;
/** Even headlines in English have at least this share of common words. */
const COMMON_SHARE_MIN = 0.34;
/** Text is taken for English if its score for English is at least this share of the best language's score. */
const ENGLISH_SCORE_MIN = 0.8;
/** The same for text of only two words. */
const PAIR_SCORE_MIN = 0.65;
/** Text is foreign if this share of its letters isn't Latin. Not lower, because formulas use Greek letters. */
const NON_LATIN_SHARE_MIN = 0.3;

/** Links, members' names, tickers, code and formulas, which are ignored because they aren't in any language. */
const NO_LANGUAGE = /https?:\S+|[$@#]\S+|```[\s\S]*?(?:```|$)|`[^`\n]*`|\$\$[\s\S]*?(?:\$\$|$)/g;
const WORD = /[\p{L}\p{M}]{2,}(?:['’]\p{L}+)?|\p{L}['’]\p{L}+|[^\P{L}\p{Script=Latin}]/gu;
const TICKER = /^\p{Lu}{2,6}$/u;

/** Many languages share the words of this field: "bitcoin", "staking". */
const FIELD_WORDS = new Set(
  [
    ...GLOSSARY.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...ASSETS.flatMap(({ name, symbol }) => [name, symbol]),
  ].flatMap(toWords),
);
const COMMON_WORDS = new Set([
  ...STOP_WORDS,
  ...[...GLOSSARY, ...HELP_TOPICS].flatMap(({ text }) => toWords(text)),
]);

/**
 * Whether the input is probably not in English. Common words identify most English text. The language detector, which
 * takes 29 MB of memory, is loaded only for other text.
 */
export async function isForeign(input: string): Promise<boolean> {
  const words = (input.slice(0, READ_LENGTH_MAX).replaceAll(NO_LANGUAGE, " ").match(WORD) ?? []).filter(
    (word) => !TICKER.test(word) && !FIELD_WORDS.has(toWords(word)[0] ?? ""),
  );
  const text = words.join(" ");
  const letterCount = text.match(/\p{L}/gu)?.length ?? 0;
  const nonLatinCount = text.match(/[^\P{L}\p{Script=Latin}]/gu)?.length ?? 0;
  if (letterCount > 0 && nonLatinCount / letterCount >= NON_LATIN_SHARE_MIN) return letterCount > 1;
  if (words.length < WORDS_MIN) return false;
  const commonCount = words.filter((word) => COMMON_WORDS.has(toWords(word)[0] ?? "")).length;
  if (commonCount / words.length >= COMMON_SHARE_MIN) return false;
  const { eld } = await import("eld/extrasmall");
  const detection = eld.detect(text);
  if (detection.language === "") return false;
  const scores = detection.getScores();
  // Letters such as "é" are rare in English, so text with one is probably in another language.
  const minScore = /[^ -~]/.test(text.replaceAll("’", "'"))
    ? 1
    : words.length > WORDS_MIN
      ? ENGLISH_SCORE_MIN
      : PAIR_SCORE_MIN;
  return (scores.en ?? 0) < minScore * (scores[detection.language] ?? 0);
}
