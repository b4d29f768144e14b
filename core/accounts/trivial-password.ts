import { COMMON_PASSWORDS } from "./common-passwords.ts";

/**
 * Whether a password is one of the most common ones or what people make of them to pass a rule: other case, leetspeak,
 * reversed, doubled, with a few characters in front or behind; or nothing but repetitions and walks on the keyboard.
 *
 * Our own check rather than a strength estimator: it also runs in the browser on every keystroke, and refuses a password
 * only if it is close to a common one. A passphrase may contain such a word.
 */
export function isTrivialPassword(password: string): boolean {
  if (password.length < LEAST_LENGTH) return false;
  return formsOf(password).some((form) => isVariantOf(form, COMMON) || isPattern(form));
}

/** Whether a password is one of these names, or such a variant of one. */
export function isVariantOfNames(password: string, names: readonly string[]): boolean {
  const known = new Set(names.map(skeletonOf).filter((name) => name.length >= CORE_LENGTH));
  return known.size > 0 && formsOf(password).some((form) => isVariantOf(form, known));
}

/** What is shorter is refused for that alone. */
const LEAST_LENGTH = 6;
/** What is shorter could be a part of any good password. */
const CORE_LENGTH = 5;
/** Characters of any kind that may surround a common password. */
const MOST_ADDED = 2;
/** Digits and signs are added in greater number: a year, "123!". */
const DECORATION = /^[^\p{L}]{0,4}|[^\p{L}]{0,4}$/gu;

/** Characters that stand for each other, as the first of their group. */
const LOOKALIKES = ["a@4", "b8", "e3", "g9", "il1!|", "o0", "s5$", "t7+", "z2"];
const LETTER_OF = new Map(
  LOOKALIKES.flatMap((group) => [...group].map((character) => [character, group[0] ?? ""] as const)),
);

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** How a text reads when lookalikes are one letter, and what is neither letter nor digit is left out. */
function skeletonOf(text: string): string {
  return [...fold(text)]
    .map((character) => LETTER_OF.get(character) ?? character)
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .join("");
}

const COMMON: ReadonlySet<string> = new Set([...COMMON_PASSWORDS].map(skeletonOf));

/** The text and what is left without the decoration at its ends, forwards and backwards. */
function formsOf(text: string): string[] {
  const whole = fold(text).replace(/\s/gu, "");
  const forms = [whole, whole.replace(DECORATION, "")];
  return [...forms, ...forms.map((form) => [...form].reverse().join(""))];
}

function isVariantOf(form: string, known: ReadonlySet<string>): boolean {
  return cores(skeletonOf(form)).some((core) => known.has(core) || known.has(halfOf(core)));
}

/** The text without up to two characters in front and behind, itself first. */
function cores(text: string): string[] {
  const found = [text];
  for (let before = 0; before <= MOST_ADDED; before += 1) {
    for (let after = 0; after <= MOST_ADDED; after += 1) {
      const core = text.slice(before, text.length - after);
      if (core.length >= CORE_LENGTH) found.push(core);
    }
  }
  return found;
}

/** What is written twice in a text; the text itself when it is not such a one. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

/** Rows and columns of keyboards, the alphabet and the digits. */
const WALKS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "147258369",
];
const SHORTEST_WALK = 3;

/** Whether a text is repetitions and walks alone, but for two characters at each end. */
const isPattern = (form: string) => cores(form).some((core) => isRepeated(core) || isWalked(core));

/** Of at most three characters, again and again. */
const isRepeated = (text: string) => text.length >= CORE_LENGTH && /^(.{1,3}?)\1+$/su.test(text);

/** Whether the text is made of walks of three keys or more: `qwerty`, `asdf1234`. */
function isWalked(text: string): boolean {
  if (text.length < CORE_LENGTH) return false;
  // ends[n]: whether the first n characters are such walks.
  const ends = [true];
  for (let end = 1; end <= text.length; end += 1) {
    ends[end] = ends.some((isEnd, start) => {
      const walk = text.slice(start, end);
      return isEnd && walk.length >= SHORTEST_WALK && WALKS.some((keys) => keys.includes(walk));
    });
  }
  return ends[text.length] === true;
}
