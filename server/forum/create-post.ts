import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { computeHotRank } from "#core/forum/hot-rank.ts";
import { parsePostInput, type RawPostInput } from "#core/forum/post-input.ts";
import { requireSignInToPost } from "#core/forum/rules.ts";
import { commitWith, executeNamed, findViolatedConstraint, type Tx } from "#server/database/index.ts";
import { notifyListFollowers, notifyRepliesAndMentions } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { adjustPostCounts } from "./adjust-post-counts.ts";
import { buildExcerpt } from "./build-excerpt.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import {
  enforceDailyLimit,
  enforceMarkupLimits,
  findLimitedAuthor,
  lockDailyCount,
} from "./new-member-limits.ts";
import { followThreadAsAuthor } from "./reading/follow-thread.ts";
import { requireVisibleContent } from "./require-visible-content.ts";
import { forumPosts } from "./tables.ts";

export interface NewPost extends RawPostInput {
  readonly draftId?: string | null;
  /** A UUID created by the form, so that submitting twice creates one post. */
  readonly requestId?: string | null;
  /**
   * Whether to publish at most one post with this request ID. If that post was deleted or has different text,
   * invalid_input is thrown; by default, a second post is published.
   */
  readonly isPublishedOnlyOnce?: boolean;
}

/**
 * Throws sign_in_to_post; missing_information and invalid_input, both with fields; invalid_input without fields if the
 * request ID was used for another post; too_many_requests; and not_signed_in for a deleted account. For new members,
 * also throws too_many_links, too_many_images, too_many_mentions and daily_limit.
 */
export async function createPost(deps: ForumDeps, viewer: Viewer, input: NewPost): Promise<{ id: string }> {
  requireSignInToPost(viewer);
  const { title, content, category, tags } = parsePostInput(input);
  const requestId = input.requestId && isUuid(input.requestId) ? input.requestId : undefined;
  await consumeLimit(deps, "posts", viewer);
  requireVisibleContent(content);
  const author = await findLimitedAuthor(deps, deps.database.db, viewer);
  enforceMarkupLimits(deps, author, "post", content);

  const createdAt = deps.clock.now();
  const publish = (id: string) =>
    commitWith(deps.database.db, async (tx) => {
      await lockDailyCount(tx, author, "posts");
      const insertion = insertPost(tx, {
        id,
        title,
        content,
        category,
        tags,
        authorId: viewer.id,
        createdAt,
      });
      if (author) {
        await insertion;
        await enforceDailyLimit(tx, author, "posts");
      }
      const notification = { postId: id, commentId: null, authorId: viewer.id, now: createdAt };
      const lastStatements = Promise.all([
        insertion,
        deletePublishedDraft(tx, viewer, input.draftId),
        followThreadAsAuthor(tx, viewer, id, createdAt),
        notifyRepliesAndMentions(tx, { ...notification, parentAuthorId: null, content }),
        notifyListFollowers(tx, notification),
        adjustPostCounts(tx, { createdAt, category }, 1),
      ]);
      return { result: { id }, lastStatements };
    });

  if (!requestId) return publish(randomUUID());
  try {
    return await publish(requestId);
  } catch (error) {
    if (findViolatedConstraint(error) !== "forum_posts_pkey") throw error;
  }
  const [earlierPost] = await deps.database.db.select().from(forumPosts).where(eq(forumPosts.id, requestId));
  if (earlierPost?.authorId !== viewer.id) throw new AppError("invalid_input");
  if (earlierPost.deletedAt === null && earlierPost.title === title && earlierPost.content === content)
    return { id: requestId };
  if (input.isPublishedOnlyOnce) throw new AppError("invalid_input");
  // The post that this form created was deleted or has different text, so this is a new post.
  return publish(randomUUID());
}

interface PostRow {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly authorId: string;
  readonly createdAt: Date;
}

async function insertPost(tx: Tx, post: PostRow): Promise<void> {
  const { id, title, content, category, tags, authorId, createdAt } = post;
  await executeNamed(
    tx,
    "insert-post",
    sql`
      insert into public.forum_posts (id, title, content, excerpt, category, tags, author_id, created_at, hot_rank)
      values (${id}::uuid, ${title}, ${content}, ${buildExcerpt(content)}, ${category}, ${sql.param(tags)}::text[],
        ${authorId}::uuid, ${createdAt.toISOString()}::timestamptz, ${computeHotRank(0, 0, createdAt)}::float8)`,
  );
}

async function deletePublishedDraft(tx: Tx, member: Member, draftId: string | null = null): Promise<void> {
  if (draftId === null || !isUuid(draftId)) return;
  await executeNamed(
    tx,
    "delete-published-draft",
    sql`delete from public.post_drafts where id = ${draftId}::uuid and author_id = ${member.id}::uuid`,
  );
}
