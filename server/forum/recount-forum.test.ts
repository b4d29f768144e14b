import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
let members: Member[];
beforeAll(async () => {
  world = await openTestForum();
  members = [];
  for (const name of ["ada", "bob", "cid"]) members.push(await world.member(name));
  members.push(await world.member("boss", "admin"));
});
afterAll(() => world.database.drop());

/** A random action: by whom, what, and on which of the posts and comments so far. */
const action = fc.record({
  by: fc.nat(3),
  what: fc.constantFrom(
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
    "forget",
    "wait",
    "move on",
  ),
  on: fc.nat(50),
  up: fc.boolean(),
});

test("after any sequence of actions, all stored counters match their rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
      const posts = [await world.post(members[0] as Member)];
      const comments: { id: string; postId: string }[] = [];
      for (const { by, what, on, up } of actions) {
        const member = members[by] as Member;
        const postId = posts[on % posts.length] ?? "";
        const comment = comments[on % Math.max(comments.length, 1)] ?? { id: "none", postId };
        const voteType = up ? 1 : -1;
        const { forum } = world;
        const run: Record<typeof what, () => Promise<unknown>> = {
          post: async () => posts.push(await world.post(member, { tags: ["One", "two"] })),
          vote: () => forum.voteOnPost(member, { postId, voteType, rule: "toggle" }),
          "vote once": () => forum.voteOnPost(member, { postId, voteType, rule: "once" }),
          "vote comment": () => forum.voteOnComment(member, { commentId: comment.id, voteType }),
          comment: async () => {
            comments.push({ postId, ...(await forum.addComment(member, { postId, content: "words" })) });
          },
          reply: async () => {
            const reply = { postId: comment.postId, parentId: comment.id, content: "words" };
            comments.push({ postId: comment.postId, ...(await forum.addComment(member, reply)) });
          },
          "delete comment": () => forum.deleteComment(member, comment.id),
          "edit comment": () => forum.editComment(member, { id: comment.id, content: `words ${on}` }),
          "edit post": () =>
            forum.editPost(member, {
              id: postId,
              title: `t ${on}`,
              content: "c",
              category: "ai",
              tags: up ? ["one"] : [],
            }),
          "delete post": () => forum.deletePost(member, postId),
          forget: () => forum.anonymizeMember(member.id),
          wait: async () => world.clock.advance(40_000),
          "move on": () => world.forum.updateTopPeriods(),
        };
        await run[what]().catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
      }
      expect(await world.forum.recountForum({ repair: false })).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test("wrong counters are found and repaired on request", async () => {
  const [ada, bob] = members as [Member, Member];
  const postId = await world.post(ada, { tags: ["one", "two"] });
  const { id } = await world.forum.addComment(bob, { postId, content: "words" });
  await world.forum.addComment(bob, { postId, parentId: id, content: "more" });
  await world.forum.voteOnPost(bob, { postId, voteType: 1, rule: "toggle" });
  const { pool } = world.database;
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

  const found = await world.forum.recountForum({ repair: false });
  expect(new Set(found.map((difference) => difference.figure))).toEqual(
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
    ]),
  );
  expect(found).toContainEqual({ figure: "forum_posts.upvotes", id: postId, stored: 7, counted: 1 });
  await world.forum.recountForum({ repair: true });
  expect(await world.forum.recountForum({ repair: false })).toEqual([]);
  expect(await world.forum.getPost(null, postId)).toMatchObject({
    upvotes: 1,
    downvotes: 0,
    commentCount: 2,
  });
});

test("a repair updates outdated excerpts, except of deleted posts", async () => {
  const [ada] = members as [Member];
  const content = "By $\\alpha^2$ it **holds**.";
  const ids = await Promise.all(["kept", "gone"].map((title) => world.post(ada, { title, content })));
  await world.forum.deletePost(ada, ids[1] ?? "");
  await world.database.pool.query("update forum_posts set excerpt = 'of old' where id = any ($1)", [ids]);
  await world.forum.recountForum({ repair: true });
  const { rows } = await world.database.pool.query(
    "select excerpt from forum_posts where id = any ($1) order by deleted_at is null desc",
    [ids],
  );
  expect(rows).toEqual([{ excerpt: "By α² it holds." }, { excerpt: "of old" }]);
});
