import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { COMMENT_MAX, CONTENT_MAX } from "#core/forum/limits.ts";
import { createForum } from "./index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let ada: Member;
let postId: string;
let commentId: string;
beforeAll(async () => {
  site = await openTestForum();
  ada = await site.createMember("ada");
  postId = await site.createPost(ada);
  commentId = (await site.forum.addComment(ada, { postId, content: "A comment" })).id;
});
afterAll(() => site.database.drop());

/** Only rendering shows that this is blank. The error is a different one if another check comes first. */
const BLANK = "&nbsp;";
const post = { title: "A title", category: "crypto", tags: [] };

test("content over the length limit is refused without being rendered", async () => {
  const invalidInput = { code: "invalid_input" };
  const content = BLANK.repeat(CONTENT_MAX);
  await expect(site.forum.createPost(ada, { ...post, content })).rejects.toMatchObject(invalidInput);
  await expect(site.forum.editPost(ada, { id: postId, ...post, content })).rejects.toMatchObject(
    invalidInput,
  );
  const comment = BLANK.repeat(COMMENT_MAX);
  await expect(site.forum.addComment(ada, { postId, content: comment })).rejects.toMatchObject(invalidInput);
  await expect(site.forum.editComment(ada, { id: commentId, content: comment })).rejects.toMatchObject(
    invalidInput,
  );
});

test("content is rendered only after the rate limit was consumed", async () => {
  const forum = createForum({
    ...site,
    limits: { consume: async () => ({ allowed: false, retryAfterSeconds: 60 }) },
  });
  const tooManyRequests = { code: "too_many_requests" };
  await expect(forum.createPost(ada, { ...post, content: BLANK })).rejects.toMatchObject(tooManyRequests);
  await expect(forum.editPost(ada, { id: postId, ...post, content: BLANK })).rejects.toMatchObject(
    tooManyRequests,
  );
  await expect(forum.addComment(ada, { postId, content: BLANK })).rejects.toMatchObject(tooManyRequests);
  await expect(forum.editComment(ada, { id: commentId, content: BLANK })).rejects.toMatchObject(
    tooManyRequests,
  );
  // A mistake that is cheap to find doesn't count.
  await expect(forum.addComment(ada, { postId, content: " " })).rejects.toMatchObject({
    code: "missing_information",
  });
});
