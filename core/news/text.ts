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
 * The rules for an article's words (specification, sections 3, 5 and 9). All of them take plain text: markup was taken
 * out before. Lengths are Unicode code points.
 */

/** On one line, at most 200 characters. "" when there is nothing to read. */
export function cleanTitle(text: string): string {
  return cut(oneLine(text), NEWS_TITLE_MAX);
}

/** On one line; longer than 160 characters it is cut to 157 and "...". */
export function cleanExcerpt(text: string): string {
  const line = oneLine(text);
  return countCharacters(line) > EXCERPT_MAX ? `${cut(line, EXCERPT_CUT)}...` : line;
}

/** What stands for a missing excerpt: the first 150 characters of the content. */
export function excerptOfContent(content: string): string {
  return cut(oneLine(content), EXCERPT_FROM_CONTENT);
}

/** Paragraphs apart by one empty line; content shorter than 100 characters says that the story is developing. */
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
  const content = cut(paragraphs.join("\n\n"), CONTENT_MAX);
  if (countCharacters(content) >= CONTENT_MIN) return content;
  return content === "" ? DEVELOPING_STORY : `${content} ${DEVELOPING_STORY}`;
}

/** Minutes: the description's length divided by 200, rounded up; without a description 500 counts as its length. */
export function readTime(description: string): number {
  const length = countCharacters(oneLine(description)) || READ_TIME_DEFAULT_LENGTH;
  return Math.ceil(length / READ_TIME_CHARACTERS);
}

/** Whoever is named, or "Anonymous". An address alone ("desk@example.org (Desk)") gives its name. */
export function cleanAuthor(text: string): string {
  const line = oneLine(text);
  const named = /^\S+@\S+\s*\((.+)\)$/.exec(line)?.[1] ?? line.replace(/\s*<[^<>\s]+@[^<>\s]+>$/, "");
  const name = /^\S+@\S+$/.test(named) ? "" : named;
  return cut(name, AUTHOR_MAX) || NO_AUTHOR;
}

/** The first characters, whole ones, with nothing blank at their end. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return [...text.slice(0, most * 2)].slice(0, most).join("").trimEnd();
}

function oneLine(text: string): string {
  return emptyIfBlank(trimLine(dropInvisible(dropUnreadableCharacters(text))));
}

/** Marks that show nothing and turn the reading direction of what follows them: headlines are set beside others' words. */
function dropInvisible(text: string): string {
  return text.replace(/[\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
}
