import { memoizeByText } from "../text/memoize-text.ts";
import { toStem, toWords } from "../text/words.ts";

const PREFIX_MIN = 5;
const ENDING_MAX = 4;
const IGNORED_WORDS = /^(?:a|an|and|in|of|on|the|to|s)$/;

const CACHED_TEXTS = 2_000;

/** The words in comparable form: stems with American spelling. */
export const toKeys = memoizeByText(
  (text: string): readonly string[] =>
    toWords(text)
      .filter((word) => !IGNORED_WORDS.test(word))
      .map((word) => toStem(word).replace(/([a-z]{3})is(?=(?:at|ation|er)?$)/, "$1iz")),
  CACHED_TEXTS,
);

/** Whether two keys are forms of one word, such as "liquidat" and "liquidation". */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= PREFIX_MIN && long.length - short.length <= ENDING_MAX && long.startsWith(short);
}

/** The position of a name in text, both as keys; -1 if it doesn't occur. */
export function findName(text: readonly string[], name: readonly string[]): number {
  const [first] = name;
  if (first === undefined) return -1;
  for (let at = 0; at + name.length <= text.length; at += 1) {
    if (name.every((key, offset) => isSameWord(text[at + offset] ?? "", key))) return at;
  }
  return -1;
}
