import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { PostFilter, PostListQuery } from "#core/forum/types.ts";
import { buildListQuery, openTestForum, type TestForum } from "../testing.ts";

let site: TestForum;
let author: Member;
let reader: Member;
let readerCount = 0;
beforeAll(async () => {
  site = await openTestForum();
  // "Unread" is relative to the database's clock.
  site.clock.set(new Date(Date.now() - 3_600_000));
  author = await site.createMember("filter_author");
});
afterAll(() => site.database.drop());
beforeEach(async () => {
  await site.database.pool.query("delete from public.forum_posts");
  readerCount += 1;
  reader = await site.createMember(`filter_reader_${readerCount}`);
});

const addPost = (fields: Parameters<TestForum["createPost"]>[1] = {}, member = author) => {
  site.clock.advance(1);
  return site.createPost(member, fields);
};
const addComment = (member: Member, postId: string) => {
  site.clock.advance(1);
  return site.forum.addComment(member, { postId, content: "Some text.", parentId: null });
};
async function visit(viewer: Member, postId: string) {
  const detail = await site.forum.getPost(viewer, postId);
  await site.forum.recordVisit(viewer, { postId, readUntil: detail.readUntil ?? 0, isArrival: true });
}
const list = async (filter: PostFilter, query: Partial<PostListQuery> = {}, viewer: Member | null = reader) =>
  (await site.forum.listPosts(viewer, buildListQuery({ filter, ...query }))).items.map(({ id }) => id);
/** Returns the IDs of all items and the number of pages. */
async function listPages(filter: PostFilter, query: Partial<PostListQuery> = {}) {
  const ids: string[] = [];
  let pageCount = 0;
  for (let cursor: string | null = null, isMore = true; isMore; isMore = cursor !== null) {
    const page = await site.forum.listPosts(reader, buildListQuery({ filter, ...query, cursor }));
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    pageCount += 1;
  }
  return { ids, pageCount };
}

describe("Unanswered", () => {
  test("lists posts without comments in every order, by category and tag, for visitors too", async () => {
    const first = await addPost({ category: "ai", tags: ["Gas"] });
    const second = await addPost({ category: "defi" });
    const answeredPostId = await addPost({ category: "ai", tags: ["gas"] });
    await addComment(reader, answeredPostId);
    for (const sort of ["hot", "new", "top"] as const)
      expect(await list("unanswered", { sort }, null)).toEqual([second, first]);
    expect(await list("unanswered", { categories: ["ai"] })).toEqual([first]);
    expect(await list("unanswered", { categories: ["ai", "defi"] })).toEqual([second, first]);
    expect(await list("unanswered", { tag: "GAS" })).toEqual([first]);
    expect(await list("unanswered", { sort: "top", period: "week" })).toEqual([second, first]);
  });

  test("ignores deleted comments, and leaves out deleted posts", async () => {
    const id = await addPost();
    const { id: commentId } = await addComment(reader, id);
    expect(await list("unanswered")).toEqual([]);
    await site.forum.deleteComment(reader, commentId);
    expect(await list("unanswered")).toEqual([id]);
    await site.forum.deletePost(author, id);
    expect(await list("unanswered")).toEqual([]);
  });

  test("leaves out locked posts, which no one can answer", async () => {
    const [openPostId, lockedPostId] = [await addPost({ tags: ["gas"] }), await addPost({ tags: ["gas"] })];
    const lock = (isLocked: boolean) =>
      site.database.pool.query("update public.forum_posts set is_locked = $2 where id = $1", [
        lockedPostId,
        isLocked,
      ]);
    await lock(true);
    for (const sort of ["hot", "new", "top"] as const)
      expect(await list("unanswered", { sort }, null)).toEqual([openPostId]);
    expect(await list("unanswered", { tag: "gas" })).toEqual([openPostId]);
    await lock(false);
    expect(await list("unanswered")).toEqual([lockedPostId, openPostId]);
  });

  test("is paged", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 45; n += 1) {
      const id = await addPost();
      if (n % 2 === 0) ids.unshift(id);
      else await addComment(author, id);
    }
    expect(await listPages("unanswered", { sort: "new" })).toEqual({ ids, pageCount: 2 });
  });
});

describe("Unread", () => {
  test("lists posts that are unread or have new comments, latest activity first", async () => {
    const openedPostId = await addPost();
    const commentedPostId = await addPost();
    const unopenedPostId = await addPost({ category: "ai", tags: ["Fresh"] });
    await addPost({}, reader);
    await visit(reader, openedPostId);
    await visit(reader, commentedPostId);
    await addComment(reader, openedPostId);
    await addComment(author, commentedPostId);
    expect(await list("unread")).toEqual([commentedPostId, unopenedPostId]);
    const changedIds = (await site.forum.listPosts(reader, buildListQuery())).items
      .filter((item) => item.threadState?.isUnread || item.threadState?.newCommentCount)
      .map(({ id }) => id);
    expect(new Set(changedIds)).toEqual(new Set([commentedPostId, unopenedPostId]));
    expect(await list("unread", { categories: ["ai"] })).toEqual([unopenedPostId]);
    expect(await list("unread", { tag: "FRESH" })).toEqual([unopenedPostId]);
    await visit(reader, commentedPostId);
    await visit(reader, unopenedPostId);
    expect(await list("unread")).toEqual([]);
  });

  test("leaves out posts older than a week, muted threads, deleted posts and deleted comments", async () => {
    const [oldPostId, mutedPostId, deletedPostId, seenPostId] = [
      await addPost(),
      await addPost(),
      await addPost(),
      await addPost(),
    ];
    await site.database.pool.query(
      "update public.forum_posts set created_at = now() - interval '8 days' where id = $1",
      [oldPostId],
    );
    await site.forum.followThread(reader, { postId: mutedPostId, state: "muted" });
    await site.forum.deletePost(author, deletedPostId);
    await visit(reader, seenPostId);
    const { id } = await addComment(author, seenPostId);
    expect(await list("unread")).toEqual([seenPostId]);
    await site.forum.deleteComment(author, id);
    expect(await list("unread")).toEqual([]);
  });

  test("shows each post only once across its pages", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 43; n += 1) ids.unshift(await addPost());
    expect(await listPages("unread")).toEqual({ ids, pageCount: 3 });
    await expect(list("unread", { cursor: "elsewhere" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("and Following are only for members", async () => {
    for (const filter of ["unread", "following"] as const)
      await expect(list(filter, {}, null)).rejects.toMatchObject({ code: "not_signed_in" });
  });
});

describe("Following", () => {
  test("lists the posts of followed tags, categories and threads, each once, newest first", async () => {
    const threadPostId = await addPost({ category: "tech" });
    const taggedPostId = await addPost({ category: "ai", tags: ["Rollups"] });
    const taggedDefiPostId = await addPost({ category: "defi", tags: ["ROLLUPS", "gas"] });
    const defiPostId = await addPost({ category: "defi" });
    await addPost({ category: "nft", tags: ["gas"] });
    expect(await list("following")).toEqual([]);
    await site.forum.followThread(reader, { postId: threadPostId, state: "following" });
    await site.forum.followLists(reader, { tag: "rollups", categories: [], isFollowed: true });
    await site.forum.followLists(reader, { tag: "", categories: ["defi"], isFollowed: true });
    expect(await list("following")).toEqual([defiPostId, taggedDefiPostId, taggedPostId, threadPostId]);
    expect(await list("following", { sort: "hot" })).toEqual([
      defiPostId,
      taggedDefiPostId,
      taggedPostId,
      threadPostId,
    ]);
    expect(await list("following", { categories: ["defi", "nft"] })).toEqual([defiPostId, taggedDefiPostId]);
    expect(await list("following", { categories: ["ai"] })).toEqual([taggedPostId]);
    expect(await list("following", {}, await site.createMember("follows_nothing"))).toEqual([]);
    await site.forum.deletePost(author, taggedDefiPostId);
    await site.forum.followThread(reader, { postId: threadPostId, state: "normal" });
    expect(await list("following")).toEqual([defiPostId, taggedPostId]);
  });

  test("is paged across tags, categories and threads", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 44; n += 1) {
      const kind = n % 4;
      const id = await addPost({
        category: kind === 1 ? "trading" : "tech",
        tags: kind === 2 ? ["a", "b"] : [],
      });
      if (kind === 3) await site.forum.followThread(reader, { postId: id, state: "following" });
      if (kind !== 0) ids.unshift(id);
    }
    for (const tag of ["a", "b"])
      await site.forum.followLists(reader, { tag, categories: [], isFollowed: true });
    await site.forum.followLists(reader, { tag: "", categories: ["trading"], isFollowed: true });
    expect(await listPages("following")).toEqual({ ids, pageCount: 2 });
  });
});
