import type { Viewer } from "#core/accounts/member.ts";
import { AppError, describeTooLong } from "#core/errors.ts";
import { DRAFT_CONTENT_MAX } from "#core/forum/limits.ts";
import { requireMember } from "#core/forum/rules.ts";
import { countCharacters, removeUnreadableCharacters, trimText } from "#core/text.ts";
import { renderMarkdown } from "#server/markdown/index.ts";
import { resolveMentions } from "#server/notifications/index.ts";
import { consumeLimit, type ForumDeps, getMarkdownOptions } from "./deps.ts";

/** Renders what would be published. Throws not_signed_in, too_large, too_many_requests. */
export async function previewMarkdown(deps: ForumDeps, viewer: Viewer, source: string): Promise<string> {
  requireMember(viewer);
  const length = countCharacters(source);
  if (length > DRAFT_CONTENT_MAX)
    throw new AppError("too_large", { message: describeTooLong(length, DRAFT_CONTENT_MAX) });
  await consumeLimit(deps, "previews", viewer);
  const text = trimText(removeUnreadableCharacters(source));
  const mentions = await resolveMentions(deps.database, [text]);
  return renderMarkdown(text, { ...getMarkdownOptions(deps), isLead: true, mentions });
}
