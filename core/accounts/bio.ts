import { emptyIfBlank } from "#core/forum/text.ts";
import { splitWalletNote } from "#core/wallet/wallet-note.ts";

/**
 * What a member says of themselves: plain text of at most 500 characters whose line breaks are kept. No Markdown, so
 * that a profile has neither pictures nor headings of its own. The column holds more: the wallet's line joins it.
 */
export const BIO_MAX = 500;
export const BIO_LINES = 12;

/** A bio as it is kept, or the sentence that says what is wrong with it. */
export function parseBio(given: string): { bio: string } | { problem: string } {
  const written = given
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    // Control characters and marks that turn the writing around would reach beyond the bio's own place.
    .replace(/(?!\n)[\p{Control}\p{Bidi_Control}]/gu, "")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const bio = emptyIfBlank(written);
  // The wallet's line is not the member's own writing: it neither counts nor is refused.
  const { words } = splitWalletNote(bio);
  const length = [...words].length;
  if (length > BIO_MAX)
    return { problem: `A bio has at most ${BIO_MAX} characters. This one has ${length}.` };
  if (words.split("\n").length > BIO_LINES) return { problem: `A bio has at most ${BIO_LINES} lines.` };
  return { bio };
}
