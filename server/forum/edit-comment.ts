import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { checkCommentInput } from "#core/forum/post-input.ts";
import { requireCommentEditor, requireMember } from "#core/forum/rules.ts";
import { tellOfWords } from "#server/notifications/index.ts";
import { withHeldOffice } from "#server/profiles/index.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { isBlankContent } from "./is-blank-content.ts";
import { lockCommentWithPost } from "./lock-rows.ts";
import { isModeration, type Moderation, recordPostAct } from "./moderate/record-post-act.ts";
import { comments } from "./tables.ts";
import { findWriter, refuseExcess } from "./writer-limits.ts";

export interface CommentEdit {
  readonly id: string;
  readonly content: string;
}

/**
 * Throws not_signed_in, comment_not_found, not_yours, post_locked, missing_information, invalid_input,
 * too_many_requests, too_many_links, too_many_pictures.
 */
export async function editComment(
  deps: ForumDeps,
  asking: Viewer,
  edit: CommentEdit,
  moderation?: Moderation,
): Promise<{ id: string; postId: string }> {
  requireMember(asking);
  await consumeLimit(deps, "edits", asking);

  return deps.database.db.transaction(async (tx) => {
    const viewer = await withHeldOffice(tx, asking, deps.clock.now());
    const { post, comment } = await lockCommentWithPost(tx, edit.id);
    requireCommentEditor(viewer, comment, post);
    const content = checkCommentInput(edit.content, isBlankContent);
    if (content !== comment.content) {
      const writer = await findWriter(deps, tx, viewer);
      refuseExcess(deps, writer, "comment", content, comment.content);
      await tx
        .update(comments)
        .set({ content, editedAt: deps.clock.now() })
        .where(eq(comments.id, comment.id));
      const told = { postId: post.id, commentId: comment.id, authorId: comment.authorId, answersId: null };
      const mentionsMost = writer?.standing.limits.mentions ?? null;
      await tellOfWords(tx, { ...told, content, mentionsMost, now: deps.clock.now() });
      if (isModeration(viewer, comment, moderation)) {
        const act = {
          act: "comment.edit",
          why: moderation?.why ?? "",
          before: { content: comment.content },
          after: { content },
        } as const;
        await recordPostAct(deps, tx, viewer, { postId: post.id, commentId: comment.id }, act);
      }
    }
    return { id: comment.id, postId: post.id };
  });
}
