import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum({ maxConnections: 30 });
});
afterAll(() => site.database.drop());

const expectConsistent = async () => expect(await site.forum.recountForum({ repair: false })).toEqual([]);
const query = async (text: string, values: unknown[] = []) =>
  (await site.database.pool.query(text, values)).rows;
const readKarma = async (member: Member) =>
  (await query("select karma from profiles where id = $1", [member.id]))[0].karma;

test("an anonymized member's content loses its author, and all counts are correct", async () => {
  const [leaver, ada, ben] = await Promise.all(
    ["leaver", "ada", "ben"].map((name) => site.createMember(name)),
  );
  if (!leaver || !ada || !ben) throw new Error("no members");
  const { forum } = site;
  const leaverPostId = await site.createPost(leaver, { title: "The leaver's post" });
  const adaPostId = await site.createPost(ada, { title: "Ada's post" });
  const UPVOTE = { voteType: 1, rule: "toggle" } as const;
  await forum.voteOnPost(leaver, { postId: leaverPostId, ...UPVOTE });
  await forum.voteOnPost(leaver, { postId: adaPostId, ...UPVOTE });
  await forum.voteOnPost(ben, { postId: adaPostId, ...UPVOTE });
  await forum.voteOnPost(ada, { postId: leaverPostId, ...UPVOTE });
  const questionId = (await forum.addComment(leaver, { postId: adaPostId, content: "Why?" })).id;
  const replyId = (
    await forum.addComment(ada, { postId: adaPostId, parentId: questionId, content: "Because." })
  ).id;
  site.clock.advance(60);
  const deletedCommentId = (
    await forum.addComment(leaver, { postId: adaPostId, content: "A secret of mine." })
  ).id;
  await forum.addComment(ben, { postId: adaPostId, parentId: deletedCommentId, content: "Oh." });
  await forum.deleteComment(leaver, deletedCommentId);
  await forum.voteOnComment(leaver, { commentId: replyId, voteType: -1 });
  await forum.voteOnComment(ada, { commentId: questionId, voteType: 1 });
  const deletedPostId = await site.createPost(leaver, {
    title: "Withdrawn",
    content: "Another secret.",
    tags: ["mine"],
  });
  await forum.voteOnPost(ben, { postId: deletedPostId, ...UPVOTE });
  await forum.deletePost(leaver, deletedPostId);
  await forum.saveDraft(leaver, { title: "A draft", content: "", category: "", tags: [] });
  expect([await readKarma(leaver), await readKarma(ada)]).toEqual([3, 1]);

  await forum.anonymizeMember(leaver.id);

  await expectConsistent();
  expect([await readKarma(leaver), await readKarma(ada)]).toEqual([0, 1]);
  const deletedMember = { username: "Deleted member", avatarUrl: null, isVerified: false };
  expect(await forum.getPost(leaver, leaverPostId)).toMatchObject({
    title: "The leaver's post",
    author: deletedMember,
    upvotes: 1,
    ownVote: 0,
    canEdit: false,
  });
  expect(await forum.getPost(null, adaPostId)).toMatchObject({ upvotes: 1, commentCount: 3 });
  const { items } = await forum.listComments(leaver, { postId: adaPostId, sort: "old", cursor: null });
  expect(items).toMatchObject([
    {
      author: deletedMember,
      content: "Why?",
      upvotes: 1,
      canEdit: false,
      replies: [{ author: { username: "ada" }, downvotes: 0 }],
    },
    { isDeleted: true, replies: [{ content: "Oh." }] },
  ]);
  const list = await forum.listPosts(null, buildListQuery({ sort: "new" }));
  expect(list.items.map((post) => post.author.username).toSorted()).toEqual(["Deleted member", "ada"]);
  const texts = await query(
    `select title || content || excerpt || array_to_string(tags, ' ') as text from forum_posts
     union all select content from comments`,
  );
  expect(texts.map((row) => row.text).join(" ")).not.toMatch(/secret|mine/);
  for (const [table, column] of [
    ["votes", "user_id"],
    ["comment_votes", "user_id"],
    ["forum_posts", "author_id"],
    ["comments", "author_id"],
    ["post_drafts", "author_id"],
  ])
    expect(await query(`select from ${table} where ${column} = $1`, [leaver.id]), table).toHaveLength(0);

  // Others can still vote on and reply to the content.
  await forum.voteOnPost(ben, { postId: leaverPostId, ...UPVOTE });
  await forum.voteOnComment(ben, { commentId: questionId, voteType: -1 });
  await forum.addComment(ben, { postId: leaverPostId, content: "Still here." });
  await expect(forum.deletePost(ben, leaverPostId)).rejects.toMatchObject({ code: "not_author" });
  await expectConsistent();

  // Anonymizing again changes nothing, and then deleting the account doesn't delete its posts.
  await forum.anonymizeMember(leaver.id);
  await query("delete from auth.users where id = $1", [leaver.id]);
  expect(await forum.getPost(null, leaverPostId)).toMatchObject({ title: "The leaver's post", upvotes: 2 });
  await expectConsistent();
});

test("a member whose account is being deleted is shown as a deleted member", async () => {
  const zoe = await site.createMember("zoe");
  const id = await site.createPost(zoe);
  await query("update profiles set username = 'deleted_123456789012' where id = $1", [zoe.id]);
  expect((await site.forum.getPost(null, id)).author.username).toBe("Deleted member");
});

test("votes, posts and deletions concurrent with an anonymization leave all counts correct", async () => {
  const { forum } = site;
  const leavers = await Promise.all(["gone_1", "gone_2"].map((name) => site.createMember(name)));
  const crowd = await Promise.all([1, 2, 3, 4, 5].map((n) => site.createMember(`crowd_${n}`)));
  const allMembers = [...leavers, ...crowd];
  const postIds = await Promise.all(allMembers.map((member) => site.createPost(member)));
  const commentIds = await Promise.all(
    allMembers.map(async (member, index) => {
      const postId = postIds[(index + 1) % postIds.length] ?? "";
      return (await forum.addComment(member, { postId, content: "Some text." })).id;
    }),
  );
  const castVotes = () =>
    allMembers.flatMap((member, index) => [
      ...postIds.map((postId) =>
        forum.voteOnPost(member, { postId, voteType: index % 3 ? 1 : -1, rule: "toggle" }),
      ),
      ...commentIds.map((commentId) =>
        forum.voteOnComment(member, { commentId, voteType: index % 2 ? 1 : -1 }),
      ),
    ]);
  await Promise.all(castVotes());
  await expectConsistent();

  // Would deadlock without the lock order: the leaving members vote on each other's and everyone else's content while
  // they are anonymized.
  const outcomes = await Promise.allSettled([
    ...castVotes(),
    ...leavers.map((leaver) => forum.anonymizeMember(leaver.id)),
    ...leavers.map((leaver) => site.createPost(leaver)),
    ...crowd.map((member, index) => forum.deleteComment(member, commentIds[index + leavers.length] ?? "")),
    ...leavers.map((leaver) => forum.anonymizeMember(leaver.id)),
  ]);
  for (const outcome of outcomes) {
    // Only a vote on a comment that is being deleted may be rejected.
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "comment_not_found" });
  }
  await expectConsistent();
  for (const leaver of leavers) await forum.anonymizeMember(leaver.id);
  await expectConsistent();
  expect(await query("select from votes where user_id = any ($1)", [leavers.map(({ id }) => id)])).toEqual(
    [],
  );
  await query("delete from auth.users where id = any ($1)", [leavers.map(({ id }) => id)]);
  await expectConsistent();
});

test("an invalid ID changes nothing", async () => {
  await site.createPost(await site.createMember("kim"));
  await site.forum.anonymizeMember("not an id");
  await expectConsistent();
});

test("everything a member submits after their account was deleted is rejected", async () => {
  const { forum } = site;
  const [leaver, host] = await Promise.all(["late", "host"].map((name) => site.createMember(name)));
  if (!leaver || !host) throw new Error("no members");
  const postId = await site.createPost(host);
  const commentId = (await forum.addComment(host, { postId, content: "Some text." })).id;
  await forum.anonymizeMember(leaver.id);
  await query("delete from auth.users where id = $1", [leaver.id]);
  for (const action of [
    () => site.createPost(leaver),
    () => forum.addComment(leaver, { postId, content: "Too late." }),
    () => forum.voteOnPost(leaver, { postId, voteType: 1, rule: "once" }),
    () => forum.voteOnComment(leaver, { commentId, voteType: 1 }),
    () => forum.saveDraft(leaver, { title: "Late", content: "", category: "", tags: [] }),
  ])
    await expect(action()).rejects.toMatchObject({ code: "not_signed_in", status: 401 });
  expect(await forum.getPost(null, postId)).toMatchObject({ upvotes: 0, commentCount: 1 });
  await expectConsistent();
});
