import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { canEditComment } from "#core/forum/rules.ts";
import type { CommentNode, OwnVote } from "#core/forum/types.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import { type ForumDeps, getMarkdownOptions } from "./deps.ts";
import { type AuthorColumns, presentAuthor } from "./present-author.ts";
import { getPreviousVisitTime, isNewSince, joinVisit } from "./reading/thread-state.ts";
import { renderComments } from "./render-comments.ts";
import { getCommentVersion } from "./text-version.ts";

export type CommentRow = {
  is_locked: boolean;
  id: string;
  parent_id: string | null;
  author_id: string | null;
  content: string;
  created_micros: string;
  edited_micros: string | null;
  is_deleted: boolean;
  upvotes: number;
  downvotes: number;
  best_rank: number;
  reply_count: number;
  /** 0 for the root of a comment's own page, 1 for its replies or top-level comments, then 2, 3 and so on. */
  level: number;
  /** The position among the replies to one parent, from 1. */
  position: string;
  own_vote: OwnVote;
  is_new: boolean;
} & AuthorColumns;

/** The columns that aren't null even if the post has no comments. */
type NonNullColumns = { is_locked: boolean; is_deleted: false; own_vote: 0; is_new: boolean };

/** The only row of a post without comments. */
type EmptyRow = { [Name in Exclude<keyof CommentRow, keyof NonNullColumns>]: null } & NonNullColumns;

export type ListedRow = CommentRow | EmptyRow;

/** Builds the end of the `listComments` statement, which adds authors and the viewer's votes to `shown`. */
export function selectCommentRows(viewer: Viewer, postId: string, isSameVisit: boolean): SQL {
  return sql`
    select p.is_locked, c.id, c.parent_id, c.author_id, c.content, ${toMicros(sql`c.created_at`)} as created_micros,
      ${toMicros(sql`c.edited_at`)} as edited_micros, c.deleted_at is not null as is_deleted, c.upvotes, c.downvotes,
      c.best_rank, c.reply_count, c.level, c.position, coalesce(v.vote_type, 0) as own_vote,
      a.username, a.avatar_url, a.is_verified, ${isNewSince(viewer, getPreviousVisitTime(isSameVisit))} as is_new
    from public.forum_posts p
    left join shown c on true
    left join public.profiles a on a.id = c.author_id
    left join public.comment_votes v on v.comment_id = c.id and v.user_id = ${viewer?.id ?? null}::uuid
    ${joinVisit(viewer, sql`p.id`)}
    where p.id = ${postId}::uuid and p.deleted_at is null
    order by c.level, c.position`;
}

/** Builds trees from the rows: one for the root comment, or one for each of the page's top-level comments. */
export function presentComments(
  deps: ForumDeps,
  viewer: Viewer,
  rows: readonly CommentRow[],
  rootId: string | null,
  mentions: ReadonlyMap<string, string>,
): CommentNode[] {
  const repliesByParent = Map.groupBy(
    rows.filter((row) => row.level > 0),
    (row) => row.parent_id,
  );
  const htmlById = renderComments(
    rows.filter((row) => !row.is_deleted),
    { ...getMarkdownOptions(deps), mentions },
  );
  const present = (row: CommentRow): CommentNode => {
    const replies = (repliesByParent.get(row.id) ?? []).map(present);
    const canEdit = canEditComment(viewer, { authorId: row.author_id }, { isLocked: row.is_locked });
    const body = row.is_deleted
      ? { author: null, content: null, contentHtml: null, editedAt: null, canEdit: false, version: null }
      : {
          author: presentAuthor(row),
          content: row.content,
          contentHtml: htmlById.get(row.id) ?? "",
          editedAt: row.edited_micros === null ? null : microsToIso(row.edited_micros),
          canEdit,
          version: canEdit ? getCommentVersion(row.content) : null,
        };
    return {
      id: row.id,
      parentId: row.parent_id,
      ...body,
      createdAt: microsToIso(row.created_micros),
      isDeleted: row.is_deleted,
      upvotes: row.is_deleted ? 0 : row.upvotes,
      downvotes: row.is_deleted ? 0 : row.downvotes,
      ownVote: row.is_deleted ? 0 : row.own_vote,
      isNew: row.is_new,
      replies,
      // Replies to the root are paged, not hidden.
      hiddenReplyCount: row.level === 0 ? 0 : row.reply_count - replies.length,
    };
  };
  const roots = rootId === null ? (repliesByParent.get(null) ?? []) : rows.filter((row) => row.level === 0);
  return roots.map(present);
}
