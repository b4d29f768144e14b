import { AppError } from "#core/errors.ts";
import { isPostCategory, type PostCategory } from "./categories.ts";
import { dropInvisibleCharacters } from "./invisible.ts";
import { COMMENT_MAX, CONTENT_MAX, TITLE_MAX } from "./limits.ts";
import { cleanTags, findTagProblem } from "./tags.ts";
import { countCharacters, hasUnreadableCharacters, hasVisibleText, trimText } from "./text.ts";

/** What a form sends for a post, as typed. */
export interface RawPostInput {
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
}

/** A post's words, cleaned and within every limit. */
export interface PostInput {
  readonly title: string;
  readonly content: string;
  readonly category: PostCategory;
  readonly tags: readonly string[];
}

const UNREADABLE = "This contains control characters that cannot be published.";

function findLengthProblem(name: string, text: string, max: number): string | null {
  const count = countCharacters(text);
  return count > max ? `${name} may have at most ${max} characters; this one has ${count}.` : null;
}

type IsBlank = (content: string) => boolean;
const showsNothing: IsBlank = (content) => !hasVisibleText(content);

/**
 * Cleans what was typed. Throws AppError missing_information when title, content or category are missing, else
 * invalid_input; both name the fields, each with its sentence. `isBlank` decides which Markdown counts as missing.
 */
export function checkPostInput(raw: RawPostInput, isBlank = showsNothing): PostInput {
  // A title is one line; the blanks inside it are its author's.
  const title = dropInvisibleCharacters(raw.title.replace(/[\r\n\t]+/g, " ")).trim();
  const content = trimText(raw.content);
  const category = raw.category.trim();
  const tags = cleanTags(raw.tags);

  const missing: Record<string, string> = {};
  if (!hasVisibleText(title)) missing.title = "Write a title.";
  if (isBlank(content)) missing.content = "Write something to publish.";
  if (category === "") missing.category = "Choose a category.";
  if (Object.keys(missing).length > 0) throw new AppError("missing_information", { fields: missing });

  const wrong: Record<string, string> = {};
  const titleProblem = hasUnreadableCharacters(title)
    ? UNREADABLE
    : findLengthProblem("A title", title, TITLE_MAX);
  if (titleProblem) wrong.title = titleProblem;
  const contentProblem = hasUnreadableCharacters(content)
    ? UNREADABLE
    : findLengthProblem("A post", content, CONTENT_MAX);
  if (contentProblem) wrong.content = contentProblem;
  const tagProblem = findTagProblem(tags);
  if (tagProblem) wrong.tags = tagProblem;
  if (!isPostCategory(category)) {
    wrong.category = "Choose one of the categories.";
    throw refuse(wrong);
  }
  if (Object.keys(wrong).length > 0) throw refuse(wrong);
  return { title, content, category, tags };
}

/** Cleans a comment's text. Throws missing_information when it is blank, invalid_input when it cannot be published. */
export function checkCommentInput(raw: string, isBlank = showsNothing): string {
  const content = trimText(raw);
  if (isBlank(content)) {
    throw new AppError("missing_information", { fields: { content: "Write something first." } });
  }
  const problem = hasUnreadableCharacters(content)
    ? UNREADABLE
    : findLengthProblem("A comment", content, COMMENT_MAX);
  if (problem) throw refuse({ content: problem });
  return content;
}

/** One wrong field is the message itself, so that a toast says it too. */
function refuse(fields: Record<string, string>): AppError {
  const sentences = Object.values(fields);
  const only = sentences.length === 1 ? sentences[0] : undefined;
  return new AppError("invalid_input", only === undefined ? { fields } : { fields, message: only });
}
