import { sql } from "drizzle-orm";
import type { PostCategory } from "#core/forum/categories.ts";
import type { CommentState, PostState } from "#core/live/events.ts";
import type { ForumDeps } from "./deps.ts";

/** Rows by id. `isNew` means that a row was created and hasn't been changed since. */
type ChangedRows = ReadonlyMap<string, { readonly isNew: boolean }>;

/**
 * Reads the states of changed rows in two statements. For a deleted row, only the deletion is returned. Comments on
 * deleted posts are omitted.
 */
export async function readStates(
  { database }: ForumDeps,
  { posts, comments }: { readonly posts: ChangedRows; readonly comments: ChangedRows },
): Promise<{ posts: PostState[]; comments: CommentState[] }> {
  const isNewRow = (rows: ChangedRows, id: string) => rows.get(id)?.isNew === true;
  const [postRows, commentRows] = await Promise.all([
    posts.size === 0
      ? []
      : database.db
          .execute<PostRow>(
            sql`
              select id, author_id, category, tags, upvotes, downvotes, comment_count, is_locked,
                deleted_at is not null as is_deleted
              from public.forum_posts where id = any (${sql.param([...posts.keys()])}::uuid[])`,
          )
          .then(({ rows }) => rows),
    comments.size === 0
      ? []
      : database.db
          .execute<CommentRow>(
            sql`
              select c.id, c.post_id, c.parent_id, c.author_id, c.upvotes, c.downvotes, c.deleted_at is not null as is_deleted
              from public.comments c join public.forum_posts p on p.id = c.post_id and p.deleted_at is null
              where c.id = any (${sql.param([...comments.keys()])}::uuid[])`,
          )
          .then(({ rows }) => rows),
  ]);
  return {
    posts: postRows.map(({ id, is_deleted, author_id, category, tags, upvotes, downvotes, ...row }) =>
      is_deleted
        ? { id, isGone: true }
        : {
            id,
            isNew: isNewRow(posts, id),
            authorId: author_id,
            category,
            tags,
            upvotes,
            downvotes,
            commentCount: row.comment_count,
            isLocked: row.is_locked,
          },
    ),
    comments: commentRows.map(
      ({ id, post_id: postId, is_deleted, author_id: authorId, parent_id: parentId, upvotes, downvotes }) =>
        is_deleted
          ? { id, postId, isGone: true }
          : { id, postId, parentId, isNew: isNewRow(comments, id), authorId, upvotes, downvotes },
    ),
  };
}

type PostRow = {
  id: string;
  author_id: string | null;
  category: PostCategory;
  tags: string[];
  upvotes: number;
  downvotes: number;
  comment_count: number;
  is_locked: boolean;
  is_deleted: boolean;
};

type CommentRow = {
  id: string;
  post_id: string;
  parent_id: string | null;
  author_id: string | null;
  upvotes: number;
  downvotes: number;
  is_deleted: boolean;
};
