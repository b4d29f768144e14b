import { memoizeByText } from "../text/memoize-text.ts";
import { toStem, toWords } from "../text/words.ts";

const PREFIX_MIN = 5;
const ENDING_MAX = 4;
const IGNORED_WORDS = /^(?:a|an|and|in|of|on|the|to|s)$/;

const CACHED_TEXTS_MAX = 2_000;

/** The text's words in comparable form: stems with American spelling. */
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

/** The position of a name in a text, both given as keys; -1 if the name doesn't occur. */
export function findName(text: readonly string[], name: readonly string[]): number {
  if (name.length === 0) return -1;
  for (let at = 0; at + name.length <= text.length; at += 1) if (isNameAt(text, at, name)) return at;
  return -1;
}

// A loop, because this runs for each word, and `every` would create a function each time.
function isNameAt(text: readonly string[], at: number, name: readonly string[]): boolean {
  for (let offset = 0; offset < name.length; offset += 1)
    if (!isSameWord(text[at + offset] ?? "", name[offset] ?? "")) return false;
  return true;
}
