import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { ModeratedCommentsQuery, ModeratedPostsQuery } from "#core/forum/moderation.ts";
import { buildListQuery, openTestForum, type TestForum } from "../testing.ts";
import type { createModeration } from "./index.ts";

let site: TestForum;
let moderation: ReturnType<typeof createModeration>;
let admin: Member;
let secondAdmin: Member;
let ada: Member;
let bob: Member;
beforeAll(async () => {
  site = await openTestForum({ maxConnections: 20 });
  moderation = site.forum.moderation;
  admin = await site.createMember("boss", "admin");
  secondAdmin = await site.createMember("second", "admin");
  ada = await site.createMember("ada");
  bob = await site.createMember("bob");
});
afterAll(() => site.database.drop());
// After every test, all stored counters match their rows.
afterEach(async () => expect(await site.forum.recountForum({ repair: false })).toEqual([]));

const listPosts = async (query: Partial<ModeratedPostsQuery> = {}) =>
  (
    await moderation.listPosts(admin, {
      search: "",
      authorId: null,
      category: null,
      state: null,
      cursor: null,
      ...query,
    })
  ).items;
const listComments = async (query: Partial<ModeratedCommentsQuery> = {}) =>
  (
    await moderation.listComments(admin, {
      search: "",
      authorId: null,
      isDeleted: false,
      cursor: null,
      ...query,
    })
  ).items;
const readEvents = async (id: string) =>
  (
    await site.database.pool.query(
      "select action, actor_name as actor, reason, before, after from audit_log where target_id = $1 order by id",
      [id],
    )
  ).rows;
const readEventNames = async (id: string) => (await readEvents(id)).map(({ action }) => action);
const findHottestPostId = async () => (await site.forum.listPosts(null, buildListQuery())).items[0]?.id;
const addComment = async (postId: string, content: string, parentId: string | null = null) =>
  (await site.forum.addComment(bob, { postId, content, parentId })).id;

test("everyone but administrators is rejected, and nothing changes", async () => {
  const postId = await site.createPost(ada);
  const commentId = await addComment(postId, "Untouched");
  for (const [viewer, code] of [
    [null, "not_signed_in"],
    [ada, "access_denied"],
  ] as const) {
    for (const call of [
      moderation.setPostPinned(viewer, { id: postId, isPinned: true }),
      moderation.setPostLocked(viewer, { id: postId, isLocked: true }),
      moderation.movePost(viewer, { id: postId, category: "ai" }),
      moderation.deletePost(viewer, { id: postId }),
      moderation.restorePost(viewer, { id: postId }),
      moderation.editComment(viewer, { id: commentId, content: "Changed" }),
      moderation.deleteComment(viewer, { id: commentId }),
      moderation.restoreComment(viewer, { id: commentId }),
      moderation.readComment(viewer, commentId),
      moderation.readPost(viewer, postId),
      moderation.listPosts(viewer, { search: "", authorId: null, category: null, state: null, cursor: null }),
      moderation.listComments(viewer, { search: "", authorId: null, isDeleted: false, cursor: null }),
      moderation.listLatestByMember(viewer, ada.id),
    ])
      await expect(call).rejects.toMatchObject({ code });
  }
  expect(await site.forum.getPost(null, postId)).toMatchObject({
    isPinned: false,
    isLocked: false,
    category: "crypto",
    commentCount: 1,
  });
  expect([...(await readEvents(postId)), ...(await readEvents(commentId))]).toEqual([]);
});

test("a pinned post is first in Hot, and each change is logged once with its reason", async () => {
  const postId = await site.createPost(ada);
  site.clock.advance(60);
  const newerPostId = await site.createPost(ada);
  await site.forum.voteOnPost(bob, { postId: newerPostId, voteType: 1, rule: "toggle" });
  await moderation.setPostPinned(admin, { id: postId, isPinned: true, reason: "Read this first" });
  await moderation.setPostPinned(admin, { id: postId, isPinned: true });
  expect(await findHottestPostId()).toBe(postId);
  expect((await listPosts({ state: "pinned" })).map(({ id }) => id)).toEqual([postId]);
  await moderation.setPostPinned(admin, { id: postId, isPinned: false });
  expect(await findHottestPostId()).not.toBe(postId);
  expect(await readEvents(postId)).toMatchObject([
    { action: "post.pin", actor: "boss", reason: "Read this first" },
    { action: "post.unpin" },
  ]);
});

test("a locked post accepts no comments until it is unlocked", async () => {
  const postId = await site.createPost(ada);
  await moderation.setPostLocked(admin, { id: postId, isLocked: true });
  await expect(addComment(postId, "Too late")).rejects.toMatchObject({ code: "post_locked" });
  expect((await listPosts({ state: "locked" })).map(({ id }) => id)).toEqual([postId]);
  await moderation.setPostLocked(admin, { id: postId, isLocked: false });
  await addComment(postId, "In time");
  expect(await readEventNames(postId)).toEqual(["post.lock", "post.unlock"]);
});

test("a moved post is listed in its new category and doesn't count as edited", async () => {
  const postId = await site.createPost(ada, { category: "nft" });
  await moderation.movePost(admin, { id: postId, category: "trading" });
  expect(await site.forum.getPost(null, postId)).toMatchObject({ category: "trading", editedAt: null });
  const { items } = await site.forum.listPosts(null, buildListQuery({ categories: ["nft"] }));
  expect(items.map(({ id }) => id)).not.toContain(postId);
  await expect(moderation.movePost(admin, { id: postId, category: "all" })).rejects.toMatchObject({
    code: "invalid_input",
    fieldErrors: { category: "Choose a category." },
  });
  expect(await readEvents(postId)).toMatchObject([
    { action: "post.move", before: { category: "nft" }, after: { category: "trading" } },
  ]);
});

test("a deleted post is removed from search results, and restored with its votes and comments", async () => {
  const postId = await site.createPost(ada, { title: "Zebra crossings on chain" });
  await addComment(postId, "First");
  await site.forum.voteOnPost(bob, { postId, voteType: 1, rule: "toggle" });
  const listSearchResults = async () =>
    (await site.forum.listPosts(null, buildListQuery({ search: "zebra" }))).items.map(({ id }) => id);
  expect(await listSearchResults()).toEqual([postId]);
  await moderation.deletePost(admin, { id: postId, reason: "Spam" });
  expect(await listSearchResults()).toEqual([]);
  expect(await moderation.readPost(admin, postId)).toMatchObject({
    canRestore: true,
    deletedAt: expect.any(String),
  });
  expect(await listPosts({ state: "deleted", search: "zebra", category: "crypto" })).toMatchObject([
    { id: postId, deletedAt: expect.any(String), canRestore: true },
  ]);
  await expect(moderation.setPostPinned(admin, { id: postId, isPinned: true })).rejects.toMatchObject({
    code: "post_not_found",
  });
  await moderation.restorePost(secondAdmin, { id: postId });
  await moderation.restorePost(secondAdmin, { id: postId });
  expect(await listSearchResults()).toEqual([postId]);
  expect(await site.forum.getPost(null, postId)).toMatchObject({ upvotes: 1, commentCount: 1 });
  expect(await readEvents(postId)).toMatchObject([
    { action: "post.delete", actor: "boss", reason: "Spam" },
    { action: "post.restore", actor: "second" },
  ]);
});

test("deleted content can't be restored once its author's account has been deleted", async () => {
  const leaver = await site.createMember("leaver");
  const postId = await site.createPost(leaver);
  const spamPostId = await site.createPost(leaver);
  await moderation.deletePost(admin, { id: spamPostId, reason: "Spam" });
  const { id: commentId } = await site.forum.addComment(leaver, {
    postId: await site.createPost(ada),
    content: "Mine",
  });
  await site.forum.deleteMemberContent(leaver.id);
  const findDeletedComment = async () =>
    (await listComments({ isDeleted: true })).find(({ id }) => id === commentId);
  expect(await findDeletedComment()).toMatchObject({ canRestore: true });
  // The first step of deleting an account replaces its username.
  await site.database.pool.query(
    "update public.profiles set username = 'deleted_123456789012' where id = $1",
    [leaver.id],
  );
  expect(await findDeletedComment()).toMatchObject({ canRestore: false });
  await site.forum.anonymizeMember(leaver.id);
  const refusal = {
    code: "author_deleted",
    message: "This can't be restored because its author's account was deleted.",
  };
  for (const id of [postId, spamPostId])
    await expect(moderation.restorePost(admin, { id })).rejects.toMatchObject(refusal);
  await expect(moderation.restoreComment(admin, { id: commentId })).rejects.toMatchObject(refusal);
  expect((await listPosts({ state: "deleted" })).find(({ id }) => id === postId)).toMatchObject({
    canRestore: false,
  });
});

test("an administrator's edit is logged for others' content but not for their own", async () => {
  const postId = await site.createPost(ada, { title: "Before", content: "Same" });
  const fields = { content: "Same", category: "crypto", tags: [] };
  await site.forum.editPost(admin, { id: postId, title: "After", ...fields });
  expect(await site.forum.getPost(null, postId)).toMatchObject({
    title: "After",
    editedAt: expect.any(String),
  });
  expect(await readEvents(postId)).toMatchObject([
    { action: "post.edit", before: { title: "Before" }, after: { title: "After" } },
  ]);
  const ownPostId = await site.createPost(admin);
  await site.forum.editPost(admin, { id: ownPostId, title: "Mine", ...fields });
  await site.forum.deletePost(admin, ownPostId);
  expect(await readEvents(ownPostId)).toEqual([]);
});

test("comments can be listed, searched, edited, deleted and restored", async () => {
  const postId = await site.createPost(ada, { title: "A thread" });
  const commentId = await addComment(postId, "The quokka smiles");
  expect(await listComments({ search: "quokkas" })).toMatchObject([
    { id: commentId, content: "The quokka smiles", author: { username: "bob" }, post: { title: "A thread" } },
  ]);
  await moderation.editComment(admin, { id: commentId, content: "The quokka frowns", reason: "Facts" });
  expect(await moderation.readComment(admin, commentId)).toMatchObject({ editedAt: expect.any(String) });
  await moderation.deleteComment(admin, { id: commentId });
  expect(await listComments({ search: "quokka" })).toEqual([]);
  expect(await listComments({ search: "quokka", isDeleted: true })).toMatchObject([
    { id: commentId, canRestore: true },
  ]);
  await moderation.restoreComment(admin, { id: commentId });
  await moderation.restoreComment(admin, { id: commentId });
  expect(await listComments({ search: "quokka" })).toMatchObject([{ content: "The quokka frowns" }]);
  expect(await readEvents(commentId)).toMatchObject([
    {
      action: "comment.edit",
      reason: "Facts",
      before: { content: "The quokka smiles" },
      after: { content: "The quokka frowns" },
    },
    { action: "comment.delete" },
    { action: "comment.restore" },
  ]);
});

test("a branch of comments can be restored in any order", async () => {
  const postId = await site.createPost(ada);
  const top = await addComment(postId, "top");
  const middle = await addComment(postId, "middle", top);
  const leaf = await addComment(postId, "leaf", middle);
  const expectConsistent = async () => expect(await site.forum.recountForum({ repair: false })).toEqual([]);
  for (const order of [
    [leaf, middle, top],
    [top, middle, leaf],
    [middle, leaf, top],
  ]) {
    for (const id of [top, middle, leaf]) await moderation.deleteComment(admin, { id });
    await expectConsistent();
    for (const id of order) {
      await moderation.restoreComment(admin, { id });
      await expectConsistent();
    }
  }
  const { items } = await site.forum.listComments(null, { postId, sort: "new", cursor: null });
  expect(items).toMatchObject([{ content: "top", replies: [{ replies: [{ content: "leaf" }] }] }]);
});

test("a comment can't be restored before its post", async () => {
  const postId = await site.createPost(ada);
  const commentId = await addComment(postId, "Below");
  await moderation.deleteComment(admin, { id: commentId });
  await moderation.deletePost(admin, { id: postId });
  await expect(moderation.restoreComment(admin, { id: commentId })).rejects.toMatchObject({
    code: "post_not_found",
  });
  expect((await listComments({ isDeleted: true })).find(({ id }) => id === commentId)).toMatchObject({
    canRestore: false,
  });
});

test("an administrator demoted during a request can only change their own content", async () => {
  const demotedAdmin = await site.createMember("demoted", "admin");
  const postId = await site.createPost(ada);
  const commentId = await addComment(postId, "Stays");
  const ownPostId = await site.createPost(demotedAdmin);
  const deletedPostId = await site.createPost(ada);
  await moderation.deletePost(admin, { id: deletedPostId });
  const deletedCommentId = await addComment(postId, "Gone");
  await moderation.deleteComment(admin, { id: deletedCommentId });
  await site.database.pool.query("update public.user_roles set role = 'user' where user_id = $1", [
    demotedAdmin.id,
  ]);
  const fields = { title: "Mine", content: "Mine", category: "crypto", tags: [] };
  const outcomes = await Promise.all(
    [
      moderation.setPostPinned(demotedAdmin, { id: postId, isPinned: true }),
      moderation.setPostLocked(demotedAdmin, { id: postId, isLocked: true }),
      moderation.movePost(demotedAdmin, { id: postId, category: "ai" }),
      moderation.restorePost(demotedAdmin, { id: deletedPostId }),
      moderation.restoreComment(demotedAdmin, { id: deletedCommentId }),
      moderation.deletePost(demotedAdmin, { id: postId }),
      moderation.deleteComment(demotedAdmin, { id: commentId }),
      moderation.editComment(demotedAdmin, { id: commentId, content: "Mine" }),
      site.forum.editPost(demotedAdmin, { ...fields, id: postId }),
      site.forum.deletePost(demotedAdmin, postId),
      site.forum.deleteComment(demotedAdmin, commentId),
    ].map((action) => action.then(String, ({ code }) => code)),
  );
  expect(outcomes).toEqual([...Array(5).fill("access_denied"), ...Array(6).fill("not_author")]);
  expect([...(await readEvents(postId)), ...(await readEvents(commentId))]).toEqual([]);
  await site.forum.editPost(demotedAdmin, { ...fields, id: ownPostId });
  await site.forum.deletePost(demotedAdmin, ownPostId);
  expect(await readEvents(ownPostId)).toEqual([]);
});

test("admin actions concurrent with a demotion are either carried out and logged or rejected", async () => {
  for (let round = 0; round < 5; round += 1) {
    const demotedAdmin = await site.createMember(`demoted_${round}`, "admin");
    const postIds = await Promise.all([1, 2, 3, 4].map(() => site.createPost(ada)));
    const [, ...actions] = await Promise.allSettled([
      site.database.pool.query("update public.user_roles set role = 'user' where user_id = $1", [
        demotedAdmin.id,
      ]),
      ...postIds.map((id) => moderation.setPostLocked(demotedAdmin, { id, isLocked: true })),
    ]);
    for (const [index, action] of actions.entries()) {
      const id = postIds[index] ?? "";
      expect((await site.forum.getPost(null, id)).isLocked).toBe(action.status === "fulfilled");
      expect(await readEventNames(id)).toEqual(action.status === "fulfilled" ? ["post.lock"] : []);
      if (action.status === "rejected") expect(action.reason).toMatchObject({ code: "access_denied" });
    }
  }
});

test("an action that two administrators take concurrently is carried out and logged once", async () => {
  const postId = await site.createPost(ada);
  const commentId = await addComment(postId, "Twice");
  const runConcurrently = (operation: (viewer: Member) => Promise<void>) =>
    Promise.allSettled([admin, secondAdmin, admin, secondAdmin].map(operation));
  const countFulfilled = (results: readonly PromiseSettledResult<void>[]) =>
    results.filter(({ status }) => status === "fulfilled").length;
  expect(
    countFulfilled(
      await runConcurrently((viewer) => moderation.setPostPinned(viewer, { id: postId, isPinned: true })),
    ),
  ).toBe(4);
  expect(
    countFulfilled(await runConcurrently((viewer) => moderation.deleteComment(viewer, { id: commentId }))),
  ).toBe(1);
  expect(
    countFulfilled(await runConcurrently((viewer) => moderation.restoreComment(viewer, { id: commentId }))),
  ).toBe(4);
  expect(
    countFulfilled(await runConcurrently((viewer) => moderation.deletePost(viewer, { id: postId }))),
  ).toBe(1);
  expect(
    countFulfilled(await runConcurrently((viewer) => moderation.restorePost(viewer, { id: postId }))),
  ).toBe(4);
  expect(await readEventNames(postId)).toEqual(["post.pin", "post.delete", "post.restore"]);
  expect(await readEventNames(commentId)).toEqual(["comment.delete", "comment.restore"]);
});

test("votes and comments concurrent with admin actions leave all counts correct", async () => {
  const postId = await site.createPost(ada);
  const commentId = await addComment(postId, "Busy");
  const users = await Promise.all([1, 2, 3, 4].map((number) => site.createMember(`crowd_${number}`)));
  await Promise.allSettled([
    ...users.map((user) => site.forum.voteOnPost(user, { postId, voteType: 1, rule: "toggle" })),
    ...users.map((user) => site.forum.voteOnComment(user, { commentId, voteType: 1 })),
    addComment(postId, "Answer", commentId),
    moderation.deleteComment(admin, { id: commentId }),
    moderation.deletePost(admin, { id: postId }),
    moderation.setPostPinned(secondAdmin, { id: postId, isPinned: true }),
    moderation.setPostLocked(secondAdmin, { id: postId, isLocked: true }),
    moderation.restorePost(secondAdmin, { id: postId }),
  ]);
});

test("a member's latest posts and comments are listed, deleted or not", async () => {
  const eve = await site.createMember("eve");
  expect(await moderation.listLatestByMember(admin, eve.id)).toEqual({ posts: [], comments: [] });
  const threadPostId = await site.createPost(ada, { title: "Another member's thread" });
  const titles = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    site.clock.advance(60);
    titles.unshift(`Eve writes ${number}`);
    const id = await site.createPost(eve, { title: `Eve writes ${number}` });
    if (number === 6) await moderation.deletePost(admin, { id });
    if (number === 5) await moderation.setPostPinned(admin, { id, isPinned: true });
  }
  const { id } = await site.forum.addComment(eve, {
    postId: threadPostId,
    content: "**Loud** words",
    parentId: null,
  });
  await site.forum.voteOnComment(ada, { commentId: id, voteType: -1 });
  await moderation.deletePost(admin, { id: threadPostId });

  const { posts: latestPosts, comments: latestComments } = await moderation.listLatestByMember(admin, eve.id);
  expect(latestPosts.map(({ title }) => title)).toEqual(titles.slice(0, 5));
  expect(latestPosts.map(({ deletedAt }) => deletedAt !== null)).toEqual([true, false, false, false, false]);
  expect(latestPosts[1]).toMatchObject({ isPinned: true, isLocked: false, score: 0, commentCount: 0 });
  expect(latestComments).toEqual([
    {
      id,
      excerpt: "Loud words",
      score: -1,
      createdAt: site.clock.now().toISOString(),
      deletedAt: null,
      post: { id: threadPostId, title: "Another member's thread", isDeleted: true },
    },
  ]);

  const eveQuery = { authorId: eve.id };
  expect((await listPosts(eveQuery)).map(({ title }) => title)).toEqual(titles.slice(1));
  expect((await listPosts({ ...eveQuery, state: "deleted" })).map(({ title }) => title)).toEqual(
    titles.slice(0, 1),
  );
  expect((await listPosts({ ...eveQuery, search: "WRITES 3" })).map(({ title }) => title)).toEqual([
    "Eve writes 3",
  ]);
  expect((await listComments(eveQuery)).map((comment) => comment.id)).toEqual([id]);
  expect(await listComments({ ...eveQuery, search: "quiet" })).toEqual([]);
  expect(await listComments({ ...eveQuery, isDeleted: true })).toEqual([]);
});

test("lists are paged, and unknown IDs are rejected", async () => {
  for (let index = 0; index < 22; index += 1) {
    site.clock.advance(1);
    const id = await site.createPost(ada, { category: "tech" });
    await moderation.deletePost(admin, { id });
  }
  const query = { search: "", authorId: null, category: "tech", state: "deleted", cursor: null } as const;
  const firstPage = await moderation.listPosts(admin, query);
  const secondPage = await moderation.listPosts(admin, { ...query, cursor: firstPage.nextCursor });
  expect([firstPage.items.length, secondPage.items.length, secondPage.nextCursor]).toEqual([20, 2, null]);
  for (const id of [randomUUID(), "x"]) {
    await expect(moderation.setPostLocked(admin, { id, isLocked: true })).rejects.toMatchObject({
      code: "post_not_found",
    });
    await expect(moderation.restorePost(admin, { id })).rejects.toMatchObject({ code: "post_not_found" });
    await expect(moderation.restoreComment(admin, { id })).rejects.toMatchObject({
      code: "comment_not_found",
    });
    await expect(moderation.readPost(admin, id)).rejects.toMatchObject({ code: "post_not_found" });
    await expect(moderation.readComment(admin, id)).rejects.toMatchObject({ code: "comment_not_found" });
  }
});
