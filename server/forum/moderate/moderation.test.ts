import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { ModeratedCommentsQuery, ModeratedPostsQuery } from "#core/forum/moderation.ts";
import { buildListQuery, openTestForum, type TestForum } from "../testing.ts";
import type { Moderation } from "./index.ts";

let world: TestForum;
let by: Moderation;
let admin: Member;
let second: Member;
let ada: Member;
let bob: Member;
beforeAll(async () => {
  world = await openTestForum({ maxConnections: 20 });
  by = world.forum.moderation;
  admin = await world.member("boss", "admin");
  second = await world.member("second", "admin");
  ada = await world.member("ada");
  bob = await world.member("bob");
});
afterAll(() => world.database.drop());
// After every test, all stored counters match their rows.
afterEach(async () => expect(await world.forum.recountForum({ repair: false })).toEqual([]));

const posts = async (query: Partial<ModeratedPostsQuery> = {}) =>
  (
    await by.listPosts(admin, {
      search: "",
      author: null,
      category: null,
      state: null,
      cursor: null,
      ...query,
    })
  ).items;
const comments = async (query: Partial<ModeratedCommentsQuery> = {}) =>
  (await by.listComments(admin, { search: "", author: null, isDeleted: false, cursor: null, ...query }))
    .items;
const readEvents = async (id: string) =>
  (
    await world.database.pool.query(
      "select act, actor_name as who, why, before, after from audit_log where thing_id = $1 order by id",
      [id],
    )
  ).rows;
const readEventNames = async (id: string) => (await readEvents(id)).map(({ act }) => act);
const hottest = async () => (await world.forum.listPosts(null, buildListQuery())).items[0]?.id;
const say = async (postId: string, content: string, parentId: string | null = null) =>
  (await world.forum.addComment(bob, { postId, content, parentId })).id;

test("everyone but administrators is refused, and nothing changes", async () => {
  const post = await world.post(ada);
  const comment = await say(post, "Untouched");
  for (const [viewer, code] of [
    [null, "not_signed_in"],
    [ada, "access_denied"],
  ] as const) {
    for (const refused of [
      by.pinPost(viewer, { id: post, on: true }),
      by.lockPost(viewer, { id: post, on: true }),
      by.movePost(viewer, { id: post, category: "ai" }),
      by.deletePost(viewer, { id: post }),
      by.restorePost(viewer, { id: post }),
      by.editComment(viewer, { id: comment, content: "Changed" }),
      by.deleteComment(viewer, { id: comment }),
      by.restoreComment(viewer, { id: comment }),
      by.readComment(viewer, comment),
      by.readPost(viewer, post),
      by.listPosts(viewer, { search: "", author: null, category: null, state: null, cursor: null }),
      by.listComments(viewer, { search: "", author: null, isDeleted: false, cursor: null }),
      by.listLatestByMember(viewer, ada.id),
    ])
      await expect(refused).rejects.toMatchObject({ code });
  }
  expect(await world.forum.getPost(null, post)).toMatchObject({
    isPinned: false,
    isLocked: false,
    category: "crypto",
    commentCount: 1,
  });
  expect([...(await readEvents(post)), ...(await readEvents(comment))]).toEqual([]);
});

test("a pinned post is first in Hot, and each change is logged once with its reason", async () => {
  const post = await world.post(ada);
  world.clock.advance(60);
  const newer = await world.post(ada);
  await world.forum.voteOnPost(bob, { postId: newer, voteType: 1, rule: "toggle" });
  await by.pinPost(admin, { id: post, on: true, why: "Read this first" });
  await by.pinPost(admin, { id: post, on: true });
  expect(await hottest()).toBe(post);
  expect((await posts({ state: "pinned" })).map(({ id }) => id)).toEqual([post]);
  await by.pinPost(admin, { id: post, on: false });
  expect(await hottest()).not.toBe(post);
  expect(await readEvents(post)).toMatchObject([
    { act: "post.pin", who: "boss", why: "Read this first" },
    { act: "post.unpin" },
  ]);
});

test("a locked post accepts no comments until it is unlocked", async () => {
  const post = await world.post(ada);
  await by.lockPost(admin, { id: post, on: true });
  await expect(say(post, "Too late")).rejects.toMatchObject({ code: "post_locked" });
  expect((await posts({ state: "locked" })).map(({ id }) => id)).toEqual([post]);
  await by.lockPost(admin, { id: post, on: false });
  await say(post, "In time");
  expect(await readEventNames(post)).toEqual(["post.lock", "post.unlock"]);
});

test("a moved post is listed in its new category and doesn't count as edited", async () => {
  const post = await world.post(ada, { category: "nft" });
  await by.movePost(admin, { id: post, category: "trading" });
  expect(await world.forum.getPost(null, post)).toMatchObject({ category: "trading", editedAt: null });
  const { items } = await world.forum.listPosts(null, buildListQuery({ categories: ["nft"] }));
  expect(items.map(({ id }) => id)).not.toContain(post);
  await expect(by.movePost(admin, { id: post, category: "all" })).rejects.toMatchObject({
    code: "invalid_input",
    fields: { category: "Choose one of the categories." },
  });
  expect(await readEvents(post)).toMatchObject([
    { act: "post.move", before: { category: "nft" }, after: { category: "trading" } },
  ]);
});

test("a deleted post is removed from lists and search, and restored with its votes and comments", async () => {
  const post = await world.post(ada, { title: "Zebra crossings on chain" });
  await say(post, "First");
  await world.forum.voteOnPost(bob, { postId: post, voteType: 1, rule: "toggle" });
  const found = async () =>
    (await world.forum.listPosts(null, buildListQuery({ search: "zebra" }))).items.map(({ id }) => id);
  expect(await found()).toEqual([post]);
  await by.deletePost(admin, { id: post, why: "Spam" });
  expect(await found()).toEqual([]);
  expect(await by.readPost(admin, post)).toMatchObject({ canRestore: true, deletedAt: expect.any(String) });
  expect(await posts({ state: "deleted", search: "zebra", category: "crypto" })).toMatchObject([
    { id: post, deletedAt: expect.any(String), canRestore: true },
  ]);
  await expect(by.pinPost(admin, { id: post, on: true })).rejects.toMatchObject({ code: "post_not_found" });
  await by.restorePost(second, { id: post });
  await by.restorePost(second, { id: post });
  expect(await found()).toEqual([post]);
  expect(await world.forum.getPost(null, post)).toMatchObject({ upvotes: 1, commentCount: 1 });
  expect(await readEvents(post)).toMatchObject([
    { act: "post.delete", who: "boss", why: "Spam" },
    { act: "post.restore", who: "second" },
  ]);
});

test("content removed together with its author's account can't be restored", async () => {
  const leaver = await world.member("leaver");
  const post = await world.post(leaver);
  const { id: comment } = await world.forum.addComment(leaver, {
    postId: await world.post(ada),
    content: "Mine",
  });
  await world.forum.deleteMemberContent(leaver.id);
  await world.forum.anonymizeMember(leaver.id);
  await expect(by.restorePost(admin, { id: post })).rejects.toMatchObject({ code: "author_gone" });
  await expect(by.restoreComment(admin, { id: comment })).rejects.toMatchObject({ code: "author_gone" });
  expect((await posts({ state: "deleted" })).find(({ id }) => id === post)).toMatchObject({
    canRestore: false,
  });
});

test("an administrator's edit is logged for others' content but not for their own", async () => {
  const post = await world.post(ada, { title: "Before", content: "Same" });
  const words = { content: "Same", category: "crypto", tags: [] };
  await world.forum.editPost(admin, { id: post, title: "After", ...words });
  expect(await world.forum.getPost(null, post)).toMatchObject({
    title: "After",
    editedAt: expect.any(String),
  });
  expect(await readEvents(post)).toMatchObject([
    { act: "post.edit", before: { title: "Before" }, after: { title: "After" } },
  ]);
  const own = await world.post(admin);
  await world.forum.editPost(admin, { id: own, title: "Mine", ...words });
  await world.forum.deletePost(admin, own);
  expect(await readEvents(own)).toEqual([]);
});

test("comments can be listed, searched, edited, deleted and restored", async () => {
  const post = await world.post(ada, { title: "A thread" });
  const comment = await say(post, "The quokka smiles");
  expect(await comments({ search: "quokkas" })).toMatchObject([
    { id: comment, content: "The quokka smiles", author: { username: "bob" }, post: { title: "A thread" } },
  ]);
  await by.editComment(admin, { id: comment, content: "The quokka frowns", why: "Facts" });
  expect(await by.readComment(admin, comment)).toMatchObject({ editedAt: expect.any(String) });
  await by.deleteComment(admin, { id: comment });
  expect(await comments({ search: "quokka" })).toEqual([]);
  expect(await comments({ search: "quokka", isDeleted: true })).toMatchObject([
    { id: comment, canRestore: true },
  ]);
  await by.restoreComment(admin, { id: comment });
  await by.restoreComment(admin, { id: comment });
  expect(await comments({ search: "quokka" })).toMatchObject([{ content: "The quokka frowns" }]);
  expect(await readEvents(comment)).toMatchObject([
    {
      act: "comment.edit",
      why: "Facts",
      before: { content: "The quokka smiles" },
      after: { content: "The quokka frowns" },
    },
    { act: "comment.delete" },
    { act: "comment.restore" },
  ]);
});

test("a branch of comments can be restored in any order", async () => {
  const post = await world.post(ada);
  const top = await say(post, "top");
  const middle = await say(post, "middle", top);
  const leaf = await say(post, "leaf", middle);
  const expectConsistent = async () => expect(await world.forum.recountForum({ repair: false })).toEqual([]);
  for (const order of [
    [leaf, middle, top],
    [top, middle, leaf],
    [middle, leaf, top],
  ]) {
    for (const id of [top, middle, leaf]) await by.deleteComment(admin, { id });
    await expectConsistent();
    for (const id of order) {
      await by.restoreComment(admin, { id });
      await expectConsistent();
    }
  }
  const { items } = await world.forum.listComments(null, { postId: post, sort: "new", cursor: null });
  expect(items).toMatchObject([{ content: "top", replies: [{ replies: [{ content: "leaf" }] }] }]);
});

test("a comment can't be restored before its post", async () => {
  const post = await world.post(ada);
  const comment = await say(post, "Below");
  await by.deleteComment(admin, { id: comment });
  await by.deletePost(admin, { id: post });
  await expect(by.restoreComment(admin, { id: comment })).rejects.toMatchObject({ code: "post_not_found" });
  expect((await comments({ isDeleted: true })).find(({ id }) => id === comment)).toMatchObject({
    canRestore: false,
  });
});

test("an administrator demoted during a request can only change their own content", async () => {
  const demoted = await world.member("demoted", "admin");
  const post = await world.post(ada);
  const comment = await say(post, "Stays");
  const own = await world.post(demoted);
  const gone = await world.post(ada);
  await by.deletePost(admin, { id: gone });
  const unsaid = await say(post, "Gone");
  await by.deleteComment(admin, { id: unsaid });
  await world.database.pool.query("update public.user_roles set role = 'user' where user_id = $1", [
    demoted.id,
  ]);
  const words = { title: "Mine", content: "Mine", category: "crypto", tags: [] };
  const outcomes = await Promise.all(
    [
      by.pinPost(demoted, { id: post, on: true }),
      by.lockPost(demoted, { id: post, on: true }),
      by.movePost(demoted, { id: post, category: "ai" }),
      by.restorePost(demoted, { id: gone }),
      by.restoreComment(demoted, { id: unsaid }),
      by.deletePost(demoted, { id: post }),
      by.deleteComment(demoted, { id: comment }),
      by.editComment(demoted, { id: comment, content: "Mine" }),
      world.forum.editPost(demoted, { ...words, id: post }),
      world.forum.deletePost(demoted, post),
      world.forum.deleteComment(demoted, comment),
    ].map((action) => action.then(String, ({ code }) => code)),
  );
  expect(outcomes).toEqual([...Array(5).fill("access_denied"), ...Array(6).fill("not_yours")]);
  expect([...(await readEvents(post)), ...(await readEvents(comment))]).toEqual([]);
  await world.forum.editPost(demoted, { ...words, id: own });
  await world.forum.deletePost(demoted, own);
  expect(await readEvents(own)).toEqual([]);
});

test("admin actions concurrent with a demotion are either logged or refused", async () => {
  for (let round = 0; round < 5; round += 1) {
    const leaving = await world.member(`leaving_${round}`, "admin");
    const posts = await Promise.all([1, 2, 3, 4].map(() => world.post(ada)));
    const [, ...actions] = await Promise.allSettled([
      world.database.pool.query("update public.user_roles set role = 'user' where user_id = $1", [
        leaving.id,
      ]),
      ...posts.map((id) => by.lockPost(leaving, { id, on: true })),
    ]);
    for (const [at, action] of actions.entries()) {
      const id = posts[at] ?? "";
      expect((await world.forum.getPost(null, id)).isLocked).toBe(action.status === "fulfilled");
      expect(await readEventNames(id)).toEqual(action.status === "fulfilled" ? ["post.lock"] : []);
      if (action.status === "rejected") expect(action.reason).toMatchObject({ code: "access_denied" });
    }
  }
});

test("an action that two administrators take at the same time is done and logged once", async () => {
  const post = await world.post(ada);
  const comment = await say(post, "Twice");
  const at = (work: (viewer: Member) => Promise<void>) =>
    Promise.allSettled([admin, second, admin, second].map(work));
  const done = (results: readonly PromiseSettledResult<void>[]) =>
    results.filter(({ status }) => status === "fulfilled").length;
  expect(done(await at((viewer) => by.pinPost(viewer, { id: post, on: true })))).toBe(4);
  expect(done(await at((viewer) => by.deleteComment(viewer, { id: comment })))).toBe(1);
  expect(done(await at((viewer) => by.restoreComment(viewer, { id: comment })))).toBe(4);
  expect(done(await at((viewer) => by.deletePost(viewer, { id: post })))).toBe(1);
  expect(done(await at((viewer) => by.restorePost(viewer, { id: post })))).toBe(4);
  expect(await readEventNames(post)).toEqual(["post.pin", "post.delete", "post.restore"]);
  expect(await readEventNames(comment)).toEqual(["comment.delete", "comment.restore"]);
});

test("votes and comments concurrent with admin actions keep all counters right", async () => {
  const post = await world.post(ada);
  const comment = await say(post, "Busy");
  const users = await Promise.all([1, 2, 3, 4].map((at) => world.member(`crowd_${at}`)));
  await Promise.allSettled([
    ...users.map((user) => world.forum.voteOnPost(user, { postId: post, voteType: 1, rule: "toggle" })),
    ...users.map((user) => world.forum.voteOnComment(user, { commentId: comment, voteType: 1 })),
    say(post, "Answer", comment),
    by.deleteComment(admin, { id: comment }),
    by.deletePost(admin, { id: post }),
    by.pinPost(second, { id: post, on: true }),
    by.lockPost(second, { id: post, on: true }),
    by.restorePost(second, { id: post }),
  ]);
});

test("lists a single member's latest content, deleted or not", async () => {
  const eve = await world.member("eve");
  expect(await by.listLatestByMember(admin, eve.id)).toEqual({ posts: [], comments: [] });
  const thread = await world.post(ada, { title: "Another member's thread" });
  const titles = [];
  for (const at of [1, 2, 3, 4, 5, 6]) {
    world.clock.advance(60);
    titles.unshift(`Eve writes ${at}`);
    const id = await world.post(eve, { title: `Eve writes ${at}` });
    if (at === 6) await by.deletePost(admin, { id });
    if (at === 5) await by.pinPost(admin, { id, on: true });
  }
  const { id } = await world.forum.addComment(eve, {
    postId: thread,
    content: "**Loud** words",
    parentId: null,
  });
  await world.forum.voteOnComment(ada, { commentId: id, voteType: -1 });
  await by.deletePost(admin, { id: thread });

  const { posts: newest, comments: said } = await by.listLatestByMember(admin, eve.id);
  expect(newest.map(({ title }) => title)).toEqual(titles.slice(0, 5));
  expect(newest.map(({ deletedAt }) => deletedAt !== null)).toEqual([true, false, false, false, false]);
  expect(newest[1]).toMatchObject({ isPinned: true, isLocked: false, score: 0, commentCount: 0 });
  expect(said).toEqual([
    {
      id,
      excerpt: "Loud words",
      score: -1,
      createdAt: world.clock.now().toISOString(),
      deletedAt: null,
      post: { id: thread, title: "Another member's thread", isDeleted: true },
    },
  ]);

  const of = { author: eve.id };
  expect((await posts(of)).map(({ title }) => title)).toEqual(titles.slice(1));
  expect((await posts({ ...of, state: "deleted" })).map(({ title }) => title)).toEqual(titles.slice(0, 1));
  expect((await posts({ ...of, search: "WRITES 3" })).map(({ title }) => title)).toEqual(["Eve writes 3"]);
  expect((await comments(of)).map((comment) => comment.id)).toEqual([id]);
  expect(await comments({ ...of, search: "quiet" })).toEqual([]);
  expect(await comments({ ...of, isDeleted: true })).toEqual([]);
});

test("lists are paged, and unknown ids are refused", async () => {
  for (let at = 0; at < 22; at += 1) {
    world.clock.advance(1);
    const id = await world.post(ada, { category: "tech" });
    await by.deletePost(admin, { id });
  }
  const query = { search: "", author: null, category: "tech", state: "deleted", cursor: null } as const;
  const first = await by.listPosts(admin, query);
  const rest = await by.listPosts(admin, { ...query, cursor: first.nextCursor });
  expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([20, 2, null]);
  for (const id of [randomUUID(), "x"]) {
    await expect(by.lockPost(admin, { id, on: true })).rejects.toMatchObject({ code: "post_not_found" });
    await expect(by.restorePost(admin, { id })).rejects.toMatchObject({ code: "post_not_found" });
    await expect(by.restoreComment(admin, { id })).rejects.toMatchObject({ code: "comment_not_found" });
    await expect(by.readPost(admin, id)).rejects.toMatchObject({ code: "post_not_found" });
    await expect(by.readComment(admin, id)).rejects.toMatchObject({ code: "comment_not_found" });
  }
});
