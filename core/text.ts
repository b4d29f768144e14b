/** Checks and cleans text before it is stored. */

/** Counts Unicode code points, like PostgreSQL's char_length. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export function trimText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

export function trimLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Characters that are blank, though Unicode doesn't list them as ignorable: blank Braille, object replacement, null
 * notehead and two blank hieroglyphs.
 */
const BLANK_CHARACTERS = "\u2800\ufffc\u{1d159}\u{13441}\u{13442}";
const VISIBLE = new RegExp(
  `(?![${BLANK_CHARACTERS}\\p{Default_Ignorable_Code_Point}])[\\p{L}\\p{N}\\p{P}\\p{S}]`,
  "u",
);

export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

export function blankToEmpty(text: string): string {
  return hasVisibleText(text) ? text : "";
}

/**
 * Whether text has lone surrogates, or control characters other than tab and line feed. PostgreSQL refuses some of
 * them.
 */
export function hasUnreadableCharacters(text: string): boolean {
  return !text.isWellFormed() || /[^\P{Cc}\n\t]/u.test(text);
}

/** Cleans input that is never rejected, such as drafts and searches. */
export function removeUnreadableCharacters(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, "");
}
