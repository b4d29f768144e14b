import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";

/**
 * Who can do what in the forum, except for moderation, which requires an administrator (core/admin/rules.ts). No other
 * code decides permissions.
 */

interface AuthoredContent {
  /** Null if the author's account was deleted. */
  readonly authorId: string | null;
}

export function canEditPost(viewer: Viewer, post: AuthoredContent): boolean {
  return viewer !== null && (viewer.role === "admin" || viewer.id === post.authorId);
}

/** On a locked post, only administrators can edit comments. */
export function canEditComment(
  viewer: Viewer,
  comment: AuthoredContent,
  post: { readonly isLocked: boolean },
): boolean {
  if (viewer === null) return false;
  return viewer.role === "admin" || (viewer.id === comment.authorId && !post.isLocked);
}

export function requireMember(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("not_signed_in");
}

export function requireSignInToVote(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("sign_in_to_vote");
}

export function requireSignInToPost(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("sign_in_to_post");
}

export function requireSignInToComment(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("sign_in_to_comment");
}

/** Throws post_locked for a locked post. Not even administrators can comment on it. */
export function requireUnlocked(post: { readonly isLocked: boolean }): void {
  if (post.isLocked) throw new AppError("post_locked");
}

export function requirePostEditor(viewer: Member, post: AuthoredContent): void {
  if (!canEditPost(viewer, post)) throw new AppError("not_author");
}

export function requireCommentEditor(
  viewer: Member,
  comment: AuthoredContent,
  post: { readonly isLocked: boolean },
): void {
  if (canEditComment(viewer, comment, post)) return;
  throw viewer.id === comment.authorId
    ? new AppError("post_locked", { message: "This post is locked. You can't edit or delete your comments." })
    : new AppError("not_author");
}
