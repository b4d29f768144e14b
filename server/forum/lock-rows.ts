import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import { hasSqlState, type Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { comments, forumPosts } from "./tables.ts";

/**
 * Transactions lock rows in this order to avoid deadlocks: post, comments (replies first), profile, counts. While a
 * row is locked with "no key update", other transactions can still add rows that reference it.
 */

/** The columns that locking a post returns. The content is left out, so that votes don't have to read it. */
const LOCKED_COLUMNS = {
  id: forumPosts.id,
  authorId: forumPosts.authorId,
  createdAt: forumPosts.createdAt,
  category: forumPosts.category,
  upvotes: forumPosts.upvotes,
  downvotes: forumPosts.downvotes,
  commentCount: forumPosts.commentCount,
  isPinned: forumPosts.isPinned,
  isLocked: forumPosts.isLocked,
};

export type LockedPost = Pick<typeof forumPosts.$inferSelect, keyof typeof LOCKED_COLUMNS>;

/** Throws post_not_found, including for a deleted post. */
export async function lockPost(tx: Tx, id: string): Promise<LockedPost> {
  const [post] = await tx
    .select(LOCKED_COLUMNS)
    .from(forumPosts)
    .where(and(eq(forumPosts.id, id), isNull(forumPosts.deletedAt)))
    .for("no key update");
  if (!post) throw new AppError("post_not_found");
  return post;
}

/** Throws comment_not_found, including for a deleted comment. */
export async function lockComment(tx: Tx, id: string): Promise<typeof comments.$inferSelect> {
  const [comment] = await tx
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
    .for("no key update");
  if (!comment) throw new AppError("comment_not_found");
  return comment;
}

/** Locks a member's profile until the transaction ends, so that their concurrent actions are counted one by one. */
export async function lockMember(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`select from public.profiles where id = ${id}::uuid for no key update`);
}

/** Throws comment_not_found, including for a deleted comment or one on a deleted post. */
export async function lockCommentWithPost(tx: Tx, id: string) {
  const [location] = isUuid(id)
    ? await tx.select({ postId: comments.postId }).from(comments).where(eq(comments.id, id))
    : [];
  if (!location) throw new AppError("comment_not_found");
  const post = await lockPost(tx, location.postId).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError("comment_not_found") : error;
  });
  return { post, comment: await lockComment(tx, id) };
}

const RETRY_DELAY_MS = 100;

/**
 * Locks all posts, comments, votes and profiles until the transaction ends. Others can read them, but can't change or
 * lock their rows: someone who has locked a row and waits to change a table would otherwise end in a deadlock with us.
 */
export async function lockContent(tx: Tx): Promise<void> {
  for (let isLocked = false; !isLocked; ) {
    isLocked = await tx.transaction(tryLockContent).catch((error: unknown) => {
      if (hasSqlState(error, "lock_not_available")) return false;
      throw error;
    });
    if (!isLocked) await sleep(RETRY_DELAY_MS);
  }
}

/** Gives up before PostgreSQL looks for deadlocks, after a second by default: it might end a member's transaction. */
async function tryLockContent(tx: Tx): Promise<true> {
  await tx.execute(sql`set local lock_timeout = '500ms'`);
  await tx.execute(sql`
    lock table public.profiles, public.forum_posts, public.comments, public.votes, public.comment_votes
    in exclusive mode`);
  await tx.execute(sql`set local lock_timeout = 0`);
  return true;
}
