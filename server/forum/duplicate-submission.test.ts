import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
let ada: Member;
beforeAll(async () => {
  world = await openTestForum();
  ada = await world.member("ada");
});
afterAll(() => world.database.drop());

/** A page without JavaScript sends the same form id again after going back, even with other content. */
const requestId = randomUUID();
const readContents = async (table: "forum_posts" | "comments"): Promise<string[]> =>
  (
    await world.database.pool.query(
      `select content from public.${table} where deleted_at is null order by content`,
    )
  ).rows.map(({ content }) => content);

test("a post form sent again with other content, or after the post was deleted, loses nothing", async () => {
  const send = (content: string) =>
    world.forum.createPost(ada, { title: "A title", content, category: "ai", tags: [], requestId });
  expect((await send("first")).id).toBe(requestId);
  expect((await send("second")).id).not.toBe(requestId);
  expect((await send("first")).id).toBe(requestId);
  expect(await readContents("forum_posts")).toEqual(["first", "second"]);

  await world.forum.deletePost(ada, requestId);
  expect((await send("first")).id).not.toBe(requestId);
  expect(await readContents("forum_posts")).toEqual(["first", "second"]);
  expect(await world.forum.recountForum({ repair: false })).toEqual([]);
});

test("a comment form sent again loses nothing either", async () => {
  const postId = await world.post(ada);
  const send = (content: string) => world.forum.addComment(ada, { postId, content, requestId });
  expect((await send("first")).id).toBe(requestId);
  expect((await send("second")).id).not.toBe(requestId);
  expect((await send("first")).id).toBe(requestId);
  expect(await readContents("comments")).toEqual(["first", "second"]);

  await world.forum.deleteComment(ada, requestId);
  expect((await send("first")).id).not.toBe(requestId);
  expect(await readContents("comments")).toEqual(["first", "second"]);
  expect(await world.forum.recountForum({ repair: false })).toEqual([]);
});
