import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { computeHotRank } from "#core/forum/hot-rank.ts";
import { computeWilsonLowerBound } from "#core/forum/wilson.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let author: Member;
let users: Member[];
beforeAll(async () => {
  site = await openTestForum({ maxConnections: 50 });
  author = await site.createMember("author");
  users = [];
  for (let index = 0; index < 50; index += 1) users.push(await site.createMember(`voter_${index}`));
});
afterAll(() => site.database.drop());

const readKarma = async (member: Member): Promise<number> =>
  (await site.database.pool.query("select karma from profiles where id = $1", [member.id])).rows[0].karma;
const expectConsistent = async () => expect(await site.forum.recountForum({ repair: false })).toEqual([]);
const countWaitingForLocks = async (): Promise<number> =>
  (
    await site.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rows.length;

test("the toggle rule adds, reverses or removes a vote and updates rank and karma", async () => {
  const [user] = users as [Member];
  const postId = await site.createPost(author);
  const karma = await readKarma(author);
  const vote = (voteType: 1 | -1) => site.forum.voteOnPost(user, { postId, voteType, rule: "toggle" });
  expect(await vote(1)).toEqual({ upvotes: 1, downvotes: 0, ownVote: 1 });
  expect(await readKarma(author)).toBe(karma + 1);
  expect(await vote(-1)).toEqual({ upvotes: 0, downvotes: 1, ownVote: -1 });
  expect(await readKarma(author)).toBe(karma - 1);
  const { rows } = await site.database.pool.query("select hot_rank from forum_posts where id = $1", [postId]);
  expect(rows[0].hot_rank).toBe(computeHotRank(0, 1, site.clock.now()));
  expect(await vote(-1)).toEqual({ upvotes: 0, downvotes: 0, ownVote: 0 });
  expect(await readKarma(author)).toBe(karma);
  await expectConsistent();
});

test("the once rule rejects a second vote in either direction", async () => {
  const [user] = users as [Member];
  const postId = await site.createPost(author);
  const vote = (voteType: 1 | -1) => site.forum.voteOnPost(user, { postId, voteType, rule: "once" });
  expect(await vote(1)).toEqual({ upvotes: 1, downvotes: 0, ownVote: 1 });
  for (const voteType of [1, -1] as const) {
    await expect(vote(voteType)).rejects.toMatchObject({
      code: "already_voted",
      title: "Already Voted",
      message: "You've already voted on this post.",
    });
  }
  expect(await site.forum.getPost(user, postId)).toMatchObject({ upvotes: 1, downvotes: 0, ownVote: 1 });
});

test("an author's own vote counts for the post but not for their karma", async () => {
  const postId = await site.createPost(author);
  const karma = await readKarma(author);
  expect(await site.forum.voteOnPost(author, { postId, voteType: 1, rule: "once" })).toMatchObject({
    upvotes: 1,
  });
  expect(await readKarma(author)).toBe(karma);
  await expectConsistent();
});

test("votes by visitors, on missing posts or comments and of invalid types are rejected", async () => {
  const [user] = users as [Member];
  const postId = await site.createPost(author);
  const { id: commentId } = await site.forum.addComment(author, { postId, content: "hello" });
  const missingId = "00000000-0000-4000-8000-000000000000";
  const { voteOnPost, voteOnComment } = site.forum;
  await expect(voteOnPost(null, { postId, voteType: 1, rule: "once" })).rejects.toMatchObject({
    code: "sign_in_to_vote",
    message: "Please sign in to vote on posts.",
  });
  await expect(voteOnComment(null, { commentId, voteType: 1 })).rejects.toMatchObject({
    code: "sign_in_to_vote",
  });
  for (const id of [missingId, "12", "' or 1=1"]) {
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
  await site.forum.deletePost(author, postId);
  await expect(voteOnPost(user, { postId, voteType: 1, rule: "toggle" })).rejects.toMatchObject({
    code: "post_not_found",
  });
  await expect(voteOnComment(user, { commentId, voteType: 1 })).rejects.toMatchObject({
    code: "comment_not_found",
  });
});

test("votes on comments use the toggle rule and update rank and karma", async () => {
  const [first, second] = users as [Member, Member];
  const postId = await site.createPost(author);
  const { id: commentId } = await site.forum.addComment(author, { postId, content: "hello" });
  const karma = await readKarma(author);
  expect(await site.forum.voteOnComment(first, { commentId, voteType: 1 })).toEqual({
    upvotes: 1,
    downvotes: 0,
    ownVote: 1,
  });
  expect(await site.forum.voteOnComment(second, { commentId, voteType: -1 })).toMatchObject({
    downvotes: 1,
  });
  await site.forum.voteOnComment(author, { commentId, voteType: 1 });
  expect(await readKarma(author)).toBe(karma);
  const { rows } = await site.database.pool.query("select best_rank from comments where id = $1", [
    commentId,
  ]);
  expect(rows[0].best_rank).toBe(computeWilsonLowerBound(2, 1));
  expect(await site.forum.voteOnComment(second, { commentId, voteType: -1 })).toEqual({
    upvotes: 2,
    downvotes: 0,
    ownVote: 0,
  });
  await expectConsistent();
});

test.each(["toggle", "once"] as const)("with the %s rule, fifty concurrent votes all count", async (rule) => {
  const postId = await site.createPost(author);
  await Promise.all(
    users.map((user, index) =>
      site.forum.voteOnPost(user, { postId, voteType: index % 5 === 0 ? -1 : 1, rule }),
    ),
  );
  expect(await site.forum.getPost(null, postId)).toMatchObject({ upvotes: 40, downvotes: 10 });
  await expectConsistent();
});

test("twenty concurrent votes by one member count once, or cancel out when toggled", async () => {
  const [user] = users as [Member];
  const postId = await site.createPost(author);
  const voteTwentyTimes = (rule: "toggle" | "once") =>
    Promise.allSettled(
      Array.from({ length: 20 }, () => site.forum.voteOnPost(user, { postId, voteType: 1, rule })),
    );
  const onceResults = await voteTwentyTimes("once");
  expect(onceResults.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  for (const result of onceResults) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "already_voted" });
  }
  expect(await site.forum.getPost(user, postId)).toMatchObject({ upvotes: 1, ownVote: 1 });

  const toggleResults = await voteTwentyTimes("toggle");
  expect(toggleResults.every((result) => result.status === "fulfilled")).toBe(true);
  expect(await site.forum.getPost(user, postId)).toMatchObject({ upvotes: 1, ownVote: 1 });
  await expectConsistent();
});

test("concurrent votes on a post and its comment don't deadlock", async () => {
  const postId = await site.createPost(author);
  const { id: commentId } = await site.forum.addComment(users[0] as Member, { postId, content: "hello" });
  await Promise.all(
    users
      .slice(0, 25)
      .flatMap((user) => [
        site.forum.voteOnComment(user, { commentId, voteType: 1 }),
        site.forum.voteOnPost(user, { postId, voteType: 1, rule: "toggle" }),
      ]),
  );
  const page = await site.forum.listComments(null, { postId, sort: "best", cursor: null });
  expect(page.items[0]).toMatchObject({ upvotes: 25 });
  await expectConsistent();
});

test("the author's own vote isn't counted in the notification about a vote that waited for it", async () => {
  const { pool } = site.database;
  const [user] = users as [Member];
  const postId = await site.createPost(author);
  const updater = await pool.connect();
  try {
    await updater.query("begin");
    await updater.query("update forum_posts set comment_count = comment_count where id = $1", [postId]);
    const votes = [];
    for (const member of [author, user]) {
      votes.push(site.forum.voteOnPost(member, { postId, voteType: 1, rule: "toggle" }));
      await expect.poll(countWaitingForLocks).toBe(votes.length);
    }
    await updater.query("commit");
    await Promise.all(votes);
  } finally {
    await updater.query("rollback");
    updater.release();
  }
  const { rows } = await pool.query(
    "select voter_count from notifications where post_id = $1 and kind = 'votes'",
    [postId],
  );
  expect(rows).toEqual([{ voter_count: 1 }]);
  await expectConsistent();
});

test("a rejected vote doesn't wait for the post", async () => {
  const [user] = users as [Member];
  const postId = await site.createPost(author);
  const vote = () => site.forum.voteOnPost(user, { postId, voteType: 1, rule: "once" });
  await vote();
  const updater = await site.database.pool.connect();
  try {
    await updater.query("begin");
    await updater.query("update forum_posts set comment_count = comment_count where id = $1", [postId]);
    await expect(vote()).rejects.toMatchObject({ code: "already_voted" });
  } finally {
    await updater.query("rollback");
    updater.release();
  }
});

test("votes concurrent with a deletion are either counted before it or rejected", async () => {
  const postId = await site.createPost(author);
  const requests = users
    .slice(0, 20)
    .map((user, index) =>
      index === 10
        ? site.forum.deletePost(author, postId)
        : site.forum.voteOnPost(user, { postId, voteType: 1, rule: "toggle" }),
    );
  for (const result of await Promise.allSettled(requests)) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "post_not_found" });
  }
  await expect(site.forum.getPost(null, postId)).rejects.toMatchObject({ code: "post_not_found" });
  await expectConsistent();
});

test("votes that wait for an update of their post don't deadlock while a foreign key locks its old version", async () => {
  const [first, second] = users as [Member, Member];
  const { pool } = site.database;
  const postId = await site.createPost(author);
  const [referrer, updater] = [await pool.connect(), await pool.connect()];
  try {
    await referrer.query("begin");
    await referrer.query("select from forum_posts where id = $1 for key share", [postId]);
    await updater.query("begin");
    await updater.query("update forum_posts set comment_count = comment_count where id = $1", [postId]);
    const votes = [];
    for (const user of [first, second]) {
      votes.push(site.forum.voteOnPost(user, { postId, voteType: 1, rule: "toggle" }));
      await expect.poll(countWaitingForLocks).toBe(votes.length);
    }
    await updater.query("commit");
    await Promise.all(votes);
  } finally {
    await referrer.query("rollback");
    await updater.query("rollback");
    referrer.release();
    updater.release();
  }
  expect(await site.forum.getPost(null, postId)).toMatchObject({ upvotes: 2 });
  await expectConsistent();
});
