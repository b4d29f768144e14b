import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let members: Member[];
beforeAll(async () => {
  site = await openTestForum();
  members = [];
  for (const name of ["ada", "bob", "cid"]) members.push(await site.createMember(name));
  members.push(await site.createMember("boss", "admin"));
});
afterAll(() => site.database.drop());

/** A random action by a member, usually on one of the posts or comments created so far. */
const randomAction = fc.record({
  memberIndex: fc.nat(3),
  kind: fc.constantFrom(
    "post",
    "vote",
    "vote once",
    "vote comment",
    "vote comment",
    "comment",
    "reply",
    "reply",
    "delete comment",
    "delete comment",
    "edit comment",
    "edit post",
    "delete post",
    "delete member",
    "wait",
    "update periods",
  ),
  targetIndex: fc.nat(50),
  isUpvote: fc.boolean(),
});

test("after any sequence of actions, all stored counts match their rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomAction, { minLength: 10, maxLength: 40 }), async (actions) => {
      const postIds = [await site.createPost(members[0] as Member)];
      const comments: { id: string; postId: string }[] = [];
      for (const { memberIndex, kind, targetIndex, isUpvote } of actions) {
        const member = members[memberIndex] as Member;
        const postId = postIds[targetIndex % postIds.length] ?? "";
        const comment = comments[targetIndex % Math.max(comments.length, 1)] ?? { id: "none", postId };
        const voteType = isUpvote ? 1 : -1;
        const { forum } = site;
        const run: Record<typeof kind, () => Promise<unknown>> = {
          post: async () => postIds.push(await site.createPost(member, { tags: ["One", "two"] })),
          vote: () => forum.voteOnPost(member, { postId, voteType, rule: "toggle" }),
          "vote once": () => forum.voteOnPost(member, { postId, voteType, rule: "once" }),
          "vote comment": () => forum.voteOnComment(member, { commentId: comment.id, voteType }),
          comment: async () => {
            comments.push({ postId, ...(await forum.addComment(member, { postId, content: "text" })) });
          },
          reply: async () => {
            const reply = { postId: comment.postId, parentId: comment.id, content: "text" };
            comments.push({ postId: comment.postId, ...(await forum.addComment(member, reply)) });
          },
          "delete comment": () => forum.deleteComment(member, comment.id),
          "edit comment": () => forum.editComment(member, { id: comment.id, content: `text ${targetIndex}` }),
          "edit post": () =>
            forum.editPost(member, {
              id: postId,
              title: `t ${targetIndex}`,
              content: "c",
              category: "ai",
              tags: isUpvote ? ["one"] : [],
            }),
          "delete post": () => forum.deletePost(member, postId),
          "delete member": () => forum.anonymizeMember(member.id),
          wait: async () => site.clock.advance(40_000),
          "update periods": () => site.forum.updateTopPeriods(),
        };
        await run[kind]().catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
      }
      expect(await site.forum.recountForum({ repair: false })).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test("wrong counts are found and repaired on request", async () => {
  const [ada, bob] = members as [Member, Member];
  const postId = await site.createPost(ada, { tags: ["one", "two"] });
  const { id } = await site.forum.addComment(bob, { postId, content: "text" });
  await site.forum.addComment(bob, { postId, parentId: id, content: "more" });
  await site.forum.voteOnPost(bob, { postId, voteType: 1, rule: "toggle" });
  const { pool } = site.database;
  await pool.query(
    "update forum_posts set upvotes = 7, downvotes = 2, comment_count = 0, hot_rank = hot_rank + 1 where id = $1",
    [postId],
  );
  await pool.query(
    "update comments set upvotes = 3, downvotes = 1, reply_count = 9, best_rank = 2 where id = $1",
    [id],
  );
  await pool.query("update profiles set karma = karma + 5 where id = $1", [ada.id]);
  await pool.query("update forum_posts set top_period = 0 where id = $1", [postId]);
  await pool.query("delete from post_tags where post_id = $1 and tag = 'one'", [postId]);
  await pool.query("update post_tags set upvotes = 1 where post_id = $1", [postId]);
  await pool.query("update daily_counts set amount = amount + 1 where name = 'posts'");
  await pool.query("update category_counts set amount = amount + 1");

  const differences = await site.forum.recountForum({ repair: false });
  expect(new Set(differences.map((difference) => difference.figure))).toEqual(
    new Set([
      "forum_posts.upvotes",
      "forum_posts.downvotes",
      "forum_posts.comment_count",
      "forum_posts.hot_rank",
      "forum_posts.top_period",
      "post_tags",
      "comments.upvotes",
      "comments.downvotes",
      "comments.reply_count",
      "comments.best_rank",
      "profiles.karma",
      "daily_counts.posts",
      "category_counts.amount",
    ]),
  );
  expect(differences).toContainEqual({
    figure: "forum_posts.upvotes",
    id: postId,
    stored: 7,
    counted: 1,
    total: 1,
  });
  await site.forum.recountForum({ repair: true });
  expect(await site.forum.recountForum({ repair: false })).toEqual([]);
  expect(await site.forum.getPost(null, postId)).toMatchObject({
    upvotes: 1,
    downvotes: 0,
    commentCount: 2,
  });
});

test("a repair updates outdated excerpts, except those of deleted posts", async () => {
  const [ada] = members as [Member];
  const content = "It grows with $\\alpha^2$, **not** linearly.";
  const ids = await Promise.all(
    ["visible", "deleted"].map((title) => site.createPost(ada, { title, content })),
  );
  await site.forum.deletePost(ada, ids[1] ?? "");
  await site.database.pool.query("update forum_posts set excerpt = 'outdated' where id = any ($1)", [ids]);
  await site.forum.recountForum({ repair: true });
  const { rows } = await site.database.pool.query(
    "select excerpt from forum_posts where id = any ($1) order by deleted_at is null desc",
    [ids],
  );
  expect(rows).toEqual([{ excerpt: "It grows with α², not linearly." }, { excerpt: "outdated" }]);
});

test("a repair waits for members who are writing, instead of ending in a deadlock", async () => {
  const [ada, bob] = members as [Member, Member];
  const postId = await site.createPost(ada);
  const { id: commentId } = await site.forum.addComment(bob, { postId, content: "text" });
  const { pool } = site.database;
  const lock = { post: postId, comment: commentId, member: bob.id };
  const tables = { post: "forum_posts", comment: "comments", member: "profiles" };
  const waitingBackend =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  for (const kind of ["post", "comment", "member"] as const) {
    await pool.query("update forum_posts set upvotes = 7 where id = $1", [postId]);
    await pool.query("update comments set upvotes = 7 where id = $1", [commentId]);
    await pool.query("update profiles set karma = 7 where id = $1", [bob.id]);
    const writer = await pool.connect();
    try {
      // As a member does who comments, who votes on a comment, and whose posts per day are limited.
      await writer.query("begin");
      await writer.query(`select from ${tables[kind]} where id = $1 for no key update`, [lock[kind]]);
      const repaired = site.forum.recountForum({ repair: true });
      repaired.catch(() => {});
      await expect.poll(async () => (await pool.query(waitingBackend)).rowCount).toBe(1);
      await writer.query("update forum_posts set title = 'written' where id = $1", [postId]);
      await writer.query("insert into comment_votes (comment_id, user_id, vote_type) values ($1, $2, 1)", [
        commentId,
        { post: ada, comment: bob, member: members[2] as Member }[kind].id,
      ]);
      await writer.query("commit");
      await repaired;
    } finally {
      await writer.query("rollback");
      writer.release();
    }
    expect(await site.forum.recountForum({ repair: false })).toEqual([]);
  }
});
