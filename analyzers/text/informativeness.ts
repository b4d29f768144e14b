import { DEVELOPING_STORY } from "#core/news/wording.ts";

const SENTENCE_LENGTH_MIN = 20;
const BOILERPLATE =
  /^(?:This is a sample|Read (?:more|the full)|Subscribe|Click|Photo|Image|Advert|Disclaimer|Sign up|Follow us|Share this)\b/i;

/** A sentence that continues an enumeration can't be quoted alone: "A rollup's own bridge is a fourth thing." */
const CONTINUES_ENUMERATION =
  /\b(?:an?|the) (?:second|third|fourth|fifth|former|latter) (?:thing|one|kind|point|reason|way)\b/i;

/** The minimum share of letters and spaces in a sentence. Commands, tables and formulas have fewer. */
const LETTER_SHARE_MIN = 0.75;
/** The same for a sentence that may be largely numbers. */
const LETTER_SHARE_WITH_NUMBERS_MIN = 0.55;

/**
 * Whether a sentence is informative on its own: not a question, notice, command, table or part of an enumeration. With
 * `wantsNumbers`, almost half of it may be numbers.
 */
export function isInformative(sentence: string, { wantsNumbers = false } = {}): boolean {
  if (sentence.length < SENTENCE_LENGTH_MIN || /[?:]$/.test(sentence)) return false;
  if (
    CONTINUES_ENUMERATION.test(sentence) ||
    BOILERPLATE.test(sentence) ||
    DEVELOPING_STORY.includes(sentence)
  )
    return false;
  if (/"""|[\w)] = \w|\w\(\w*\)|["'`]\$|\$\w+\$/.test(sentence)) return false;
  const letterOrSpaceCount = sentence.match(/[\p{L}\p{M} ]/gu)?.length ?? 0;
  const letterShareMin = wantsNumbers ? LETTER_SHARE_WITH_NUMBERS_MIN : LETTER_SHARE_MIN;
  return letterOrSpaceCount >= letterShareMin * [...sentence].length && sentence.includes(" ");
}

/**
 * How informative a sentence is, normally 1: more at the start of the text, less if it depends on the previous sentence
 * or is incomplete, very short or very long. `index` is its position in the text, -1 for a title.
 */
export function rateInformativeness(sentence: string, index: number): number {
  let value = index === -1 ? 1.1 : index < 3 ? 1.15 - 0.05 * index : 1;
  if (index >= 0 && sentence.length < 45) value *= 0.6;
  if (index >= 0 && !/[.!…"”’')]$/.test(sentence)) value *= 0.7;
  if (sentence.length > 260) value *= 0.8;
  if (/^(?:he|she|it|they|this|that|these|those|but|and|however|so|which|yet)\b/i.test(sentence))
    value *= 0.7;
  if (/(?:\.\.\.|…)$/.test(sentence)) value *= 0.85;
  return value;
}
