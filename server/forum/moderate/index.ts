import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { deleteComment } from "../delete-comment.ts";
import { deletePost } from "../delete-post.ts";
import type { ForumDeps } from "../deps.ts";
import { type CommentEdit, editComment } from "../edit-comment.ts";
import { editPost, type PostEdit } from "../edit-post.ts";
import { listLatestByMember } from "./list-latest-by-member.ts";
import { listModeratedComments, readModeratedComment } from "./list-moderated-comments.ts";
import { listModeratedPosts, readModeratedPost } from "./list-moderated-posts.ts";
import { movePost } from "./move-post.ts";
import { setPostLocked, setPostPinned } from "./pin-or-lock-post.ts";
import type { Moderation } from "./record-moderation.ts";
import { restoreComment } from "./restore-comment.ts";
import { restorePost } from "./restore-post.ts";

/** The post or comment, the reason, and the transaction if this is part of a larger admin action. */
type DeletionInput = { readonly id: string } & Partial<Moderation>;

export function createModeration(deps: ForumDeps) {
  return {
    ...bindOperations(deps, {
      listPosts: listModeratedPosts,
      readPost: readModeratedPost,
      setPostPinned,
      setPostLocked,
      movePost,
      restorePost,
      listComments: listModeratedComments,
      readComment: readModeratedComment,
      restoreComment,
      listLatestByMember,
    }),
    async editPost(viewer: Viewer, { reason = "", tx, ...edit }: PostEdit & Partial<Moderation>) {
      requireAdmin(viewer);
      await editPost(deps, viewer, edit, { reason, tx });
    },
    async deletePost(viewer: Viewer, { id, reason = "", tx }: DeletionInput) {
      requireAdmin(viewer);
      await deletePost(deps, viewer, id, { reason, tx });
    },
    async editComment(viewer: Viewer, { reason = "", tx, ...edit }: CommentEdit & Partial<Moderation>) {
      requireAdmin(viewer);
      await editComment(deps, viewer, edit, { reason, tx });
    },
    async deleteComment(viewer: Viewer, { id, reason = "", tx }: DeletionInput) {
      requireAdmin(viewer);
      await deleteComment(deps, viewer, id, { reason, tx });
    },
  };
}
