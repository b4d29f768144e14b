import { AppError } from "#core/errors.ts";
import { countCharacters, removeUnreadableCharacters } from "#core/text.ts";
import { DRAFT_CONTENT_MAX, DRAFT_TITLE_MAX, TAGS_MAX } from "./limits.ts";
import type { RawPostInput } from "./post-input.ts";
import { cleanTags } from "./tags.ts";

/**
 * Accepts an unfinished title and content as they are, dropping only characters that can't be stored. Tags are cleaned,
 * and those beyond TAGS_MAX dropped. Throws invalid_input if the title or content exceeds the limits for drafts.
 */
export function parseDraftInput(raw: RawPostInput) {
  const title = removeUnreadableCharacters(raw.title);
  const content = removeUnreadableCharacters(raw.content);
  const fieldErrors: Record<string, string> = {};
  if (countCharacters(title) > DRAFT_TITLE_MAX) {
    fieldErrors.title = `A draft's title can have at most ${DRAFT_TITLE_MAX} characters.`;
  }
  if (countCharacters(content) > DRAFT_CONTENT_MAX) {
    fieldErrors.content = `A draft can have at most ${DRAFT_CONTENT_MAX.toLocaleString("en")} characters.`;
  }
  const [message] = Object.values(fieldErrors);
  if (message !== undefined) throw new AppError("invalid_input", { message, fieldErrors });
  return {
    title,
    content,
    category: removeUnreadableCharacters(raw.category).slice(0, 40),
    tags: cleanTags(raw.tags.map((tag) => removeUnreadableCharacters(tag).slice(0, 200))).slice(0, TAGS_MAX),
  };
}
