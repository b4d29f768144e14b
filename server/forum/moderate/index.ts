/** The forum's operations for the admin dashboard. All throw not_signed_in, or access_denied for members who aren't administrators. */
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type {
  LatestByMember,
  ModeratedComment,
  ModeratedCommentsQuery,
  ModeratedPost,
  ModeratedPostsQuery,
} from "#core/forum/moderation.ts";
import type { Page } from "#core/forum/types.ts";
import { deleteComment } from "../delete-comment.ts";
import { deletePost } from "../delete-post.ts";
import type { ForumDeps } from "../deps.ts";
import { type CommentEdit, editComment } from "../edit-comment.ts";
import { listLatestByMember } from "./list-latest-by-member.ts";
import { listModeratedComments, readModeratedComment } from "./list-moderated-comments.ts";
import { listModeratedPosts, readModeratedPost } from "./list-moderated-posts.ts";
import { lockPost, type PostLock } from "./lock-post.ts";
import { movePost, type PostMove } from "./move-post.ts";
import { type PostPin, pinPost } from "./pin-post.ts";
import { restoreComment } from "./restore-comment.ts";
import { restorePost } from "./restore-post.ts";

/** The post or comment to act on, and the reason. */
interface ModerationTarget {
  readonly id: string;
  readonly reason?: string;
}

export interface Moderation {
  listPosts(viewer: Viewer, query: ModeratedPostsQuery): Promise<Page<ModeratedPost>>;
  readPost(viewer: Viewer, id: string): Promise<ModeratedPost>;
  pinPost(viewer: Viewer, pin: PostPin): Promise<void>;
  lockPost(viewer: Viewer, lock: PostLock): Promise<void>;
  movePost(viewer: Viewer, move: PostMove): Promise<void>;
  deletePost(viewer: Viewer, post: ModerationTarget): Promise<void>;
  restorePost(viewer: Viewer, post: ModerationTarget): Promise<void>;
  listComments(viewer: Viewer, query: ModeratedCommentsQuery): Promise<Page<ModeratedComment>>;
  readComment(viewer: Viewer, id: string): Promise<ModeratedComment>;
  editComment(viewer: Viewer, edit: CommentEdit & { readonly reason?: string }): Promise<void>;
  deleteComment(viewer: Viewer, comment: ModerationTarget): Promise<void>;
  restoreComment(viewer: Viewer, comment: ModerationTarget): Promise<void>;
  /** A member's latest posts and comments; nothing for an unknown id. */
  listLatestByMember(viewer: Viewer, memberId: string): Promise<LatestByMember>;
}

export function createModeration(deps: ForumDeps): Moderation {
  return {
    listPosts: (viewer, query) => listModeratedPosts(deps, viewer, query),
    readPost: (viewer, id) => readModeratedPost(deps, viewer, id),
    pinPost: (viewer, pin) => pinPost(deps, viewer, pin),
    lockPost: (viewer, lock) => lockPost(deps, viewer, lock),
    movePost: (viewer, move) => movePost(deps, viewer, move),
    async deletePost(viewer, { id, reason = "" }) {
      requireAdmin(viewer);
      await deletePost(deps, viewer, id, { reason });
    },
    restorePost: (viewer, post) => restorePost(deps, viewer, post),
    listComments: (viewer, query) => listModeratedComments(deps, viewer, query),
    readComment: (viewer, id) => readModeratedComment(deps, viewer, id),
    async editComment(viewer, { reason = "", ...edit }) {
      requireAdmin(viewer);
      await editComment(deps, viewer, edit, { reason });
    },
    async deleteComment(viewer, { id, reason = "" }) {
      requireAdmin(viewer);
      await deleteComment(deps, viewer, id, { reason });
    },
    restoreComment: (viewer, comment) => restoreComment(deps, viewer, comment),
    listLatestByMember: (viewer, memberId) => listLatestByMember(deps, viewer, memberId),
  };
}
