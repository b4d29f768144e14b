import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { COMMENT_MAX, CONTENT_MAX } from "#core/forum/limits.ts";
import { parser } from "#server/markdown/parser.ts";
import { createForum } from "./index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let ada: Member;
let postId: string;
let commentId: string;
let parseCount = 0;
parser.core.ruler.push("count", () => {
  parseCount += 1;
});
beforeAll(async () => {
  site = await openTestForum();
  ada = await site.createMember("ada");
  postId = await site.createPost(ada);
  commentId = (await site.forum.addComment(ada, { postId, content: "A comment" })).id;
});
beforeEach(() => {
  parseCount = 0;
});
afterAll(() => site.database.drop());

const post = { title: "A title", category: "crypto", tags: [] };

test("content over the length limit is refused without being rendered", async () => {
  const invalidInput = { code: "invalid_input" };
  const content = "a".repeat(CONTENT_MAX + 1);
  await expect(site.forum.createPost(ada, { ...post, content })).rejects.toMatchObject(invalidInput);
  await expect(site.forum.editPost(ada, { id: postId, ...post, content })).rejects.toMatchObject(
    invalidInput,
  );
  const comment = "a".repeat(COMMENT_MAX + 1);
  await expect(site.forum.addComment(ada, { postId, content: comment })).rejects.toMatchObject(invalidInput);
  await expect(site.forum.editComment(ada, { id: commentId, content: comment })).rejects.toMatchObject(
    invalidInput,
  );
  expect(parseCount).toBe(0);
});

test("content is rendered only after the rate limit was consumed", async () => {
  const forum = createForum({
    ...site,
    limits: { consume: async () => ({ allowed: false, retryAfterSeconds: 60 }) },
  });
  const tooManyRequests = { code: "too_many_requests" };
  await expect(forum.createPost(ada, { ...post, content: "One" })).rejects.toMatchObject(tooManyRequests);
  await expect(forum.editPost(ada, { id: postId, ...post, content: "Two" })).rejects.toMatchObject(
    tooManyRequests,
  );
  await expect(forum.addComment(ada, { postId, content: "Three" })).rejects.toMatchObject(tooManyRequests);
  await expect(forum.editComment(ada, { id: commentId, content: "Four" })).rejects.toMatchObject(
    tooManyRequests,
  );
  // A mistake that is cheap to find doesn't count.
  await expect(forum.addComment(ada, { postId, content: " " })).rejects.toMatchObject({
    code: "missing_information",
  });
  expect(parseCount).toBe(0);
});
