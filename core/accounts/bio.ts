import { blankToEmpty, countCharacters } from "#core/text.ts";
import { splitWalletNote } from "#core/wallet/wallet-note.ts";

export const BIO_MAX = 500;
export const BIO_LINES_MAX = 12;

/** Longer input isn't normalized, which takes quadratic time for combining marks. */
const INPUT_MAX = 20 * BIO_MAX;

const describeTooLong = (length: number) =>
  `A bio can have at most ${BIO_MAX} characters. This one has ${length}.`;

/**
 * Returns the normalized bio, or the problem with it. A bio is plain text with line breaks and no Markdown, so that a
 * profile can't contain images or headings.
 */
export function parseBio(input: string): { bio: string } | { problem: string } {
  if (input.length > INPUT_MAX) return { problem: describeTooLong(countCharacters(input)) };
  const normalizedBio = input
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    // Removes control characters and bidi marks, which would affect text outside the bio.
    .replace(/(?!\n)[\p{Control}\p{Bidi_Control}]/gu, "")
    // Without the lookbehind, many blanks within a line would take quadratic time.
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const bio = blankToEmpty(normalizedBio);
  // The wallet note isn't written by the member, so it doesn't count toward the limits.
  const { text } = splitWalletNote(bio);
  const length = countCharacters(text);
  if (length > BIO_MAX) return { problem: describeTooLong(length) };
  if (text.split("\n").length > BIO_LINES_MAX)
    return { problem: `A bio can have at most ${BIO_LINES_MAX} lines.` };
  return { bio };
}
