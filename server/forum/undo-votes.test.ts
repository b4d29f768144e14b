import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { computeHotRank } from "#core/forum/hot-rank.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { createForum } from "./index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let author: Member;
let user: Member;
beforeAll(async () => {
  site = await openTestForum({ maxConnections: 30 });
  author = await site.createMember("author");
  user = await site.createMember("voter");
});
afterAll(() => site.database.drop());

const vote = (postId: string, voteType: 1 | -1, member = user) =>
  site.forum.voteOnPost(member, { postId, voteType, rule: "once" });
const readKarma = async (): Promise<number> =>
  (await site.database.pool.query("select karma from profiles where id = $1", [author.id])).rows[0].karma;
const expectConsistent = async () => expect(await site.forum.recountForum({ repair: false })).toEqual([]);
const countWaitingForLocks = async (): Promise<number> =>
  (
    await site.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rows.length;

test.each([1, -1] as const)(
  "Undo takes back a vote of %i and its effect on counters, rank and karma, and the next vote counts",
  async (voteType) => {
    const postId = await site.createPost(author);
    const karma = await readKarma();
    await vote(postId, voteType);
    expect(await readKarma()).toBe(karma + voteType);
    await expect(vote(postId, voteType)).rejects.toMatchObject({ code: "already_voted" });
    expect(await site.forum.undoPostVote(user, postId)).toEqual({ upvotes: 0, downvotes: 0, ownVote: 0 });
    expect(await readKarma()).toBe(karma);
    const { rows } = await site.database.pool.query("select hot_rank from forum_posts where id = $1", [
      postId,
    ]);
    expect(rows[0].hot_rank).toBe(computeHotRank(0, 0, site.clock.now()));
    await vote(postId, voteType === 1 ? -1 : 1);
    expect(await readKarma()).toBe(karma - voteType);
    await expectConsistent();
  },
);

test("undoing twice, or without a vote, changes nothing", async () => {
  const postId = await site.createPost(author);
  await vote(postId, 1, author);
  expect(await site.forum.undoPostVote(user, postId)).toEqual({ upvotes: 1, downvotes: 0, ownVote: 0 });
  await vote(postId, -1);
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await site.forum.undoPostVote(user, postId)).toEqual({ upvotes: 1, downvotes: 0, ownVote: 0 });
  await expectConsistent();
});

test("Undo never takes someone else's vote back", async () => {
  const otherMember = await site.createMember("other");
  const postId = await site.createPost(author);
  await vote(postId, 1, otherMember);
  expect(await site.forum.undoPostVote(user, postId)).toEqual({ upvotes: 1, downvotes: 0, ownVote: 0 });
  expect(await site.forum.getPost(otherMember, postId)).toMatchObject({ upvotes: 1, ownVote: 1 });
  await expectConsistent();
});

test("the author's notification about votes counts only those that remain", async () => {
  const postId = await site.createPost(author);
  const readVoterCount = async () =>
    (
      await site.database.pool.query(
        "select voter_count from notifications where member_id = $1 and post_id = $2 and kind = 'votes'",
        [author.id, postId],
      )
    ).rows[0]?.voter_count;
  await vote(postId, 1);
  expect(await readVoterCount()).toBe(1);
  await site.forum.undoPostVote(user, postId);
  expect(await readVoterCount()).toBe(0);
});

test("a vote on a locked post can be taken back, but not one on a deleted post", async () => {
  const admin = await site.createMember("admin", "admin");
  const lockedPostId = await site.createPost(author);
  await vote(lockedPostId, 1);
  await site.forum.moderation.setPostLocked(admin, { id: lockedPostId, isLocked: true, reason: "Settled." });
  expect(await site.forum.undoPostVote(user, lockedPostId)).toEqual({ upvotes: 0, downvotes: 0, ownVote: 0 });

  const deletedPostId = await site.createPost(author);
  await vote(deletedPostId, 1);
  await site.forum.deletePost(author, deletedPostId);
  await expect(site.forum.undoPostVote(user, deletedPostId)).rejects.toMatchObject({
    code: "post_not_found",
  });
  const { rows } = await site.database.pool.query("select upvotes from forum_posts where id = $1", [
    deletedPostId,
  ]);
  expect(rows).toEqual([{ upvotes: 1 }]);
  await expectConsistent();
});

test("Undo is refused for visitors and unknown posts", async () => {
  const postId = await site.createPost(author);
  await expect(site.forum.undoPostVote(null, postId)).rejects.toMatchObject({ code: "sign_in_to_vote" });
  for (const id of ["00000000-0000-4000-8000-000000000000", "12"])
    await expect(site.forum.undoPostVote(user, id)).rejects.toMatchObject({ code: "post_not_found" });
});

test("twenty concurrent Undos take a vote back only once", async () => {
  const postId = await site.createPost(author);
  const karma = await readKarma();
  await vote(postId, 1, author);
  await vote(postId, 1);
  const states = await Promise.all(Array.from({ length: 20 }, () => site.forum.undoPostVote(user, postId)));
  for (const state of states) expect(state).toEqual({ upvotes: 1, downvotes: 0, ownVote: 0 });
  expect(await readKarma()).toBe(karma);
  await expectConsistent();
});

test("Undo and new votes that wait for the same post leave counters, votes and karma consistent", async () => {
  const { pool } = site.database;
  for (const order of ["undo first", "vote first"]) {
    const postId = await site.createPost(author);
    const karma = await readKarma();
    await vote(postId, 1);
    const blocker = await pool.connect();
    const requests: Promise<unknown>[] = [];
    try {
      await blocker.query("begin");
      await blocker.query("update forum_posts set comment_count = comment_count where id = $1", [postId]);
      const send = {
        undo: () => site.forum.undoPostVote(user, postId),
        // A downvote in a list reverses the vote instead of being rejected.
        vote: () => site.forum.voteOnPost(user, { postId, voteType: -1, rule: "toggle" }),
      };
      for (const name of order === "undo first" ? (["undo", "vote"] as const) : (["vote", "undo"] as const)) {
        requests.push(send[name]());
        await expect.poll(countWaitingForLocks).toBe(requests.length);
      }
      await blocker.query("commit");
      await Promise.all(requests);
    } finally {
      await blocker.query("rollback");
      blocker.release();
    }
    const { downvotes, upvotes, ownVote } = await site.forum.getPost(user, postId);
    // After an update, PostgreSQL wakes waiting transactions in any order.
    expect([
      { upvotes: 0, downvotes: 1, ownVote: -1 },
      { upvotes: 0, downvotes: 0, ownVote: 0 },
    ]).toContainEqual({ upvotes, downvotes, ownVote });
    expect(await readKarma()).toBe(karma - downvotes);
    await expectConsistent();
  }
});

test("Undo and votes share a limit", async () => {
  const limits = createRateLimits(site.database.pool, { enabled: true });
  const limitedForum = createForum({ ...site, limits });
  const postId = await site.createPost(author);
  await limitedForum.voteOnPost(user, { postId, voteType: 1, rule: "once" });
  for (let count = 1; count < 300; count += 1) await limitedForum.undoPostVote(user, postId);
  await expect(limitedForum.undoPostVote(user, postId)).rejects.toMatchObject({ code: "too_many_requests" });
});
