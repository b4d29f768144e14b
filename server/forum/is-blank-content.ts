import { CONTENT_MAX } from "#core/forum/limits.ts";
import { hasVisibleText } from "#core/forum/text.ts";
import { isBlankMarkdown } from "#server/markdown/index.ts";

/** Whether a post or a comment would show nothing. What is too long anyway is not rendered for it. */
export function isBlankContent(content: string): boolean {
  return content.length > 2 * CONTENT_MAX ? !hasVisibleText(content) : isBlankMarkdown(content);
}
