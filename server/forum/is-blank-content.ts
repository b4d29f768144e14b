import { CONTENT_MAX } from "#core/forum/limits.ts";
import { hasVisibleText } from "#core/text.ts";
import { isBlankMarkdown } from "#server/markdown/index.ts";

/** Content far over the length limit is rejected anyway, so it isn't rendered. */
export function isBlankContent(content: string): boolean {
  return content.length > 2 * CONTENT_MAX ? !hasVisibleText(content) : isBlankMarkdown(content);
}
