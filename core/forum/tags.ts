import { dropInvisibleCharacters } from "./invisible.ts";
import { TAG_LENGTH_MAX, TAGS_MAX } from "./limits.ts";
import { countCharacters, hasUnreadableCharacters, hasVisibleText, trimLine } from "./text.ts";

/** The tags as they are kept: trimmed, a leading "#", doubled inner blanks and invisible characters gone, empty ones and doubles (whatever their case) left out. */
export function cleanTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const raw of tags) {
    // "#" is how a tag is shown, not a part of it.
    const tag = trimLine(dropInvisibleCharacters(raw)).replace(/^[#\s]+/, "");
    if (!hasVisibleText(tag)) continue;
    const key = tag.toLowerCase();
    if (!kept.has(key)) kept.set(key, tag);
  }
  return [...kept.values()];
}

/** What is wrong with cleaned tags, as the sentence to show beside the field; null when nothing is. */
export function findTagProblem(tags: readonly string[]): string | null {
  if (tags.length > TAGS_MAX) return `At most ${TAGS_MAX} tags are possible.`;
  if (tags.some((tag) => countCharacters(tag) > TAG_LENGTH_MAX)) {
    return `A tag may have at most ${TAG_LENGTH_MAX} characters.`;
  }
  if (tags.some(hasUnreadableCharacters)) return "A tag contains characters that cannot be used.";
  return null;
}

/** The list after the add button or Enter: unchanged when the tag is blank, already there, or there are five. */
export function addTag(tags: readonly string[], input: string): string[] {
  return tags.length >= TAGS_MAX ? [...tags] : cleanTags([...tags, input]);
}
