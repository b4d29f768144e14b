import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { THREAD_DEPTH } from "#core/forum/limits.ts";
import type { CommentNode, CommentSort, Page } from "#core/forum/types.ts";
import { resolveMentions } from "#server/notifications/index.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { COMMENT_ORDERS } from "./comment-orders.ts";
import type { ForumDeps } from "./deps.ts";
import { type ListedRow, presentComments, selectCommentRows } from "./present-comments.ts";

const TOP_LEVEL_COMMENTS = 30;
/** The maximum number of replies shown below a comment in a thread. */
const REPLIES_PER_COMMENT = 10;
/**
 * The maximum number of comments on a page. They are read level by level, so the deepest replies of a large thread
 * are left out.
 */
const COMMENTS_MAX = 500;
/** No more replies are shown after this many characters, because every comment is rendered on the server. */
const CHARACTERS_MAX = 200_000;

export interface CommentsQuery {
  readonly postId: string;
  readonly sort: CommentSort;
  readonly cursor: string | null;
  /** The comment to show on its own page: it becomes the only item, and its replies are paged. */
  readonly rootId?: string | null;
  /**
   * Whether this request continues a visit, for example by opening another page of comments. If so, new comments still
   * count as new.
   */
  readonly isSameVisit?: boolean;
}

/**
 * Lists comments as trees. One statement reads them; another looks up mentions that aren't cached. Throws
 * post_not_found, comment_not_found for a missing root, and invalid_input for a cursor from another sort order.
 */
export async function listComments(
  deps: ForumDeps,
  viewer: Viewer,
  { postId, sort, cursor, rootId = null, isSameVisit = false }: CommentsQuery,
): Promise<Page<CommentNode>> {
  if (!isUuid(postId)) throw new AppError("post_not_found");
  dependOn(`post:${postId}`);
  if (rootId !== null && !isUuid(rootId)) throw new AppError("comment_not_found");

  const order = COMMENT_ORDERS[sort];
  const after = cursor === null ? sql`` : sql`and ${order.isAfter(cursor)}`;
  // Selects the comments below one parent. Deleted comments are shown only while they have visible replies.
  const selectSiblings = (parent: SQL, limit: number, cursorCondition: SQL) => sql`
    select c.*, row_number() over (order by ${order.orderBy}) as position
    from (
      select * from public.comments c
      where c.post_id = ${postId}::uuid and ${parent} and (c.deleted_at is null or c.reply_count > 0) ${cursorCondition}
      order by ${order.orderBy} limit ${limit}
    ) c`;
  const firstLevel =
    rootId === null
      ? selectSiblings(sql`c.parent_id is null`, TOP_LEVEL_COMMENTS + 1, after)
      : selectSiblings(sql`c.parent_id = ${rootId}::uuid`, TOP_LEVEL_COMMENTS + 1, after);

  const { rows } = await deps.database.reader.execute<ListedRow>(sql`
    with recursive tree as (
      select f.*, 1 as level from (${firstLevel}) f
      union all
      select reply.*, tree.level + 1
      from tree
      cross join lateral (${selectSiblings(sql`c.parent_id = tree.id`, REPLIES_PER_COMMENT, sql``)}) reply
      where tree.level < ${THREAD_DEPTH} and tree.reply_count > 0
        and (tree.level > 1 or tree.position <= ${TOP_LEVEL_COMMENTS})
    ),
    shown as (
      (select t.*
        from (
          select tree.*, sum(char_length(content)) over (order by level, position, id) as characters from tree
        ) t
        where t.level = 1 or t.characters <= ${CHARACTERS_MAX}
        order by t.level, t.position, t.id limit ${COMMENTS_MAX})
      union all
      select c.*, 0::bigint, 0, 0::bigint from public.comments c
      where c.id = ${rootId}::uuid and c.post_id = ${postId}::uuid and (c.deleted_at is null or c.reply_count > 0)
    )
    ${selectCommentRows(viewer, postId, isSameVisit)}`);

  // Even a post without comments has a row.
  if (rows.length === 0) throw new AppError("post_not_found");
  if (rootId !== null && !rows.some((row) => row.level === 0)) throw new AppError("comment_not_found");

  const commentRows = rows.filter((row) => row.level !== null);
  const topLevelRows = commentRows.filter((row) => row.level === 1);
  const lastShown =
    topLevelRows.length > TOP_LEVEL_COMMENTS ? topLevelRows[TOP_LEVEL_COMMENTS - 1] : undefined;
  const visibleRows = commentRows.filter(
    (row) => row.level !== 1 || Number(row.position) <= TOP_LEVEL_COMMENTS,
  );
  const texts = visibleRows.flatMap(({ is_deleted, content }) => (is_deleted ? [] : [content]));
  const mentions = await resolveMentions(deps.database, texts);
  return {
    items: presentComments(deps, viewer, visibleRows, rootId, mentions),
    nextCursor: lastShown ? order.toCursor(lastShown) : null,
  };
}
