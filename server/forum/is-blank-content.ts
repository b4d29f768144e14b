import { CONTENT_MAX } from "#core/forum/limits.ts";
import { hasVisibleText } from "#core/forum/text.ts";
import { isBlankMarkdown } from "#server/markdown/index.ts";

/** Whether a post or comment would show nothing. Texts over the length limit aren't rendered to find out. */
export function isBlankContent(content: string): boolean {
  return content.length > 2 * CONTENT_MAX ? !hasVisibleText(content) : isBlankMarkdown(content);
}
