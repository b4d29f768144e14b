import { countCharacters, dropUnreadableCharacters, emptyIfBlank, trimLine } from "#core/forum/text.ts";
import {
  AUTHOR_MAX,
  CONTENT_MAX,
  CONTENT_MIN,
  EXCERPT_CUT,
  EXCERPT_FROM_CONTENT,
  EXCERPT_MAX,
  NEWS_TITLE_MAX,
  READ_TIME_CHARACTERS,
  READ_TIME_DEFAULT_LENGTH,
} from "./limits.ts";
import { DEVELOPING_STORY, NO_AUTHOR } from "./wording.ts";

/*
 * Text rules for articles (specification, sections 3, 5 and 9). Input is plain text without markup. Lengths are
 * in Unicode code points.
 */

/** One line of at most 200 characters; "" if nothing is readable. */
export function cleanTitle(text: string): string {
  return truncate(toOneLine(text), NEWS_TITLE_MAX);
}

/** One line; cut to 157 characters plus "..." if longer than 160. */
export function cleanExcerpt(text: string): string {
  const line = toOneLine(text);
  return countCharacters(line) > EXCERPT_MAX ? `${truncate(line, EXCERPT_CUT)}...` : line;
}

/** Fallback excerpt: the first 150 characters of the content. */
export function deriveExcerpt(content: string): string {
  return truncate(toOneLine(content), EXCERPT_FROM_CONTENT);
}

/** Paragraphs separated by one blank line. DEVELOPING_STORY is appended if there are fewer than 100 characters. */
export function cleanContent(text: string): string {
  const paragraphs = dropInvisible(dropUnreadableCharacters(text))
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .map(trimLine)
        .filter((line) => line !== "")
        .join("\n"),
    )
    .filter((paragraph) => paragraph !== "");
  const content = truncate(paragraphs.join("\n\n"), CONTENT_MAX);
  if (countCharacters(content) >= CONTENT_MIN) return content;
  return content === "" ? DEVELOPING_STORY : `${content} ${DEVELOPING_STORY}`;
}

/** Reading time in minutes: description length / 200, rounded up. Counts as 500 characters if there is none. */
export function estimateReadTime(description: string): number {
  const length = countCharacters(toOneLine(description)) || READ_TIME_DEFAULT_LENGTH;
  return Math.ceil(length / READ_TIME_CHARACTERS);
}

/** The author's name, or "Anonymous". Email addresses are removed: "desk@example.org (Desk)" becomes "Desk". */
export function cleanAuthor(text: string): string {
  const line = toOneLine(text);
  const named = /^\S+@\S+\s*\((.+)\)$/.exec(line)?.[1] ?? line.replace(/\s*<[^<>\s]+@[^<>\s]+>$/, "");
  const name = /^\S+@\S+$/.test(named) ? "" : named;
  return truncate(name, AUTHOR_MAX) || NO_AUTHOR;
}

/** Cuts at a code point boundary. */
function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  return [...text.slice(0, most * 2)].slice(0, most).join("").trimEnd();
}

function toOneLine(text: string): string {
  return emptyIfBlank(trimLine(dropInvisible(dropUnreadableCharacters(text))));
}

/** Removes invisible and bidirectional control characters, which could reorder the text around a headline. */
function dropInvisible(text: string): string {
  return text.replace(/[\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
}
