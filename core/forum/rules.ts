import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";

/**
 * Who may do what in the forum. The `may…` rules answer for what screens show; the `require…` rules refuse with
 * the specification's words. Operations ask here first and decide nothing themselves.
 */

interface Owned {
  /** Null where the author is forgotten: then it is an administrator's alone. */
  readonly authorId: string | null;
}

export function mayEditPost(viewer: Viewer, post: Owned): boolean {
  return viewer !== null && (viewer.role === "admin" || viewer.id === post.authorId);
}

/** A locked post's comments stand as they are; only an administrator still changes them. */
export function mayEditComment(
  viewer: Viewer,
  comment: Owned,
  post: { readonly isLocked: boolean },
): boolean {
  if (viewer === null) return false;
  return viewer.role === "admin" || (viewer.id === comment.authorId && !post.isLocked);
}

export function requireMember(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("not_signed_in");
}

export function requireVoter(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("sign_in_to_vote");
}

export function requirePoster(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("sign_in_to_post");
}

export function requireCommenter(viewer: Viewer): asserts viewer is Member {
  if (viewer === null) throw new AppError("sign_in_to_comment");
}

/** Refuses a new comment or reply on a locked post, whoever writes it. */
export function requireUnlocked(post: { readonly isLocked: boolean }): void {
  if (post.isLocked) throw new AppError("post_locked");
}

export function requirePostEditor(viewer: Member, post: Owned): void {
  if (!mayEditPost(viewer, post)) throw new AppError("not_yours");
}

export function requireCommentEditor(
  viewer: Member,
  comment: Owned,
  post: { readonly isLocked: boolean },
): void {
  if (mayEditComment(viewer, comment, post)) return;
  throw new AppError(viewer.id === comment.authorId ? "post_locked" : "not_yours");
}
