import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let ada: Member;
beforeAll(async () => {
  site = await openTestForum();
  ada = await site.createMember("ada");
});
afterAll(() => site.database.drop());

/** Without JavaScript, a form submitted again after going back sends the same ID, even with different content. */
const requestId = randomUUID();
const readContents = async (table: "forum_posts" | "comments"): Promise<string[]> =>
  (
    await site.database.pool.query(
      `select content from public.${table} where deleted_at is null order by content`,
    )
  ).rows.map(({ content }) => content);

test("a post form sent again with different content, or after the post was deleted, loses nothing", async () => {
  const send = (content: string) =>
    site.forum.createPost(ada, { title: "A title", content, category: "ai", tags: [], requestId });
  expect((await send("first")).id).toBe(requestId);
  expect((await send("second")).id).not.toBe(requestId);
  expect((await send("first")).id).toBe(requestId);
  expect(await readContents("forum_posts")).toEqual(["first", "second"]);

  await site.forum.deletePost(ada, requestId);
  expect((await send("first")).id).not.toBe(requestId);
  expect(await readContents("forum_posts")).toEqual(["first", "second"]);
  expect(await site.forum.recountForum({ repair: false })).toEqual([]);
});

test("a comment form sent again with different content, or after the comment was deleted, loses nothing", async () => {
  const postId = await site.createPost(ada);
  const send = (content: string) => site.forum.addComment(ada, { postId, content, requestId });
  expect((await send("first")).id).toBe(requestId);
  expect((await send("second")).id).not.toBe(requestId);
  expect((await send("first")).id).toBe(requestId);
  expect(await readContents("comments")).toEqual(["first", "second"]);

  await site.forum.deleteComment(ada, requestId);
  expect((await send("first")).id).not.toBe(requestId);
  expect(await readContents("comments")).toEqual(["first", "second"]);
  expect(await site.forum.recountForum({ repair: false })).toEqual([]);
});
