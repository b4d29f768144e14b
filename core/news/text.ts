import { blankToEmpty, countCharacters, removeUnreadableCharacters, trimLine } from "#core/text.ts";
import {
  AUTHOR_MAX,
  CONTENT_MAX,
  CONTENT_MIN,
  EXCERPT_FALLBACK_LENGTH,
  EXCERPT_MAX,
  EXCERPT_TRUNCATED_LENGTH,
  NEWS_TITLE_MAX,
  READ_TIME_CHARACTERS_PER_MINUTE,
  READ_TIME_DEFAULT_LENGTH,
} from "./limits.ts";
import { DEVELOPING_STORY, NO_AUTHOR } from "./wording.ts";

/** Text rules for articles (specification, sections 3, 5 and 9). Lengths are in Unicode code points. */

/** Returns one line of at most NEWS_TITLE_MAX characters; "" if nothing is readable. */
export function cleanTitle(text: string): string {
  return truncate(toOneLine(text), NEWS_TITLE_MAX);
}

/** Returns one line of at most EXCERPT_MAX characters. Longer text is truncated and ends in "...". */
export function cleanExcerpt(text: string): string {
  const line = toOneLine(text);
  return countCharacters(line) > EXCERPT_MAX ? `${truncate(line, EXCERPT_TRUNCATED_LENGTH)}...` : line;
}

/** Returns the fallback excerpt: the first EXCERPT_FALLBACK_LENGTH characters of the content. */
export function deriveExcerpt(content: string): string {
  return truncate(toOneLine(content), EXCERPT_FALLBACK_LENGTH);
}

/** Returns paragraphs separated by a blank line. Appends DEVELOPING_STORY to content that is too short. */
export function cleanContent(text: string): string {
  const paragraphs = removeFormatCharacters(removeUnreadableCharacters(text))
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

/** Estimates the reading time in minutes (specification, section 9). */
export function estimateReadTime(description: string): number {
  const length = countCharacters(toOneLine(description)) || READ_TIME_DEFAULT_LENGTH;
  return Math.ceil(length / READ_TIME_CHARACTERS_PER_MINUTE);
}

/**
 * Removes email addresses, and Mastodon handles such as "@desk@example.org". "desk@example.org (Desk)" becomes "Desk".
 * Returns NO_AUTHOR if no name is left.
 */
export function cleanAuthor(text: string): string {
  const line = toOneLine(text);
  const withoutEmail =
    /^\S[^\s@]*@[^\s()]+ ?\((.+)\)$/.exec(line)?.[1] ?? line.replace(/ ?<[^<>\s][^<>\s@]*@[^<>\s]+>$/, "");
  const name = /^\S[^\s@]*@\S+$/.test(withoutEmail) ? "" : withoutEmail;
  return truncate(name, AUTHOR_MAX) || NO_AUTHOR;
}

/** Truncates at a code point boundary. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return [...text.slice(0, maxLength * 2)].slice(0, maxLength).join("").trimEnd();
}

function toOneLine(text: string): string {
  return blankToEmpty(trimLine(removeFormatCharacters(removeUnreadableCharacters(text))));
}

/** Removes some invisible characters, and bidirectional controls, which could reorder the text around a headline. */
function removeFormatCharacters(text: string): string {
  return text.replace(/[\u00ad\u200b\u2060\ufeff\p{Bidi_Control}]/gu, "");
}
