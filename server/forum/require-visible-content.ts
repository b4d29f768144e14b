import { createBlankContentError } from "#core/forum/post-input.ts";
import { isBlankMarkdown } from "#server/markdown/index.ts";

/**
 * Throws missing_information if the Markdown renders to nothing visible. Rendering is expensive, so call this only with
 * content within the length limit, and after a rate limit was consumed.
 */
export function requireVisibleContent(content: string): void {
  if (isBlankMarkdown(content)) throw createBlankContentError();
}
