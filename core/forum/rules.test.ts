import { expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import {
  canEditComment,
  canEditPost,
  requireCommentEditor,
  requireMember,
  requireSignInToComment,
  requireSignInToPost,
  requireSignInToVote,
  requireUnlocked,
} from "./rules.ts";

const createMember = (id: string, role: "user" | "admin" = "user"): Member => ({
  id,
  username: id,
  email: null,
  avatarUrl: null,
  isVerified: false,
  role,
  sessionId: id,
});
const author = createMember("author");
const otherMember = createMember("other");
const admin = createMember("admin", "admin");

function getErrorCode(run: () => void): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return undefined;
}

test("a visitor is refused with a message for the attempted action", () => {
  expect(getErrorCode(() => requireSignInToVote(null))).toBe("sign_in_to_vote");
  expect(getErrorCode(() => requireSignInToComment(null))).toBe("sign_in_to_comment");
  expect(getErrorCode(() => requireSignInToPost(null))).toBe("sign_in_to_post");
  expect(getErrorCode(() => requireMember(null))).toBe("not_signed_in");
  expect(getErrorCode(() => requireSignInToVote(otherMember))).toBeUndefined();
});

test("only its author and administrators can change a post", () => {
  expect(
    [null, otherMember, author, admin].map((viewer) => canEditPost(viewer, { authorId: "author" })),
  ).toEqual([false, false, true, true]);
});

test("a locked post accepts no comments, and only administrators can change its comments", () => {
  const comment = { authorId: "author" };
  const lockedPost = { isLocked: true };
  const openPost = { isLocked: false };
  expect(getErrorCode(() => requireUnlocked(lockedPost))).toBe("post_locked");
  expect(
    [null, otherMember, author, admin].map((viewer) => canEditComment(viewer, comment, openPost)),
  ).toEqual([false, false, true, true]);
  expect([author, admin].map((viewer) => canEditComment(viewer, comment, lockedPost))).toEqual([false, true]);
  expect(getErrorCode(() => requireCommentEditor(author, comment, lockedPost))).toBe("post_locked");
  expect(getErrorCode(() => requireCommentEditor(otherMember, comment, openPost))).toBe("not_author");
  expect(getErrorCode(() => requireCommentEditor(otherMember, comment, lockedPost))).toBe("not_author");
});
