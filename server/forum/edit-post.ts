import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import { parsePostInput, type RawPostInput } from "#core/forum/post-input.ts";
import { requireMember, requirePostEditor } from "#core/forum/rules.ts";
import { notifyRepliesAndMentions } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockViewerRole } from "#server/profiles/index.ts";
import { movePostCount } from "./adjust-post-counts.ts";
import { buildExcerpt } from "./build-excerpt.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { lockPost } from "./lock-rows.ts";
import { isModeration, type Moderation, recordModeration } from "./moderate/record-moderation.ts";
import { enforceMarkupLimits, findLimitedAuthor } from "./new-member-limits.ts";
import { requireVisibleContent } from "./require-visible-content.ts";
import { forumPosts } from "./tables.ts";
import { getPostVersion, rejectStaleEdit } from "./text-version.ts";

export interface PostEdit extends RawPostInput {
  readonly id: string;
  readonly version?: string;
}

/**
 * An edit that is moderation (isModeration) is logged. Throws not_signed_in, post_not_found, not_author,
 * missing_information, invalid_input, too_many_requests, too_many_links, too_many_images, too_many_mentions, and
 * edit_conflict if the post has changed since `version`.
 */
export async function editPost(deps: ForumDeps, actor: Viewer, edit: PostEdit, moderation?: Moderation) {
  requireMember(actor);
  if (!isUuid(edit.id)) throw new AppError("post_not_found");
  if (!moderation?.tx) await consumeLimit(deps, "edits", actor);

  return (moderation?.tx ?? deps.database.db).transaction(async (tx) => {
    const viewer = await lockViewerRole(tx, actor, deps.clock.now());
    const post = await lockPost(tx, edit.id);
    requirePostEditor(viewer, post);
    const { title, content, category, tags } = parsePostInput(edit);
    requireVisibleContent(content);
    const [currentPost] = await tx.select().from(forumPosts).where(eq(forumPosts.id, post.id));
    const isChanged =
      title !== currentPost?.title ||
      content !== currentPost.content ||
      category !== currentPost.category ||
      tags.join("\n") !== currentPost.tags.join("\n");
    if (isChanged) {
      if (currentPost) rejectStaleEdit(edit.version, getPostVersion(currentPost), formatPost(currentPost));
      const author = await findLimitedAuthor(deps, tx, viewer);
      enforceMarkupLimits(deps, author, "post", content, currentPost?.content);
      await tx
        .update(forumPosts)
        .set({
          title,
          content,
          excerpt: buildExcerpt(content),
          category,
          tags: [...tags],
          editedAt: deps.clock.now(),
        })
        .where(eq(forumPosts.id, post.id));
      await notifyRepliesAndMentions(tx, {
        postId: post.id,
        commentId: null,
        authorId: post.authorId,
        parentAuthorId: null,
        content,
        mentionsLimit: author?.trustLevel.limits.mentions ?? null,
        now: deps.clock.now(),
      });
      if (currentPost && isModeration(viewer, post, moderation)) {
        const changes = diffFields(currentPost, { title, content, category, tags });
        const event = { action: "post.edit", postId: post.id, ...changes, ...moderation } as const;
        await recordModeration(deps, tx, viewer, event);
      }
      if (currentPost && currentPost.category !== category)
        await movePostCount(tx, currentPost.category, category);
    }
    return { id: post.id };
  });
}

type PostFields = Readonly<Record<"title" | "content" | "category", string>> & {
  readonly tags: readonly string[];
};

const formatPost = ({ title, category, tags, content }: typeof forumPosts.$inferSelect) =>
  [title, [CATEGORY_LABELS[category], ...tags.map((tag) => `#${tag}`)].join(" "), content].join("\n\n");

/** Returns only the changed fields, for the audit log. */
function diffFields(before: PostFields, after: PostFields) {
  const names = (["title", "content", "category", "tags"] as const).filter(
    (name) => String(before[name]) !== String(after[name]),
  );
  const pickFields = (post: PostFields) =>
    Object.fromEntries(names.map((name) => [name, name === "tags" ? post.tags.join(", ") : post[name]]));
  return { before: pickFields(before), after: pickFields(after) };
}
