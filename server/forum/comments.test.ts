import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { THREAD_DEPTH } from "#core/forum/limits.ts";
import { COMMENT_SORTS, type CommentNode, type CommentSort } from "#core/forum/types.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let ada: Member;
let bob: Member;
let admin: Member;
beforeAll(async () => {
  site = await openTestForum();
  ada = await site.createMember("ada");
  bob = await site.createMember("bob");
  admin = await site.createMember("boss", "admin");
});
afterAll(() => site.database.drop());

const addComment = async (
  author: Member,
  postId: string,
  content: string,
  parentId?: string,
): Promise<string> => {
  site.clock.advance(1);
  return (await site.forum.addComment(author, { postId, content, parentId: parentId ?? null })).id;
};
const list = (
  postId: string,
  options: { sort?: CommentSort; cursor?: string | null; rootId?: string; as?: Member } = {},
) =>
  site.forum.listComments(options.as ?? null, {
    postId,
    sort: options.sort ?? "new",
    cursor: options.cursor ?? null,
    rootId: options.rootId ?? null,
  });
const toShape = (nodes: readonly CommentNode[]): unknown[] =>
  nodes.map((node) => [
    node.content ?? "(deleted)",
    ...(node.replies.length > 0 ? [toShape(node.replies)] : []),
  ]);
const countComments = async (postId: string) => (await site.forum.getPost(null, postId)).commentCount;
const lock = (postId: string, isLocked = true) =>
  site.database.pool.query("update forum_posts set is_locked = $2 where id = $1", [postId, isLocked]);
const expectConsistent = async () => expect(await site.forum.recountForum({ repair: false })).toEqual([]);

test("comments are listed as trees in every order, with one statement per list", async () => {
  const postId = await site.createPost(ada);
  const one = await addComment(bob, postId, "one");
  const two = await addComment(ada, postId, "two");
  const inner = await addComment(bob, postId, "two a", two);
  await addComment(ada, postId, "two b", two);
  await addComment(bob, postId, "two a i", inner);
  await site.forum.voteOnComment(ada, { commentId: one, voteType: 1 });
  await site.forum.voteOnComment(bob, { commentId: inner, voteType: 1 });

  const statementCount = await runInRequestScope("count", async () => {
    expect(toShape((await list(postId)).items)).toEqual([
      ["two", [["two b"], ["two a", [["two a i"]]]]],
      ["one"],
    ]);
    for (const sort of ["old", "best"] as const)
      expect(toShape((await list(postId, { sort })).items)).toEqual([
        ["one"],
        ["two", [["two a", [["two a i"]]], ["two b"]]],
      ]);
    return getRequestScope()?.statements;
  });
  expect(statementCount).toBe(3);
  expect(await countComments(postId)).toBe(5);
  const [newest] = (await list(postId, { as: bob })).items;
  expect(newest).toMatchObject({
    id: two,
    parentId: null,
    author: { username: "ada", isVerified: false },
    contentHtml: "<p>two</p>\n",
    isDeleted: false,
    canEdit: false,
    hiddenReplyCount: 0,
    ownVote: 0,
  });
  expect(newest?.replies[1]).toMatchObject({ id: inner, ownVote: 1, upvotes: 1, canEdit: true });
  await expectConsistent();
});

test("visitors' comments, blank or invalid ones, those on missing or locked posts, and replies to comments that are missing or on another post are rejected", async () => {
  const postId = await site.createPost(ada);
  const otherPostId = await site.createPost(ada);
  const otherCommentId = await addComment(ada, otherPostId, "elsewhere");
  const { addComment: submit } = site.forum;
  await expect(submit(null, { postId, content: "x" })).rejects.toMatchObject({
    code: "sign_in_to_comment",
    message: "Please sign in to comment.",
  });
  for (const content of [" \n ", "\u2800\u115f", "\u3164\uffa0\u2063", "[](https://example.org)", "&nbsp;"])
    await expect(submit(ada, { postId, content })).rejects.toMatchObject({ code: "missing_information" });
  await expect(submit(ada, { postId, content: "x".repeat(5001) })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(submit(ada, { postId, content: "a\0b" })).rejects.toMatchObject({ code: "invalid_input" });
  for (const id of [randomUUID(), "7", "a\0b"]) {
    await expect(submit(ada, { postId: id, content: "x" })).rejects.toMatchObject({
      code: "post_not_found",
    });
    await expect(submit(ada, { postId, parentId: id, content: "x" })).rejects.toMatchObject({
      code: "comment_not_found",
    });
    await expect(list(id)).rejects.toMatchObject({ code: "post_not_found" });
    await expect(list(postId, { rootId: id })).rejects.toMatchObject({ code: "comment_not_found" });
  }
  await expect(submit(ada, { postId, parentId: otherCommentId, content: "x" })).rejects.toMatchObject({
    code: "comment_not_found",
  });
  await expect(list(postId, { rootId: otherCommentId })).rejects.toMatchObject({ code: "comment_not_found" });

  const commentId = await addComment(bob, postId, "before the lock");
  await lock(postId);
  for (const parentId of [null, commentId]) {
    await expect(submit(admin, { postId, parentId, content: "x" })).rejects.toMatchObject({
      code: "post_locked",
      message: "This post is locked. No new comments can be added.",
    });
  }
  await expect(site.forum.editComment(bob, { id: commentId, content: "x" })).rejects.toMatchObject({
    code: "post_locked",
  });
  await expect(site.forum.deleteComment(bob, commentId)).rejects.toMatchObject({ code: "post_locked" });
  expect((await list(postId, { as: bob })).items[0]?.canEdit).toBe(false);
  await expect(site.forum.editComment(admin, { id: commentId, content: "moderated" })).resolves.toMatchObject(
    { postId },
  );
  expect(await countComments(postId)).toBe(1);
});

test("submitting twice creates one comment, even concurrently", async () => {
  const postId = await site.createPost(ada);
  const requestId = randomUUID();
  const results = await Promise.all(
    Array.from({ length: 5 }, () => site.forum.addComment(bob, { postId, content: "once", requestId })),
  );
  expect(new Set(results.map(({ id }) => id))).toEqual(new Set([requestId]));
  expect(await countComments(postId)).toBe(1);
  await expect(site.forum.addComment(ada, { postId, content: "mine", requestId })).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("other members can't edit a comment, and a comment that its author edits is shown as edited", async () => {
  const postId = await site.createPost(ada);
  const id = await addComment(bob, postId, "frist");
  const { editComment } = site.forum;
  await expect(editComment(null, { id, content: "x" })).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(editComment(ada, { id, content: "x" })).rejects.toMatchObject({ code: "not_author" });
  for (const content of ["  ", "\u2800", "[](/forum)"])
    await expect(editComment(bob, { id, content })).rejects.toMatchObject({ code: "missing_information" });
  await expect(editComment(bob, { id: "nothing", content: "x" })).rejects.toMatchObject({
    code: "comment_not_found",
  });
  await editComment(bob, { id, content: " frist " });
  expect((await list(postId)).items[0]?.editedAt).toBeNull();
  site.clock.advance(30);
  await editComment(bob, { id, content: "first" });
  expect((await list(postId)).items[0]).toMatchObject({
    content: "first",
    editedAt: site.clock.now().toISOString(),
  });
});

test("a deleted comment has a placeholder only while it has visible replies", async () => {
  const postId = await site.createPost(ada);
  const top = await addComment(ada, postId, "top");
  const middle = await addComment(bob, postId, "middle", top);
  const leaf = await addComment(ada, postId, "leaf", middle);
  const { deleteComment } = site.forum;
  await expect(deleteComment(null, leaf)).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(deleteComment(bob, leaf)).rejects.toMatchObject({ code: "not_author" });

  await deleteComment(bob, middle);
  await deleteComment(admin, top);
  const page = await list(postId, { as: ada });
  expect(toShape(page.items)).toEqual([["(deleted)", [["(deleted)", [["leaf"]]]]]]);
  expect(page.items[0]).toMatchObject({
    isDeleted: true,
    author: null,
    contentHtml: null,
    canEdit: false,
    hiddenReplyCount: 0,
  });
  expect(await countComments(postId)).toBe(1);
  for (const operation of [
    () => deleteComment(ada, top),
    () => site.forum.editComment(ada, { id: top, content: "back" }),
    () => site.forum.addComment(bob, { postId, parentId: top, content: "reply" }),
  ]) {
    await expect(operation()).rejects.toMatchObject({ code: "comment_not_found" });
  }
  await expectConsistent();

  await deleteComment(ada, leaf);
  expect((await list(postId)).items).toEqual([]);
  await expect(list(postId, { rootId: top })).rejects.toMatchObject({ code: "comment_not_found" });
  expect(await countComments(postId)).toBe(0);
  await expectConsistent();
});

test("large threads are truncated: hidden replies are counted and shown on their parent comment's own page", async () => {
  const postId = await site.createPost(ada);
  const chain = [await addComment(ada, postId, "level 1")];
  for (let level = 2; level <= THREAD_DEPTH + 3; level += 1) {
    chain.push(await addComment(bob, postId, `level ${level}`, chain.at(-1)));
  }
  for (let index = 0; index < 13; index += 1) await addComment(bob, postId, `wide ${index}`, chain[0]);

  let node = (await list(postId, { sort: "old" })).items[0];
  expect(node?.replies).toHaveLength(10);
  expect(node?.hiddenReplyCount).toBe(4);
  for (let level = 1; level < THREAD_DEPTH; level += 1) node = node?.replies[0];
  expect(node).toMatchObject({ content: `level ${THREAD_DEPTH}`, replies: [], hiddenReplyCount: 1 });

  const rootId = chain[THREAD_DEPTH - 1] ?? "";
  const subtree = await list(postId, { sort: "old", rootId });
  expect(subtree.items).toMatchObject([{ id: rootId, parentId: chain[THREAD_DEPTH - 2] }]);
  expect(toShape(subtree.items)).toEqual([
    [
      `level ${THREAD_DEPTH}`,
      [[`level ${THREAD_DEPTH + 1}`, [[`level ${THREAD_DEPTH + 2}`, [[`level ${THREAD_DEPTH + 3}`]]]]]],
    ],
  ]);
  expect((await list(postId, { rootId: chain[0] ?? "" })).items).toMatchObject([{ parentId: null }]);
});

test("a page of a large thread has a limited number of comments, and omitted replies are counted under their parents", async () => {
  const postId = await site.createPost(ada);
  await site.database.pool.query(
    `with tree as (
       select gen_random_uuid() as id, level, n, case level when 1 then 20 when 2 then 200 else 1000 end as level_size
       from (values (1, 20), (2, 200), (3, 1000)) as levels (level, amount), generate_series(0, amount - 1) as n
     )
     insert into comments (id, post_id, author_id, parent_id, content, reply_count)
     select c.id, $1, $2, p.id, 'words', case c.level when 1 then 10 when 2 then 5 else 0 end
     from tree c left join tree p on p.level = c.level - 1 and p.n = c.n % p.level_size order by c.level`,
    [postId, bob.id],
  );
  await site.forum.recountForum({ repair: true });
  const page = await list(postId);
  const flatten = (nodes: readonly CommentNode[]): CommentNode[] =>
    nodes.flatMap((node) => [node, ...flatten(node.replies)]);
  const visibleNodes = flatten(page.items);
  expect(page.items).toHaveLength(20);
  expect(page.items.every((node) => node.replies.length === 10)).toBe(true);
  expect(visibleNodes).toHaveLength(500);
  expect(visibleNodes.reduce((sum, node) => sum + node.hiddenReplyCount, 0)).toBe(1220 - 500);
});

test("long replies may leave no room for other replies, but never displace their parents or top-level comments", async () => {
  const postId = await site.createPost(ada);
  await site.database.pool.query(
    `with tree as (
       select gen_random_uuid() as id, level, n, case level when 1 then 31 else 310 end as level_size
       from (values (1, 31), (2, 310), (3, 310)) as levels (level, amount), generate_series(0, amount - 1) as n
     )
     insert into comments (id, post_id, author_id, parent_id, content)
     select c.id, $1, $2, p.id, repeat('x', 4000)
     from tree c left join tree p on p.level = c.level - 1 and p.n = c.n % p.level_size order by c.level`,
    [postId, bob.id],
  );
  await site.forum.recountForum({ repair: true });
  const page = await list(postId);
  const flatten = (nodes: readonly CommentNode[]): CommentNode[] =>
    nodes.flatMap((node) => [node, ...flatten(node.replies)]);
  const visibleNodes = flatten(page.items);
  expect(page.items).toHaveLength(30);
  expect(page.nextCursor).not.toBeNull();
  const characterCount = visibleNodes.reduce((sum, node) => sum + (node.content?.length ?? 0), 0);
  expect(characterCount).toBeGreaterThan(180_000);
  expect(characterCount).toBeLessThanOrEqual(200_000);
  const listReplyCounts = (nodes: readonly CommentNode[]) =>
    nodes.map((node) => node.replies.length + node.hiddenReplyCount);
  expect(new Set(listReplyCounts(page.items))).toEqual(new Set([10]));
});

test.each(COMMENT_SORTS)(
  "paging by %s neither repeats nor skips comments, at the top level and below one comment",
  async (sort) => {
    const postId = await site.createPost(ada);
    const parent = await addComment(ada, postId, "parent");
    const expected = { top: new Set([parent]), below: new Set<string>() };
    for (let index = 0; index < 65; index += 1) {
      const parentId = index % 2 ? parent : null;
      // Some share a timestamp, so that the ID decides.
      if (index % 4 === 0) site.clock.advance(1);
      const { id } = await site.forum.addComment(bob, { postId, content: `n ${index}`, parentId });
      (parentId ? expected.below : expected.top).add(id);
      if (index % 5 === 0) await site.forum.voteOnComment(ada, { commentId: id, voteType: 1 });
    }
    for (const rootId of [undefined, parent]) {
      const seenIds: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(postId, { sort, cursor, ...(rootId ? { rootId } : {}) });
        const nodes = rootId ? (page.items[0]?.replies ?? []) : page.items;
        expect(nodes.length).toBeLessThanOrEqual(30);
        seenIds.push(...nodes.map((node) => node.id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seenIds.length).toBe(new Set(seenIds).size);
      expect(new Set(seenIds)).toEqual(rootId ? expected.below : expected.top);
    }
    await expect(list(postId, { sort, cursor: "eyJ4IjoxfQ" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  },
);

test("comments posted while a thread is being locked are either added before the lock or rejected", async () => {
  const postId = await site.createPost(ada);
  const attempts = Array.from({ length: 15 }, (_, index) =>
    index === 7 ? lock(postId) : site.forum.addComment(bob, { postId, content: `n ${index}` }),
  );
  // Locking also succeeds, but adds no comment.
  let addedCount = -1;
  for (const result of await Promise.allSettled(attempts)) {
    if (result.status === "fulfilled") addedCount += 1;
    else expect(result.reason).toMatchObject({ code: "post_locked" });
  }
  expect(await countComments(postId)).toBe(addedCount);
  await expectConsistent();
});

test("concurrent replies, votes and deletions leave all counts correct", async () => {
  const postId = await site.createPost(ada);
  const top = await addComment(ada, postId, "top");
  const leaves: string[] = [];
  for (let index = 0; index < 6; index += 1) leaves.push(await addComment(bob, postId, `leaf ${index}`, top));
  const results = await Promise.allSettled([
    ...leaves.map((leaf) => site.forum.deleteComment(bob, leaf)),
    site.forum.deleteComment(ada, top),
    ...leaves.map((leaf) => site.forum.addComment(ada, { postId, parentId: leaf, content: "reply" })),
    ...leaves.map((leaf) => site.forum.voteOnComment(ada, { commentId: leaf, voteType: 1 })),
  ]);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "comment_not_found" });
  }
  await expectConsistent();
});
