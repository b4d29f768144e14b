import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { canEditPost } from "#core/forum/rules.ts";
import type { PostDetail } from "#core/forum/types.ts";
import { findFirstImage, renderMarkdown } from "#server/markdown/index.ts";
import { resolveMentions } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import { type ForumDeps, getMarkdownOptions } from "./deps.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "./present-post.ts";
import { getPreviousVisitTime, type ProgressColumns, selectProgress } from "./reading/thread-state.ts";
import { NO_REPLIES } from "./replies.ts";
import { getPostVersion } from "./text-version.ts";

/** Reads a post as its viewer sees it. With `isSameVisit`, new comments still count as new. Throws post_not_found. */
export async function getPost(
  deps: ForumDeps,
  viewer: Viewer,
  id: string,
  { isSameVisit = false }: { readonly isSameVisit?: boolean } = {},
): Promise<PostDetail> {
  if (!isUuid(id)) throw new AppError("post_not_found");

  type DetailRow = CardRow &
    Partial<ProgressColumns> & { content: string; edited_micros: string | null; author_id: string | null };
  const since = getPreviousVisitTime(isSameVisit);
  const { rows } = await deps.database.reader.execute<DetailRow>(
    selectCards(
      viewer,
      sql`select ${CARD_COLUMNS}, p.content, p.edited_at from public.forum_posts p
        where p.id = ${id}::uuid and p.deleted_at is null`,
      sql`p.id`,
      sql`, p.content, p.author_id, ${toMicros(sql`p.edited_at`)} as edited_micros ${selectProgress(viewer, since)}`,
      since,
      NO_REPLIES,
    ),
  );
  const [row] = rows;
  if (!row) throw new AppError("post_not_found");
  const mentions = await resolveMentions(deps.database, [row.content]);
  const contentHtml = renderMarkdown(row.content, { ...getMarkdownOptions(deps), isLead: true, mentions });
  const { lastReply: _lastReply, participants: _participants, ...post } = presentCard(row);
  return {
    ...post,
    content: row.content,
    version: getPostVersion(row),
    contentHtml,
    image: findFirstImage(contentHtml),
    editedAt: row.edited_micros === null ? null : microsToIso(row.edited_micros),
    canEdit: canEditPost(viewer, { authorId: row.author_id }),
    readUntil: row.read_until ? Number(row.read_until) : null,
    oldestNewCommentId: row.oldest_new ?? null,
  };
}
