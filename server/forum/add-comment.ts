import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { parseCommentInput } from "#core/forum/post-input.ts";
import { requireSignInToComment, requireUnlocked } from "#core/forum/rules.ts";
import { notifyFollowers, notifyRepliesAndMentions } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { countComment } from "./count-comment.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { lockComment, lockPost } from "./lock-rows.ts";
import {
  enforceDailyLimit,
  enforceMarkupLimits,
  findLimitedAuthor,
  lockDailyCount,
} from "./new-member-limits.ts";
import { followThreadAsAuthor } from "./reading/follow-thread.ts";
import { requireVisibleContent } from "./require-visible-content.ts";
import { comments } from "./tables.ts";

export interface NewComment {
  readonly postId: string;
  /** The comment being replied to; null at the top level. */
  readonly parentId?: string | null;
  readonly content: string;
  /** A UUID created by the form, so that submitting twice creates one comment. */
  readonly requestId?: string | null;
}

/**
 * Throws sign_in_to_comment, missing_information, invalid_input, post_not_found, post_locked, comment_not_found (also
 * for a deleted parent or one on another post), too_many_requests and not_signed_in (for a deleted account). For
 * new members, also throws too_many_links, too_many_images, too_many_mentions and daily_limit.
 */
export async function addComment(deps: ForumDeps, viewer: Viewer, comment: NewComment) {
  requireSignInToComment(viewer);
  const content = parseCommentInput(comment.content);
  const parentId = comment.parentId || null;
  if (!isUuid(comment.postId)) throw new AppError("post_not_found");
  if (parentId !== null && !isUuid(parentId)) throw new AppError("comment_not_found");
  let requestId = comment.requestId && isUuid(comment.requestId) ? comment.requestId : undefined;
  await consumeLimit(deps, "comments", viewer);
  requireVisibleContent(content);

  return deps.database.db.transaction(async (tx) => {
    // Runs before the post is locked, so that no one else waits for these checks.
    const author = await findLimitedAuthor(deps, tx, viewer);
    enforceMarkupLimits(deps, author, "comment", content);
    const post = await lockPost(tx, comment.postId);
    if (requestId) {
      const [earlierComment] = await tx.select().from(comments).where(eq(comments.id, requestId));
      const isSameForm = earlierComment?.authorId === viewer.id && earlierComment.postId === post.id;
      if (earlierComment && !isSameForm) throw new AppError("invalid_input");
      if (earlierComment?.deletedAt === null && earlierComment.content === content) return { id: requestId };
      // The comment that this form created was deleted or has different text, so this is a new comment.
      if (earlierComment) requestId = undefined;
    }
    requireUnlocked(post);
    const parent = parentId === null ? null : await lockComment(tx, parentId);
    if (parent && parent.postId !== post.id) throw new AppError("comment_not_found");

    await lockDailyCount(tx, author, "comments");
    const [createdComment] = await tx
      .insert(comments)
      .values({
        ...(requestId ? { id: requestId } : {}),
        postId: post.id,
        authorId: viewer.id,
        parentId,
        content,
        createdAt: deps.clock.now(),
      })
      .onConflictDoNothing({ target: comments.id })
      .returning({ id: comments.id });
    // A comment with this ID was just added to another post. The site's own forms never cause this.
    if (!createdComment) throw new AppError("invalid_input");
    await enforceDailyLimit(tx, author, "comments");

    await countComment(tx, post, { parentId, replyCount: 0 }, 1);
    await followThreadAsAuthor(tx, viewer, post.id, deps.clock.now());
    const notification = {
      postId: post.id,
      commentId: createdComment.id,
      authorId: viewer.id,
      parentAuthorId: parent ? parent.authorId : post.authorId,
      now: deps.clock.now(),
    };
    await notifyRepliesAndMentions(tx, { ...notification, content });
    await notifyFollowers(tx, notification);
    return createdComment;
  });
}
