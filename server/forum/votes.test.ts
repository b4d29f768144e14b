import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { computeHotRank } from "#core/forum/hot-rank.ts";
import { computeWilsonLowerBound } from "#core/forum/wilson.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
let author: Member;
let crowd: Member[];
beforeAll(async () => {
  world = await openTestForum({ maxConnections: 50 });
  author = await world.member("author");
  crowd = [];
  for (let at = 0; at < 50; at += 1) crowd.push(await world.member(`voter_${at}`));
});
afterAll(() => world.database.drop());

const readKarma = async (member: Member): Promise<number> =>
  (await world.database.pool.query("select karma from profiles where id = $1", [member.id])).rows[0].karma;
const expectConsistent = async () => expect(await world.forum.recountForum({ repair: false })).toEqual([]);

test("the toggle rule adds, reverses and removes a vote, with rank and karma", async () => {
  const [user] = crowd as [Member];
  const postId = await world.post(author);
  const karma = await readKarma(author);
  const vote = (voteType: 1 | -1) => world.forum.voteOnPost(user, { postId, voteType, rule: "toggle" });
  expect(await vote(1)).toEqual({ upvotes: 1, downvotes: 0, ownVote: 1 });
  expect(await readKarma(author)).toBe(karma + 1);
  expect(await vote(-1)).toEqual({ upvotes: 0, downvotes: 1, ownVote: -1 });
  expect(await readKarma(author)).toBe(karma - 1);
  const { rows } = await world.database.pool.query("select hot_rank from forum_posts where id = $1", [
    postId,
  ]);
  expect(rows[0].hot_rank).toBe(computeHotRank(0, 1, world.clock.now()));
  expect(await vote(-1)).toEqual({ upvotes: 0, downvotes: 0, ownVote: 0 });
  expect(await readKarma(author)).toBe(karma);
  await expectConsistent();
});

test("the once rule refuses a second vote in either direction", async () => {
  const [user] = crowd as [Member];
  const postId = await world.post(author);
  const vote = (voteType: 1 | -1) => world.forum.voteOnPost(user, { postId, voteType, rule: "once" });
  expect(await vote(1)).toEqual({ upvotes: 1, downvotes: 0, ownVote: 1 });
  for (const again of [1, -1] as const) {
    await expect(vote(again)).rejects.toMatchObject({
      code: "already_voted",
      title: "Already Voted",
      message: "You've already voted on this post.",
    });
  }
  expect(await world.forum.getPost(user, postId)).toMatchObject({ upvotes: 1, downvotes: 0, ownVote: 1 });
});

test("an author's own vote counts for the post but not for their karma", async () => {
  const postId = await world.post(author);
  const karma = await readKarma(author);
  expect(await world.forum.voteOnPost(author, { postId, voteType: 1, rule: "once" })).toMatchObject({
    upvotes: 1,
  });
  expect(await readKarma(author)).toBe(karma);
  await expectConsistent();
});

test("refuses votes by visitors, on missing targets and of invalid types", async () => {
  const [user] = crowd as [Member];
  const postId = await world.post(author);
  const { id: commentId } = await world.forum.addComment(author, { postId, content: "hello" });
  const missing = "00000000-0000-4000-8000-000000000000";
  const { voteOnPost, voteOnComment } = world.forum;
  await expect(voteOnPost(null, { postId, voteType: 1, rule: "once" })).rejects.toMatchObject({
    code: "sign_in_to_vote",
    message: "Please sign in to vote on posts.",
  });
  await expect(voteOnComment(null, { commentId, voteType: 1 })).rejects.toMatchObject({
    code: "sign_in_to_vote",
  });
  for (const id of [missing, "12", "' or 1=1"]) {
    await expect(voteOnPost(user, { postId: id, voteType: 1, rule: "toggle" })).rejects.toMatchObject({
      code: "post_not_found",
    });
    await expect(voteOnComment(user, { commentId: id, voteType: 1 })).rejects.toMatchObject({
      code: "comment_not_found",
    });
  }
  for (const voteType of [0, 2, Number.NaN] as never[]) {
    await expect(voteOnPost(user, { postId, voteType, rule: "toggle" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(voteOnComment(user, { commentId, voteType })).rejects.toMatchObject({
      code: "invalid_input",
    });
  }
  await world.forum.deletePost(author, postId);
  await expect(voteOnPost(user, { postId, voteType: 1, rule: "toggle" })).rejects.toMatchObject({
    code: "post_not_found",
  });
  await expect(voteOnComment(user, { commentId, voteType: 1 })).rejects.toMatchObject({
    code: "comment_not_found",
  });
});

test("votes on comments use the toggle rule, with rank and karma", async () => {
  const [first, second] = crowd as [Member, Member];
  const postId = await world.post(author);
  const { id: commentId } = await world.forum.addComment(author, { postId, content: "hello" });
  const karma = await readKarma(author);
  expect(await world.forum.voteOnComment(first, { commentId, voteType: 1 })).toEqual({
    upvotes: 1,
    downvotes: 0,
    ownVote: 1,
  });
  expect(await world.forum.voteOnComment(second, { commentId, voteType: -1 })).toMatchObject({
    downvotes: 1,
  });
  await world.forum.voteOnComment(author, { commentId, voteType: 1 });
  expect(await readKarma(author)).toBe(karma);
  const { rows } = await world.database.pool.query("select best_rank from comments where id = $1", [
    commentId,
  ]);
  expect(rows[0].best_rank).toBe(computeWilsonLowerBound(2, 1));
  expect(await world.forum.voteOnComment(second, { commentId, voteType: -1 })).toEqual({
    upvotes: 2,
    downvotes: 0,
    ownVote: 0,
  });
  await expectConsistent();
});

test.each(["toggle", "once"] as const)("with the rule %s, fifty concurrent votes all count", async (rule) => {
  const postId = await world.post(author);
  await Promise.all(
    crowd.map((user, at) => world.forum.voteOnPost(user, { postId, voteType: at % 5 === 0 ? -1 : 1, rule })),
  );
  expect(await world.forum.getPost(null, postId)).toMatchObject({ upvotes: 40, downvotes: 10 });
  await expectConsistent();
});

test("twenty concurrent votes of one member count once, or cancel out when toggled", async () => {
  const [user] = crowd as [Member];
  const postId = await world.post(author);
  const twenty = (rule: "toggle" | "once") =>
    Promise.allSettled(
      Array.from({ length: 20 }, () => world.forum.voteOnPost(user, { postId, voteType: 1, rule })),
    );
  const once = await twenty("once");
  expect(once.filter((vote) => vote.status === "fulfilled")).toHaveLength(1);
  for (const vote of once) {
    if (vote.status === "rejected") expect(vote.reason).toMatchObject({ code: "already_voted" });
  }
  expect(await world.forum.getPost(user, postId)).toMatchObject({ upvotes: 1, ownVote: 1 });

  const toggled = await twenty("toggle");
  expect(toggled.every((vote) => vote.status === "fulfilled")).toBe(true);
  expect(await world.forum.getPost(user, postId)).toMatchObject({ upvotes: 1, ownVote: 1 });
  await expectConsistent();
});

test("concurrent votes on a post and its comment don't deadlock", async () => {
  const postId = await world.post(author);
  const { id: commentId } = await world.forum.addComment(crowd[0] as Member, { postId, content: "hello" });
  await Promise.all(
    crowd
      .slice(0, 25)
      .flatMap((user) => [
        world.forum.voteOnComment(user, { commentId, voteType: 1 }),
        world.forum.voteOnPost(user, { postId, voteType: 1, rule: "toggle" }),
      ]),
  );
  const page = await world.forum.listComments(null, { postId, sort: "best", cursor: null });
  expect(page.items[0]).toMatchObject({ upvotes: 25 });
  await expectConsistent();
});

test("votes concurrent with a deletion count before it or are refused", async () => {
  const postId = await world.post(author);
  const votes = crowd
    .slice(0, 20)
    .map((user, at) =>
      at === 10
        ? world.forum.deletePost(author, postId)
        : world.forum.voteOnPost(user, { postId, voteType: 1, rule: "toggle" }),
    );
  for (const vote of await Promise.allSettled(votes)) {
    if (vote.status === "rejected") expect(vote.reason).toMatchObject({ code: "post_not_found" });
  }
  await expect(world.forum.getPost(null, postId)).rejects.toMatchObject({ code: "post_not_found" });
  await expectConsistent();
});
