import { COMMON_PASSWORDS } from "./common-passwords.ts";

/**
 * Whether a password is a common one or a typical variant (different case, leetspeak, reversed, doubled, with a few
 * characters added). Repetitions and keyboard sequences are trivial too, even with a few characters added. A passphrase
 * may contain a common password.
 */
export function isTrivialPassword(password: string): boolean {
  if (password.length < LENGTH_MIN) return false;
  return listForms(password).some((form) => isVariant(form, COMMON_SKELETONS) || isPattern(form));
}

/** Whether a password is one of these names or a typical variant. Ignores names with fewer than 5 letters and digits. */
export function isVariantOfNames(password: string, names: readonly string[]): boolean {
  const skeletons = new Set(names.map(toSkeleton).filter((name) => name.length >= CORE_LENGTH_MIN));
  return skeletons.size > 0 && listForms(password).some((form) => isVariant(form, skeletons));
}

/** Shorter passwords are refused for their length. */
const LENGTH_MIN = 6;
const CORE_LENGTH_MIN = 5;
/** Number of arbitrary characters ignored at each end. */
const ADDED_CHARACTERS_MAX = 2;
/** People add more digits and symbols than letters: a year, "123!". */
const DECORATION = /^[^\p{L}]{0,4}|[^\p{L}]{0,4}$/gu;

/** Interchangeable characters, which are replaced by the first of their group. */
const LOOKALIKES = ["a@4", "b8", "e3", "g9", "il1!|", "o0", "s5$", "t7+", "z2"];
const LETTER_BY_LOOKALIKE = new Map(
  LOOKALIKES.flatMap((group) => [...group].map((character) => [character, group[0] ?? ""] as const)),
);

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function toSkeleton(text: string): string {
  return [...fold(text)]
    .map((character) => LETTER_BY_LOOKALIKE.get(character) ?? character)
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .join("");
}

const COMMON_SKELETONS: ReadonlySet<string> = new Set([...COMMON_PASSWORDS].map(toSkeleton));

function listForms(text: string): string[] {
  const foldedText = fold(text).replace(/\s/gu, "");
  const forms = [foldedText, foldedText.replace(DECORATION, "")];
  return [...forms, ...forms.map((form) => [...form].reverse().join(""))];
}

function isVariant(form: string, skeletons: ReadonlySet<string>): boolean {
  return listCores(toSkeleton(form)).some(
    (core) => skeletons.has(core) || skeletons.has(collapseDoubled(core)),
  );
}

/** Lists the text itself, and its cores: the text without up to two characters at each end. */
function listCores(text: string): string[] {
  const cores = [text];
  for (let before = 0; before <= ADDED_CHARACTERS_MAX; before += 1) {
    for (let after = 0; after <= ADDED_CHARACTERS_MAX; after += 1) {
      const core = text.slice(before, text.length - after);
      if (core.length >= CORE_LENGTH_MIN) cores.push(core);
    }
  }
  return cores;
}

function collapseDoubled(text: string): string {
  const firstHalf = text.slice(0, text.length / 2);
  return firstHalf + firstHalf === text ? firstHalf : text;
}

/** Keyboard rows and columns, the alphabet and the digits. */
const SEQUENCES = [
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
const SEQUENCE_LENGTH_MIN = 3;

const isPattern = (form: string) => listCores(form).some((core) => isRepeated(core) || isSequence(core));

const isRepeated = (text: string) => text.length >= CORE_LENGTH_MIN && /^(.{1,3}?)\1+$/su.test(text);

function isSequence(text: string): boolean {
  if (text.length < CORE_LENGTH_MIN) return false;
  // ends[n] is whether the first n characters consist of sequences.
  const ends = [true];
  for (let end = 1; end <= text.length; end += 1) {
    ends[end] = ends.some((isEnd, start) => {
      const walk = text.slice(start, end);
      return isEnd && walk.length >= SEQUENCE_LENGTH_MIN && SEQUENCES.some((keys) => keys.includes(walk));
    });
  }
  return ends[text.length] === true;
}
