import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { DELETED_MEMBER } from "#core/accounts/profile-path.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
});
afterAll(() => site.database.drop());

async function addReply(postId: string, author: Member): Promise<string> {
  site.clock.advance(60);
  return (await site.forum.addComment(author, { postId, content: "A reply." })).id;
}

async function readReplies(postId: string) {
  const { items } = await site.forum.listPosts(null, buildListQuery({ sort: "new" }));
  const post = items.find(({ id }) => id === postId);
  return { last: post?.lastReply, names: post?.participants.map(({ username }) => username) };
}

test("a post in a list has its last reply and the last three other participants, latest first", async () => {
  const names = ["ada", "bob", "cleo", "dan", "eve"];
  const [ada, bob, cleo, dan, eve] = (await Promise.all(names.map((name) => site.createMember(name)))) as [
    Member,
    Member,
    Member,
    Member,
    Member,
  ];
  const postId = await site.createPost(ada);
  expect(await readReplies(postId)).toEqual({ last: null, names: [] });
  for (const author of [bob, cleo, dan, eve, bob]) await addReply(postId, author);
  expect(await readReplies(postId)).toEqual({
    last: { username: "bob", at: site.clock.now().toISOString() },
    names: ["bob", "eve", "dan"],
  });
  // The author's own reply is the last one, but their picture is on the card already.
  await addReply(postId, ada);
  expect(await readReplies(postId)).toMatchObject({
    last: { username: "ada" },
    names: ["bob", "eve", "dan"],
  });
});

test("deleted replies don't count, and deleted members have no picture", async () => {
  const [author, leaver, remainingMember] = [
    await site.createMember("author"),
    await site.createMember("gone"),
    await site.createMember("stays"),
  ];
  const postId = await site.createPost(author);
  await addReply(postId, leaver);
  const repliedAt = site.clock.now().toISOString();
  const deletedReplyId = await addReply(postId, remainingMember);
  await site.forum.deleteComment(remainingMember, deletedReplyId);
  expect(await readReplies(postId)).toEqual({ last: { username: "gone", at: repliedAt }, names: ["gone"] });
  await site.forum.anonymizeMember(leaver.id);
  expect(await readReplies(postId)).toEqual({ last: { username: DELETED_MEMBER, at: repliedAt }, names: [] });
});

test("a list of posts depends on the members whose names it shows", async () => {
  const [author, replier] = [await site.createMember("writer"), await site.createMember("replier")];
  await addReply(await site.createPost(author), replier);
  const sources = await runInRequestScope("test", async () => {
    await site.forum.listPosts(null, buildListQuery({ sort: "new" }));
    return getRequestScope()?.sources.read;
  });
  expect(sources).toContain("username:replier");
});
