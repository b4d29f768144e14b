import {
  COMPANION_WORDS,
  IMPERSONATES_SITE,
  RESERVED_AS_PART,
  RESERVED_USERNAMES,
  USERNAME_MIN_LENGTH,
} from "#core/accounts/username.ts";
import { SITE_NAME } from "#core/site.ts";
import { usernameSkeleton } from "./username-skeleton.ts";

/** Digits that stand for letters in a disguised word. */
const DISGUISES: Record<string, string> = { "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g" };

/**
 * A word without separators and disguise. The skeleton's "m" for "rn" and "w" for "vv" are written out again, so that
 * the form of two joined words is the joined forms of both.
 */
const plainForm = (text: string) =>
  usernameSkeleton(text)
    .replaceAll("_", "")
    .replace(/[345789]/g, (digit) => DISGUISES[digit] ?? digit)
    .replaceAll("m", "rn")
    .replaceAll("w", "vv");

/** Without what no username has: a site may be called "AI & Friends". */
const formsOf = (words: readonly string[]) =>
  words.map((word) => plainForm(word).replace(/[^\p{L}\p{M}\p{N}]/gu, ""));

const RESERVED = new Set(formsOf(RESERVED_USERNAMES));
const COMPANIONS = formsOf(COMPANION_WORDS);
const DELETED = plainForm("deleted");

/** Before letters and digits fall together: the 1 of "admin1" is a number, that of "adm1n" a letter. */
const withoutNumbers = (text: string) => text.replace(/^[\d_. -]+|[\d_. -]+$/g, "");

/**
 * Whether a name is a reserved word or speaks for the site, also in disguise ("Adm1n", "s.y.s.t.e.m", "аdmin" in
 * Cyrillic): with a number ("007_moderator"), with the site's name or a title as one of its words
 * ("lattice_official_news", "admin_ann"), or made of such words alone ("supportteam"). And whether it passes for the name
 * of a deleted account. `siteName` is what the community is called here; the product's own name is always reserved.
 */
export function isReservedUsername(username: string, siteName: string = SITE_NAME): boolean {
  const name = username.normalize("NFKC");
  const siteNames = formsOf([SITE_NAME, siteName]).filter((form) => form.length >= USERNAME_MIN_LENGTH);
  const speaking = new Set([...formsOf(IMPERSONATES_SITE), ...siteNames]);
  const asPart = new Set([...formsOf(RESERVED_AS_PART), ...siteNames]);
  const words = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_")
    .split(/[_. -]+/)
    .filter(Boolean);

  if (RESERVED.has(plainForm(name))) return true;
  if (passesForDeleted(words)) return true;
  if (
    joinedRuns(words).some((run) => asPart.has(plainForm(run)) || asPart.has(plainForm(withoutNumbers(run))))
  )
    return true;
  const alone = isMadeOf([...speaking], [...RESERVED, ...COMPANIONS]);
  return alone.test(plainForm(name)) || alone.test(plainForm(withoutNumbers(name)));
}

/** "deleted_abc" and "deleted12": deleted accounts get such names, and pages treat them as nobody's. */
function passesForDeleted(words: readonly string[]): boolean {
  const letters = [...words.join("")];
  const ends = words.map((_, at) => [...words.slice(0, at + 1).join("")].length);
  return letters.some(
    (_, at) =>
      (ends.includes(at) || /\d/.test(letters[at] ?? "")) &&
      plainForm(letters.slice(0, at).join("")) === DELETED,
  );
}

/** Every run of neighbouring words, joined: separators within a word are part of its disguise. */
function joinedRuns(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((__, to) => words.slice(from, from + to + 1).join("")),
  );
}

/** Matches a form made of these words alone, one of `speaking` among them. */
function isMadeOf(speaking: readonly string[], others: readonly string[]): RegExp {
  const oneOf = (forms: readonly string[]) => `(?:${[...new Set(forms)].join("|")})`;
  const any = `${oneOf([...speaking, ...others])}*`;
  return new RegExp(`^${any}${oneOf(speaking)}${any}$`, "u");
}
