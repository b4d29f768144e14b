import { AppError } from "#core/errors.ts";
import { removeInvisibleCharacters } from "#core/invisible.ts";
import { countCharacters, hasUnreadableCharacters, hasVisibleText, trimText } from "#core/text.ts";
import { isPostCategory, type PostCategory } from "./categories.ts";
import { COMMENT_MAX, CONTENT_MAX, TITLE_MAX } from "./limits.ts";
import { cleanTags, findTagProblem } from "./tags.ts";

export interface RawPostInput {
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
}

/** A post's fields, cleaned and within all limits. */
export interface PostInput {
  readonly title: string;
  readonly content: string;
  readonly category: PostCategory;
  readonly tags: readonly string[];
}

const UNREADABLE_PROBLEM = "This contains control characters. Remove them and try again.";

function findLengthProblem(name: string, text: string, max: number): string | null {
  const count = countCharacters(text);
  return count > max ? `${name} can have at most ${max} characters. This one has ${count}.` : null;
}

/**
 * Cleans a post's fields. Throws missing_information or invalid_input with a message per field. Doesn't parse the
 * Markdown, so content with visible characters can still render to nothing.
 */
export function parsePostInput(raw: RawPostInput): PostInput {
  // A title is a single line, but spaces inside it are preserved.
  const title = removeInvisibleCharacters(raw.title.replace(/[\r\n\t]+/g, " ")).trim();
  const content = trimText(raw.content);
  const category = raw.category.trim();
  const tags = cleanTags(raw.tags);

  const missingFields: Record<string, string> = {};
  if (!hasVisibleText(title)) missingFields.title = "Enter a title.";
  if (!hasVisibleText(content)) missingFields.content = "Enter some content.";
  if (category === "") missingFields.category = "Choose a category.";
  if (Object.keys(missingFields).length > 0)
    throw new AppError("missing_information", { fieldErrors: missingFields });

  const invalidFields: Record<string, string> = {};
  const titleProblem = hasUnreadableCharacters(title)
    ? UNREADABLE_PROBLEM
    : findLengthProblem("A title", title, TITLE_MAX);
  if (titleProblem) invalidFields.title = titleProblem;
  const contentProblem = hasUnreadableCharacters(content)
    ? UNREADABLE_PROBLEM
    : findLengthProblem("A post", content, CONTENT_MAX);
  if (contentProblem) invalidFields.content = contentProblem;
  const tagProblem = findTagProblem(tags);
  if (tagProblem) invalidFields.tags = tagProblem;
  if (!isPostCategory(category)) {
    invalidFields.category = "Choose a category.";
    throw createInputError(invalidFields);
  }
  if (Object.keys(invalidFields).length > 0) throw createInputError(invalidFields);
  return { title, content, category, tags };
}

/**
 * Cleans a comment. Throws missing_information if it has no visible characters, and invalid_input if it can't be
 * published. Doesn't parse the Markdown.
 */
export function parseCommentInput(raw: string): string {
  const content = trimText(raw);
  if (!hasVisibleText(content)) throw createBlankContentError();
  const problem = hasUnreadableCharacters(content)
    ? UNREADABLE_PROBLEM
    : findLengthProblem("A comment", content, COMMENT_MAX);
  if (problem) throw createInputError({ content: problem });
  return content;
}

export const createBlankContentError = (): AppError =>
  new AppError("missing_information", { fieldErrors: { content: "Enter some content." } });

/** A single problem becomes the error's message, so that toasts also show it. */
function createInputError(fieldErrors: Record<string, string>): AppError {
  const sentences = Object.values(fieldErrors);
  const sentence = sentences.length === 1 ? sentences[0] : undefined;
  return new AppError(
    "invalid_input",
    sentence === undefined ? { fieldErrors } : { fieldErrors, message: sentence },
  );
}
