import { and, eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { computeHotRank } from "#core/forum/hot-rank.ts";
import { parsePostInput, type RawPostInput } from "#core/forum/post-input.ts";
import { requireSignInToPost } from "#core/forum/rules.ts";
import { commitWith } from "#server/database/index.ts";
import { notifyListFollowers, notifyRepliesAndMentions } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { adjustPostCounts } from "./adjust-post-counts.ts";
import { buildExcerpt } from "./build-excerpt.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { isBlankContent } from "./is-blank-content.ts";
import {
  enforceDailyLimit,
  enforceMarkupLimits,
  findLimitedAuthor,
  lockDailyCount,
} from "./new-member-limits.ts";
import { followOwnThread } from "./reading/follow-thread.ts";
import { forumPosts, postDrafts } from "./tables.ts";

export interface NewPost extends RawPostInput {
  /** The draft to delete when the post is published. */
  readonly draftId?: string | null;
  /** A UUID created by the form, so that submitting twice creates one post. */
  readonly requestId?: string | null;
  /** Throws invalid_input if a post with this request id has different content, instead of publishing a second post. */
  readonly isOnlyVersion?: boolean;
}

/**
 * Publishes a post. Throws sign_in_to_post, missing_information and invalid_input (both with fields),
 * too_many_requests, and for new members too_many_links, too_many_images and daily_limit.
 */
export async function createPost(deps: ForumDeps, viewer: Viewer, input: NewPost): Promise<{ id: string }> {
  requireSignInToPost(viewer);
  const { title, content, category, tags } = parsePostInput(input, isBlankContent);
  const requestId = input.requestId && isUuid(input.requestId) ? input.requestId : undefined;
  await consumeLimit(deps, "posts", viewer);

  const createdAt = deps.clock.now();
  return commitWith(deps.database.db, async (tx) => {
    const author = await findLimitedAuthor(deps, tx, viewer);
    enforceMarkupLimits(deps, author, "post", content);
    await lockDailyCount(tx, author, "posts");
    const insert = async (id: { id?: string }) => {
      const [inserted] = await tx
        .insert(forumPosts)
        .values({
          ...id,
          title,
          content,
          excerpt: buildExcerpt(content),
          category,
          tags: [...tags],
          authorId: viewer.id,
          createdAt,
          hotRank: computeHotRank(0, 0, createdAt),
        })
        .onConflictDoNothing({ target: forumPosts.id })
        .returning({ id: forumPosts.id });
      return inserted;
    };

    let created = await insert(requestId ? { id: requestId } : {});
    if (!created && requestId) {
      const [earlier] = await tx.select().from(forumPosts).where(eq(forumPosts.id, requestId));
      if (earlier?.authorId !== viewer.id) throw new AppError("invalid_input");
      if (earlier.deletedAt === null && earlier.title === title && earlier.content === content)
        return { result: { id: requestId }, last: Promise.resolve() };
      if (input.isOnlyVersion) throw new AppError("invalid_input");
      // The user went back to the form of a published post and changed the text, so this is a new post.
      created = await insert({});
    }
    if (!created) throw new Error("the post was not stored");
    await enforceDailyLimit(tx, author, "posts");

    if (input.draftId && isUuid(input.draftId)) {
      await tx
        .delete(postDrafts)
        .where(and(eq(postDrafts.id, input.draftId), eq(postDrafts.authorId, viewer.id)));
    }
    const notification = { postId: created.id, commentId: null, authorId: viewer.id, now: createdAt };
    const last = Promise.all([
      followOwnThread(tx, viewer, created.id, createdAt),
      notifyRepliesAndMentions(tx, { ...notification, parentAuthorId: null, content }),
      notifyListFollowers(tx, notification),
      adjustPostCounts(tx, { createdAt, category }, 1),
    ]);
    return { result: created, last };
  });
}
