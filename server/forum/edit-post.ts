import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { checkPostInput, type RawPostInput } from "#core/forum/post-input.ts";
import { requireMember, requirePostEditor } from "#core/forum/rules.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { lockPost } from "./lock-rows.ts";
import { makeExcerpt } from "./make-excerpt.ts";
import { forumPosts } from "./tables.ts";

export interface PostEdit extends RawPostInput {
  readonly id: string;
}

/**
 * Changes a post's words. Throws not_signed_in, post_not_found, not_yours, missing_information, invalid_input,
 * too_many_requests.
 */
export async function editPost(deps: ForumDeps, viewer: Viewer, edit: PostEdit): Promise<{ id: string }> {
  requireMember(viewer);
  if (!isUuid(edit.id)) throw new AppError("post_not_found");
  await consumeLimit(deps, "edits", viewer);

  return deps.database.db.transaction(async (tx) => {
    const post = await lockPost(tx, edit.id);
    requirePostEditor(viewer, post);
    const { title, content, category, tags } = checkPostInput(edit);
    const [before] = await tx.select().from(forumPosts).where(eq(forumPosts.id, post.id));
    const isChanged =
      title !== before?.title ||
      content !== before.content ||
      category !== before.category ||
      tags.join("\n") !== before.tags.join("\n");
    if (isChanged) {
      await tx
        .update(forumPosts)
        .set({
          title,
          content,
          excerpt: makeExcerpt(content),
          category,
          tags: [...tags],
          editedAt: deps.clock.now(),
        })
        .where(eq(forumPosts.id, post.id));
    }
    return { id: post.id };
  });
}
