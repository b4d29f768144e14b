import { AppError } from "#core/errors.ts";
import { DRAFT_CONTENT_MAX, DRAFT_TITLE_MAX, TAGS_MAX } from "./limits.ts";
import type { RawPostInput } from "./post-input.ts";
import { cleanTags } from "./tags.ts";
import { countCharacters, dropUnreadableCharacters } from "./text.ts";

/**
 * Accepts unfinished text as it is, dropping only characters that can't be stored. A draft may be longer than a post.
 * Throws invalid_input beyond the draft's own limits.
 */
export function checkDraftInput(raw: RawPostInput): {
  title: string;
  content: string;
  category: string;
  tags: string[];
} {
  const title = dropUnreadableCharacters(raw.title);
  const content = dropUnreadableCharacters(raw.content);
  const fields: Record<string, string> = {};
  if (countCharacters(title) > DRAFT_TITLE_MAX) {
    fields.title = `A draft's title can have at most ${DRAFT_TITLE_MAX} characters.`;
  }
  if (countCharacters(content) > DRAFT_CONTENT_MAX) {
    fields.content = `A draft can have at most ${DRAFT_CONTENT_MAX} characters.`;
  }
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw new AppError("invalid_input", { message: sentence, fields });
  return {
    title,
    content,
    category: dropUnreadableCharacters(raw.category).slice(0, 40),
    tags: cleanTags(raw.tags.map((tag) => dropUnreadableCharacters(tag).slice(0, 200))).slice(0, TAGS_MAX),
  };
}
