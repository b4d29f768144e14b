import { removeInvisibleCharacters } from "#core/invisible.ts";
import { countCharacters, hasUnreadableCharacters, hasVisibleText, trimLine } from "#core/text.ts";
import { TAG_LENGTH_MAX, TAGS_MAX } from "./limits.ts";

/** Trims a tag, and drops invisible characters and a leading "#", which only marks a tag on screens. */
export const cleanTag = (raw: string): string =>
  trimLine(removeInvisibleCharacters(raw)).replace(/^[#\s]+/, "");

/** Splits tags at commas, and drops empty and duplicate tags, ignoring case. */
export function cleanTags(tags: readonly string[]): string[] {
  const tagByKey = new Map<string, string>();
  for (const raw of tags.flatMap((text) => text.split(","))) {
    const tag = cleanTag(raw);
    if (!hasVisibleText(tag)) continue;
    const key = tag.toLowerCase();
    if (!tagByKey.has(key)) tagByKey.set(key, tag);
  }
  return [...tagByKey.values()];
}

export function findTagProblem(tags: readonly string[]): string | null {
  if (tags.length > TAGS_MAX) return `You can add at most ${TAGS_MAX} tags.`;
  if (tags.some((tag) => countCharacters(tag) > TAG_LENGTH_MAX)) {
    return `A tag can have at most ${TAG_LENGTH_MAX} characters.`;
  }
  if (tags.some(hasUnreadableCharacters)) return "A tag contains characters that aren't allowed.";
  return null;
}

/** Adds the tags in the input unless there are TAGS_MAX already. Input with commas can lead to more than TAGS_MAX. */
export function addTags(tags: readonly string[], input: string): string[] {
  return tags.length >= TAGS_MAX ? [...tags] : cleanTags([...tags, input]);
}
