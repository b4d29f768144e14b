import {
  COMPANION_WORDS,
  IMPERSONATING_WORDS,
  RESERVED_AS_PART,
  RESERVED_USERNAMES,
  USERNAME_MIN_LENGTH,
} from "#core/accounts/username.ts";
import { SITE_NAME } from "#core/site.ts";
import { toUsernameSkeleton } from "./username-skeleton.ts";

/**
 * Returns a word without separators and disguises. Expands the skeleton's "m" and "w" to "rn" and "vv" again, so that
 * joining two words gives the same result as joining their plain forms.
 */
const toPlainForm = (text: string) => toUsernameSkeleton(text).replaceAll("m", "rn").replaceAll("w", "vv");

/** Omits characters that usernames can't contain, because a site may be called "AI & Friends". */
const toPlainForms = (words: readonly string[]) =>
  words.map((word) => toPlainForm(word).replace(/[^\p{L}\p{M}\p{N}]/gu, ""));

const RESERVED_FORMS = new Set(toPlainForms(RESERVED_USERNAMES));
const COMPANION_FORMS = toPlainForms(COMPANION_WORDS);
const DELETED_FORM = toPlainForm("deleted");

/**
 * Lists the plain forms of a name with and without the numbers at its beginning and end, because a digit may be a
 * number or a disguised letter. "admin1" ends in a number, "adm1n" has a disguised letter, and "4dmin1" has both.
 */
function listPlainForms(text: string): string[] {
  const withoutLeadingNumbers = text.replace(/^[\d_. -]+/, "");
  const stripNumbersAtEnd = (name: string) => name.replace(/(?<![\d_. -])[\d_. -]+$/, "");
  return [text, withoutLeadingNumbers, stripNumbersAtEnd(text), stripNumbersAtEnd(withoutLeadingNumbers)].map(
    toPlainForm,
  );
}

/**
 * Whether a name is a reserved word, impersonates the site or looks like a deleted account's name, even in
 * disguise ("Adm1n", "s.y.s.t.e.m", Cyrillic "аdmin"). A name impersonates the site if it adds a number to an
 * impersonating word ("007_moderator"), has the site's name or a title as one of its words ("lattice_official_news",
 * "admin_ann"), or combines an impersonating word only with reserved words and their usual companions ("supportteam").
 * The product's own name is always reserved.
 */
export function isReservedUsername(username: string, siteName: string = SITE_NAME): boolean {
  const name = username.normalize("NFKC");
  const siteNames = toPlainForms([SITE_NAME, siteName]).filter((form) => form.length >= USERNAME_MIN_LENGTH);
  const impersonatingWords = new Set([...toPlainForms(IMPERSONATING_WORDS), ...siteNames]);
  const reservedParts = new Set([...toPlainForms(RESERVED_AS_PART), ...siteNames]);
  const words = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_")
    .split(/[_. -]+/)
    .filter(Boolean);

  if (RESERVED_FORMS.has(toPlainForm(name))) return true;
  if (resemblesDeleted(words)) return true;
  if (listJoinedRuns(words).some((run) => listPlainForms(run).some((form) => reservedParts.has(form))))
    return true;
  const impersonationPattern = buildPattern([...impersonatingWords], [...RESERVED_FORMS, ...COMPANION_FORMS]);
  return listPlainForms(name).some((form) => impersonationPattern.test(form));
}

/** Whether a name looks like those of deleted accounts ("deleted_abc", "deleted12"). */
function resemblesDeleted(words: readonly string[]): boolean {
  const characters = [...words.join("")];
  const wordEnds = words.map((_, index) => [...words.slice(0, index + 1).join("")].length);
  return characters.some(
    (_, index) =>
      (wordEnds.includes(index) || /\d/.test(characters[index] ?? "")) &&
      toPlainForm(characters.slice(0, index).join("")) === DELETED_FORM,
  );
}

/** Joins every sequence of adjacent words, because separators inside a word may be a disguise. */
function listJoinedRuns(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((__, offset) => words.slice(from, from + offset + 1).join("")),
  );
}

/** Builds a pattern for names that consist only of these words and contain at least one of the first list. */
function buildPattern(impersonatingWords: readonly string[], companions: readonly string[]): RegExp {
  const toAlternatives = (forms: readonly string[]) => `(?:${[...new Set(forms)].join("|")})`;
  const anyWords = `${toAlternatives([...impersonatingWords, ...companions])}*`;
  return new RegExp(`^${anyWords}${toAlternatives(impersonatingWords)}${anyWords}$`, "u");
}
