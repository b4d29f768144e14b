import { memoizeByText } from "../text/memoize-text.ts";
import { toStem, toWords } from "../text/words.ts";

const PREFIX_MIN = 5;
const ENDING_MAX = 4;
const IGNORED_WORDS = /^(?:a|an|and|in|of|on|the|to|s)$/;

const CACHED_TEXTS_MAX = 2_000;

/** The text's words in comparable form, without articles and the like: stems with American spelling. */
export const toKeys = memoizeByText(
  (text: string): readonly string[] =>
    toWords(text)
      .filter((word) => !IGNORED_WORDS.test(word))
      .map((word) => toStem(word).replace(/([a-z]{3})is(?=(?:at|ation|er)?$)/, "$1iz")),
  CACHED_TEXTS_MAX,
);

/** Whether two keys are forms of one word, such as "liquidat" and "liquidation". */
export function isSameWord(a: string, b: string): boolean {
  return a === b || (a.length < b.length ? isForm(b, a) : isForm(a, b));
}

const isForm = (long: string, short: string): boolean =>
  short.length >= PREFIX_MIN && long.length - short.length <= ENDING_MAX && long.startsWith(short);

/** The index in a text's keys at which a name's keys begin; -1 if the name doesn't occur. */
export function findName(textKeys: readonly string[], nameKeys: readonly string[]): number {
  if (nameKeys.length === 0) return -1;
  for (let at = 0; at + nameKeys.length <= textKeys.length; at += 1)
    if (isNameAt(textKeys, at, nameKeys)) return at;
  return -1;
}

// A loop, because this runs for each word, and `every` would create a function each time.
function isNameAt(textKeys: readonly string[], at: number, nameKeys: readonly string[]): boolean {
  for (let offset = 0; offset < nameKeys.length; offset += 1)
    if (!isSameWord(textKeys[at + offset] ?? "", nameKeys[offset] ?? "")) return false;
  return true;
}
