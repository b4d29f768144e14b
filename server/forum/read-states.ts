import { sql } from "drizzle-orm";
import type { CommentState, PostState } from "#core/live/events.ts";
import type { ForumDeps } from "./deps.ts";

/** Changed rows by ID. `isNew` means that the row's creation is one of the changes. */
type ChangedRows = ReadonlyMap<string, { readonly isNew: boolean }>;

/**
 * Reads the states of changed rows in two statements. For a deleted row, only the deletion is returned. Comments on
 * deleted posts are omitted.
 */
export async function readStates(
  { database }: ForumDeps,
  { posts, comments }: { readonly posts: ChangedRows; readonly comments: ChangedRows },
): Promise<{ posts: PostState[]; comments: CommentState[] }> {
  const [postRows, commentRows] = await Promise.all([
    posts.size === 0
      ? { rows: [] }
      : database.db.execute<PostRow>(sql`
          select id, author_id as "authorId", category, tags, upvotes, downvotes, comment_count as "commentCount",
            is_locked as "isLocked", deleted_at is not null as "isDeleted"
          from public.forum_posts where id = any (${sql.param([...posts.keys()])}::uuid[])`),
    comments.size === 0
      ? { rows: [] }
      : database.db.execute<CommentRow>(sql`
          select c.id, c.post_id as "postId", c.parent_id as "parentId", c.author_id as "authorId", c.upvotes, c.downvotes,
            c.deleted_at is not null as "isDeleted"
          from public.comments c join public.forum_posts p on p.id = c.post_id and p.deleted_at is null
          where c.id = any (${sql.param([...comments.keys()])}::uuid[])`),
  ]);
  const isNewRow = (rows: ChangedRows, id: string) => rows.get(id)?.isNew === true;
  return {
    posts: postRows.rows.map(({ isDeleted, id, ...post }) =>
      isDeleted ? { id, isGone: true } : { id, isNew: isNewRow(posts, id), ...post },
    ),
    comments: commentRows.rows.map(({ isDeleted, id, postId, ...comment }) =>
      isDeleted ? { id, postId, isGone: true } : { id, postId, isNew: isNewRow(comments, id), ...comment },
    ),
  };
}

type PostRow = Omit<Exclude<PostState, { isGone: true }>, "isNew" | "isGone"> & { isDeleted: boolean };
type CommentRow = Omit<Exclude<CommentState, { isGone: true }>, "isNew" | "isGone"> & { isDeleted: boolean };
