import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
});
afterAll(() => site.database.drop());

const read = () => {
  site.clock.advance(60);
  return site.forum.readOverview();
};

test("a category's post count doesn't include deleted posts", async () => {
  expect((await site.forum.readOverview()).postCounts).toEqual({});
  const ada = await site.createMember("ada");
  await site.createPost(ada, { category: "ai" });
  await site.createPost(ada, { category: "ai" });
  await site.createPost(ada, { category: "defi" });
  await site.forum.deletePost(ada, await site.createPost(ada, { category: "nft" }));
  expect((await read()).postCounts).toEqual({ ai: 2, defi: 1 });
});

test("post counts are correct after posts are edited, moved, deleted and restored concurrently", async () => {
  const [author, root] = [await site.createMember("author"), await site.createMember("root", "admin")];
  const { postCounts: before } = await read();
  const postIds = await Promise.all(
    ["ai", "ai", "ai", "ai", "crypto"].map((category) =>
      site.createPost(author, { category: category as "ai" }),
    ),
  );
  const [editedPostId = "", movedPostId = "", deletedPostId = "", restoredPostId = ""] = postIds;
  const { moderation } = site.forum;
  await moderation.deletePost(root, { id: restoredPostId, reason: "Test." });
  await Promise.all([
    site.forum.editPost(author, {
      id: editedPostId,
      title: "Edited",
      content: "Now.",
      category: "crypto",
      tags: [],
    }),
    moderation.movePost(root, { id: movedPostId, category: "defi", reason: "Test." }),
    site.forum.deletePost(author, deletedPostId),
    moderation.restorePost(root, { id: restoredPostId, reason: "Test." }),
  ]);
  expect((await read()).postCounts).toEqual({
    ...before,
    ai: (before.ai ?? 0) + 1,
    crypto: (before.crypto ?? 0) + 2,
    defi: (before.defi ?? 0) + 1,
  });
  expect(await site.forum.recountForum({ repair: false })).toEqual([]);
});

test("the newest posts without comments are listed as unanswered, unless they're locked", async () => {
  const [ada, root] = [await site.createMember("ada"), await site.createMember("root", "admin")];
  const postIds: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    site.clock.advance(1);
    postIds.unshift(await site.createPost(ada));
  }
  const [answeredPostId = "", lockedPostId = "", deletedPostId = ""] = postIds;
  await site.forum.addComment(root, { postId: answeredPostId, content: "An answer." });
  await site.forum.moderation.setPostLocked(root, { id: lockedPostId, isLocked: true, reason: "Test." });
  await site.forum.deletePost(ada, deletedPostId);
  expect((await read()).unanswered.slice(0, 4).map(({ id }) => id)).toEqual(postIds.slice(3, 7));
});

test("top members are those with the most upvotes from others on the past week's posts and comments", async () => {
  const [bob, cleo, dan] = [
    await site.createMember("bob"),
    await site.createMember("cleo"),
    await site.createMember("dan"),
  ];
  const voteOn = async (postId: string, ...members: (typeof bob)[]) => {
    for (const member of members)
      await site.forum.voteOnPost(member, { postId, voteType: 1, rule: "toggle" });
  };
  await voteOn(await site.createPost(bob), cleo, dan);
  site.clock.advance(8 * 86_400);
  const postId = await site.createPost(cleo);
  // A vote on one's own content doesn't count.
  await voteOn(postId, bob, cleo);
  const { id: commentId } = await site.forum.addComment(dan, { postId, content: "A comment." });
  for (const member of [bob, cleo]) await site.forum.voteOnComment(member, { commentId, voteType: 1 });
  const { topMembers } = await read();
  expect(topMembers.map(({ username, upvotes }) => [username, upvotes])).toEqual([
    ["dan", 2],
    ["cleo", 1],
  ]);
  await site.forum.anonymizeMember(dan.id);
  expect((await read()).topMembers.map(({ username }) => username)).not.toContain("dan");
});
