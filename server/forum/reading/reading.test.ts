import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { findFirstNewId } from "#core/forum/find-first-new.ts";
import { NEW_COMMENTS_MAX } from "#core/forum/reading.ts";
import { buildListQuery, openTestForum, type TestForum } from "../testing.ts";

let site: TestForum;
let author: Member;
let reader: Member;
beforeAll(async () => {
  site = await openTestForum({ maxConnections: 8 });
  author = await site.createMember("author");
  reader = await site.createMember("reader");
});
afterAll(() => site.database.drop());

const readThreadState = async (viewer: Member, postId: string) =>
  (await site.forum.getPost(viewer, postId)).threadState;
const query = async (text: string, values: unknown[] = []) =>
  (await site.database.pool.query(text, values)).rows;
/** Advances the clock by a second and adds a comment. */
function addComment(viewer: Member, postId: string, parentId: string | null = null) {
  site.clock.advance(1);
  return site.forum.addComment(viewer, { postId, parentId, content: "Some text." });
}
/** Opens the post in a new visit, or continues a visit on another page. */
async function openPage(viewer: Member, postId: string, { isSameVisit = false } = {}) {
  const post = await site.forum.getPost(viewer, postId, { isSameVisit });
  const comments = await site.forum.listComments(viewer, { postId, sort: "old", cursor: null, isSameVisit });
  const visit = { postId, readUntil: post.readUntil ?? -1, isArrival: !isSameVisit };
  return {
    threadState: post.threadState,
    oldestNewCommentId: post.oldestNewCommentId,
    comments: comments.items,
    newIds: comments.items.filter(({ isNew }) => isNew).map(({ id }) => id),
    record: () => site.forum.recordVisit(viewer, visit),
  };
}
const visit = async (viewer: Member, postId: string) => {
  const page = await openPage(viewer, postId);
  await page.record();
  return page;
};
const countNewCommentsInList = async (viewer: Member, postId: string) =>
  (await site.forum.listPosts(viewer, buildListQuery({ sort: "new" }))).items.find(({ id }) => id === postId)
    ?.threadState?.newCommentCount;

describe("following a thread:", () => {
  test("members follow threads that they start or reply to, unless they have muted them", async () => {
    const postId = await site.createPost(author);
    expect((await readThreadState(author, postId))?.follow).toBe("following");
    expect((await readThreadState(reader, postId))?.follow).toBe("normal");
    await addComment(reader, postId);
    expect((await readThreadState(reader, postId))?.follow).toBe("following");
    await site.forum.followThread(reader, { postId, state: "muted" });
    await addComment(reader, postId);
    expect((await readThreadState(reader, postId))?.follow).toBe("muted");
    await site.forum.followThread(reader, { postId, state: "normal" });
    expect(await query("select from public.thread_follows where member_id = $1", [reader.id])).toEqual([]);
  });

  test("every state can be changed to every other, idempotently", async () => {
    const postId = await site.createPost(author);
    for (const state of ["following", "muted", "normal", "muted", "following", "normal", "normal"] as const) {
      const requests = [1, 2, 3].map(() => site.forum.followThread(reader, { postId, state }));
      expect(await Promise.all(requests)).toEqual([{ state }, { state }, { state }]);
      expect((await readThreadState(reader, postId))?.follow).toBe(state);
    }
  });

  test("invalid states and missing posts are rejected, but a deleted post can be unfollowed", async () => {
    const postId = await site.createPost(author);
    const follow = (id: string, state: unknown) => site.forum.followThread(reader, { postId: id, state });
    for (const state of ["", "all", null, ["muted"]])
      await expect(follow(postId, state)).rejects.toMatchObject({ code: "invalid_input" });
    await follow(postId, "following");
    await site.forum.deletePost(author, postId);
    for (const id of [postId, "nothing", "00000000-0000-4000-8000-000000000000"])
      await expect(follow(id, "muted")).rejects.toMatchObject({ code: "post_not_found" });
    await follow(postId, "normal");
    expect(
      await query("select from public.thread_follows where member_id = $1 and post_id = $2", [
        reader.id,
        postId,
      ]),
    ).toEqual([]);
  });
});

describe("saved posts", () => {
  test("are listed latest first, page by page, each once, despite changes in between", async () => {
    const collector = await site.createMember("collector");
    const postIds: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      const postId = await site.createPost(author);
      site.clock.advance(1);
      await site.forum.savePost(collector, { postId, isSaved: true });
      postIds.unshift(postId);
    }
    const first = await site.forum.listSavedPosts(collector, { cursor: null });
    expect(first.items.map(({ id }) => id)).toEqual(postIds.slice(0, 20));
    expect(first.items[0]?.post?.threadState?.isSaved).toBe(true);
    site.clock.advance(1);
    await site.forum.savePost(collector, { postId: await site.createPost(author), isSaved: true });
    await site.forum.savePost(collector, { postId: postIds[2] ?? "", isSaved: false });
    const second = await site.forum.listSavedPosts(collector, { cursor: first.nextCursor });
    expect(second).toMatchObject({ nextCursor: null });
    expect(second.items.map(({ id }) => id)).toEqual(postIds.slice(20));
    expect((await site.forum.listSavedPosts(reader, { cursor: null })).items).toEqual([]);
    await expect(site.forum.listSavedPosts(collector, { cursor: "elsewhere" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("still include a deleted post, but without its content; it can be removed but not saved again", async () => {
    const postId = await site.createPost(author, { title: "A secret title" });
    await Promise.all([1, 2, 3].map(() => site.forum.savePost(reader, { postId, isSaved: true })));
    await site.forum.deletePost(author, postId);
    const list = await site.forum.listSavedPosts(reader, { cursor: null });
    expect(list.items).toMatchObject([{ id: postId, post: null }]);
    expect(JSON.stringify(list)).not.toContain("secret");
    await site.forum.savePost(reader, { postId, isSaved: false });
    expect((await site.forum.listSavedPosts(reader, { cursor: null })).items).toEqual([]);
    await expect(site.forum.savePost(reader, { postId, isSaved: true })).rejects.toMatchObject({
      code: "post_not_found",
    });
  });
});

describe("unread posts and new comments:", () => {
  test("others' posts from the last week are unread until they are opened", async () => {
    const postId = await site.createPost(author);
    await query("update public.forum_posts set created_at = now() - interval '1 day' where id = $1", [
      postId,
    ]);
    expect(await readThreadState(reader, postId)).toMatchObject({ isUnread: true, newCommentCount: 0 });
    expect(await readThreadState(author, postId)).toMatchObject({ isUnread: false });
    await visit(reader, postId);
    expect(await readThreadState(reader, postId)).toMatchObject({ isUnread: false });
    const oldPostId = await site.createPost(author);
    await query("update public.forum_posts set created_at = now() - interval '8 days' where id = $1", [
      oldPostId,
    ]);
    expect(await readThreadState(reader, oldPostId)).toMatchObject({ isUnread: false });
    expect((await site.forum.getPost(null, postId)).threadState).toBeNull();
  });

  test("others' comments since the last visit count as new in lists and on pages, but none do on a first visit", async () => {
    const postId = await site.createPost(author);
    await addComment(author, postId);
    expect(await visit(reader, postId)).toMatchObject({
      newIds: [],
      oldestNewCommentId: null,
      threadState: { newCommentCount: 0 },
    });
    expect(await countNewCommentsInList(reader, postId)).toBe(0);
    const first = await addComment(author, postId);
    await addComment(reader, postId);
    const second = await addComment(author, postId);
    const deletedComment = await addComment(author, postId);
    await site.forum.deleteComment(author, deletedComment.id);
    expect(await countNewCommentsInList(reader, postId)).toBe(2);
    expect(await openPage(reader, postId)).toMatchObject({
      newIds: [first.id, second.id],
      oldestNewCommentId: first.id,
      threadState: { newCommentCount: 2 },
    });
  });

  test("new comments stay new during the visit, across pages and after the member's own replies", async () => {
    const postId = await site.createPost(author);
    await visit(reader, postId);
    const { id } = await addComment(author, postId);
    expect((await visit(reader, postId)).newIds).toEqual([id]);
    expect(await countNewCommentsInList(reader, postId)).toBe(0);
    await addComment(reader, postId, id);
    const sameVisitPage = await openPage(reader, postId, { isSameVisit: true });
    await sameVisitPage.record();
    expect(sameVisitPage).toMatchObject({ newIds: [id], oldestNewCommentId: id });
    // A new visit no longer counts them as new.
    expect((await visit(reader, postId)).newIds).toEqual([]);
  });

  test("the first new comment in display order is found, even if it is a reply to an old comment", async () => {
    const postId = await site.createPost(author);
    const olderComment = await addComment(author, postId);
    const newerComment = await addComment(author, postId);
    await visit(reader, postId);
    await addComment(author, postId, newerComment.id);
    const newReply = await addComment(author, postId, olderComment.id);
    const page = await openPage(reader, postId);
    expect(findFirstNewId(page.comments)).toBe(newReply.id);
    expect(page.threadState?.newCommentCount).toBe(2);
  });

  test("no tab moves the read position back, regardless of the order in which tabs report", async () => {
    const postId = await site.createPost(author);
    const earlyTab = await openPage(reader, postId);
    await addComment(author, postId);
    const lateTab = await openPage(reader, postId);
    await lateTab.record();
    await earlyTab.record();
    expect(await countNewCommentsInList(reader, postId)).toBe(0);
    await addComment(author, postId);
    const tabs = await Promise.all(Array.from({ length: 12 }, () => openPage(reader, postId)));
    await Promise.all([...tabs.map(({ record }) => record()), earlyTab.record(), lateTab.record()]);
    expect(await countNewCommentsInList(reader, postId)).toBe(0);
  });

  test("a comment added during the visit is new the next time", async () => {
    const postId = await site.createPost(author);
    const page = await openPage(reader, postId);
    const { id } = await addComment(author, postId);
    await page.record();
    expect((await openPage(reader, postId)).newIds).toEqual([id]);
  });

  test("invalid and future read times don't hide new comments", async () => {
    const postId = await site.createPost(author);
    for (const readUntil of [
      Date.now() * 1e6,
      Number.MAX_SAFE_INTEGER,
      Number.NaN,
      -1,
      0.5,
      Number.POSITIVE_INFINITY,
    ])
      await site.forum.recordVisit(reader, { postId, readUntil, isArrival: true });
    const { id } = await addComment(author, postId);
    expect((await openPage(reader, postId)).newIds).toEqual([id]);
    await site.forum.recordVisit(reader, { postId: "nothing", readUntil: 1, isArrival: true });
  });

  test("the count of new comments is capped", async () => {
    const postId = await site.createPost(author);
    await visit(reader, postId);
    await query(
      `insert into public.comments (post_id, author_id, content, created_at)
       select $1, $2, 'Some text.', $3::timestamptz + interval '1 minute' from generate_series(1, 150)`,
      [postId, author.id, site.clock.now()],
    );
    expect(await countNewCommentsInList(reader, postId)).toBe(NEW_COMMENTS_MAX + 1);
  });
});

test("a member's pages take as many statements as a visitor's", async () => {
  const postId = await site.createPost(author);
  const { reader: databaseReader } = site.database;
  let statementCount = 0;
  const countingReader = Object.assign(Object.create(databaseReader) as typeof databaseReader, {
    execute(...statement: Parameters<typeof databaseReader.execute>) {
      statementCount += 1;
      return databaseReader.execute(...statement);
    },
  });
  const { createForum } = await import("../index.ts");
  const forum = createForum({
    ...site,
    database: { ...site.database, reader: countingReader },
    limits: null,
  });
  for (const viewer of [null, reader]) {
    statementCount = 0;
    await forum.getPost(viewer, postId);
    await forum.listComments(viewer, { postId, sort: "new", cursor: null });
    await forum.listPosts(viewer, buildListQuery());
    expect(statementCount).toBe(3);
  }
});
