/** What a text must be before it can be kept: the length in code points, and no character that cannot be stored or read. */

/** Length as the limits count it and as PostgreSQL's char_length does: in Unicode code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Line ends as \n, nothing blank around it. */
export function trimText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** On one line: every run of blanks, line ends and tabs becomes one space. */
export function trimLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Letters and signs that show nothing although Unicode does not count them among the ignorable ones: the blank Braille
 * pattern, an object replacement character, the null notehead and two blank hieroglyphs.
 */
const BLANK_SIGNS = "\u2800\ufffc\u{1d159}\u{13441}\u{13442}";
const VISIBLE = new RegExp(
  `(?![${BLANK_SIGNS}\\p{Default_Ignorable_Code_Point}])[\\p{L}\\p{N}\\p{P}\\p{S}]`,
  "u",
);

/**
 * Whether a reader would see anything at all: a letter, digit or sign. Blanks, fillers, controls, unassigned and private
 * characters, and accents without a letter show nothing.
 */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

/** The text, or nothing where it shows nothing. */
export function emptyIfBlank(text: string): string {
  return hasVisibleText(text) ? text : "";
}

/** Control characters other than tab and line end, and halves of surrogate pairs: PostgreSQL refuses some, readers all. */
export function hasUnreadableCharacters(text: string): boolean {
  return !text.isWellFormed() || /[^\P{Cc}\n\t]/u.test(text);
}

/** The same text without what `hasUnreadableCharacters` finds, for what must never be refused (drafts, searches). */
export function dropUnreadableCharacters(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, "");
}
