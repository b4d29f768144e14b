import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { checkPostInput, type RawPostInput } from "#core/forum/post-input.ts";
import { requireMember, requirePostEditor } from "#core/forum/rules.ts";
import { tellOfWords } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { withHeldOffice } from "#server/profiles/index.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { isBlankContent } from "./is-blank-content.ts";
import { lockPost } from "./lock-rows.ts";
import { makeExcerpt } from "./make-excerpt.ts";
import { isModeration, type Moderation, recordPostAct } from "./moderate/record-post-act.ts";
import { forumPosts } from "./tables.ts";
import { findWriter, refuseExcess } from "./writer-limits.ts";

export interface PostEdit extends RawPostInput {
  readonly id: string;
}

/**
 * Edits a post. Administrators' edits of others' posts are logged. Throws not_signed_in, post_not_found, not_yours,
 * missing_information, invalid_input, too_many_requests, too_many_links, too_many_pictures.
 */
export async function editPost(
  deps: ForumDeps,
  asking: Viewer,
  edit: PostEdit,
  moderation?: Moderation,
): Promise<{ id: string }> {
  requireMember(asking);
  if (!isUuid(edit.id)) throw new AppError("post_not_found");
  await consumeLimit(deps, "edits", asking);

  return deps.database.db.transaction(async (tx) => {
    const viewer = await withHeldOffice(tx, asking, deps.clock.now());
    const post = await lockPost(tx, edit.id);
    requirePostEditor(viewer, post);
    const { title, content, category, tags } = checkPostInput(edit, isBlankContent);
    const [before] = await tx.select().from(forumPosts).where(eq(forumPosts.id, post.id));
    const isChanged =
      title !== before?.title ||
      content !== before.content ||
      category !== before.category ||
      tags.join("\n") !== before.tags.join("\n");
    if (isChanged) {
      const writer = await findWriter(deps, tx, viewer);
      refuseExcess(deps, writer, "post", content, before?.content);
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
      const told = { postId: post.id, commentId: null, authorId: post.authorId, answersId: null };
      const mentionsMost = writer?.standing.limits.mentions ?? null;
      await tellOfWords(tx, { ...told, content, mentionsMost, now: deps.clock.now() });
      if (before && isModeration(viewer, post, moderation)) {
        const changes = changesOf(before, { title, content, category, tags });
        const why = moderation?.why ?? "";
        await recordPostAct(deps, tx, viewer, { postId: post.id }, { act: "post.edit", why, ...changes });
      }
    }
    return { id: post.id };
  });
}

type Words = Readonly<Record<"title" | "content" | "category", string>> & {
  readonly tags: readonly string[];
};

/** Only the changed fields, for the audit log. */
function changesOf(before: Words, after: Words) {
  const names = (["title", "content", "category", "tags"] as const).filter(
    (name) => String(before[name]) !== String(after[name]),
  );
  const of = (words: Words) =>
    Object.fromEntries(names.map((name) => [name, name === "tags" ? words.tags.join(", ") : words[name]]));
  return { before: of(before), after: of(after) };
}
