import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { Page } from "#core/forum/types.ts";
import { anonymizeProfile, renameProfile } from "#server/profiles/index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let ada: Member;
let bob: Member;

beforeAll(async () => {
  site = await openTestForum();
  ada = await registerMember("Ada Lovelace");
  bob = await site.createMember("bob");
});
afterAll(() => site.database.drop());

const SECONDS_PER_DAY = 24 * 60 * 60;

let memberCount = 0;
async function registerMember(username: string): Promise<Member> {
  memberCount += 1;
  const member = await site.createMember(`before_${memberCount}`);
  await site.database.db.transaction((tx) => renameProfile(tx, member.id, username, site.clock.now()));
  return { ...member, username };
}

/** Reads all pages of a list. */
async function readAll<Item>(list: (cursor: string | null) => Promise<Page<Item>>): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await list(cursor);
    pages.push([...page.items]);
    cursor = page.nextCursor;
    if (cursor === null) return pages;
  }
}

const addComment = (author: Member, postId: string, content: string, parentId: string | null = null) =>
  site.forum.addComment(author, { postId, content, parentId, requestId: null });

describe("a member", () => {
  test.each(["Ada Lovelace", "ada lovelace", "ADA LOVELACE", "Ada-LoveIace", "Ａda Lovelace"])(
    "is found by their name in any case, or by a look-alike: %s",
    async (name) => {
      expect(await site.forum.readMember(null, name)).toMatchObject({
        id: ada.id,
        username: "Ada Lovelace",
      });
    },
  );

  test.each(["", "ada", "Ada Lovelace ".repeat(9), "a\0b", "\ud800", "%", "__proto__"])(
    "isn't found by part of their name or by an invalid name: %j",
    async (name) => {
      expect(await site.forum.readMember(null, name)).toBeNull();
    },
  );

  test("isn't found by any name once the account is deleted", async () => {
    const deletedMember = await registerMember("Gone Tomorrow");
    await site.database.db.transaction(async (tx) => {
      await tx.execute(sql`update auth.users set deleted_at = now() where id = ${deletedMember.id}::uuid`);
      await anonymizeProfile(tx, deletedMember.id, site.clock.now());
    });
    const { rows } = await site.database.pool.query("select username from profiles where id = $1", [
      deletedMember.id,
    ]);
    expect(await site.forum.readMember(null, rows[0].username)).toBeNull();
    expect(await site.forum.readMember(null, "Gone Tomorrow")).toBeNull();
  });
});

describe("a former name", () => {
  const rename = (member: Member, username: string) =>
    site.database.db.transaction((tx) => renameProfile(tx, member.id, username, site.clock.now()));

  test("identifies its member for 90 days, even after several changes", async () => {
    const member = await registerMember("First Of Three");
    await rename(member, "Second Of Three");
    site.clock.advance(SECONDS_PER_DAY);
    await rename(member, "Third Of Three");
    for (const name of ["First Of Three", "first_of_three", "Second Of Three"])
      expect(await site.forum.readMember(null, name)).toMatchObject({ username: "Third Of Three" });
    site.clock.advance(89 * SECONDS_PER_DAY + 1);
    expect(await site.forum.readMember(null, "First Of Three")).toBeNull();
    expect(await site.forum.readMember(null, "Second Of Three")).toMatchObject({ id: member.id });
    site.clock.advance(SECONDS_PER_DAY);
    expect(await site.forum.readMember(null, "Second Of Three")).toBeNull();
  });

  test("identifies its new owner once the 90 days are over", async () => {
    const member = await registerMember("Passed On Early");
    await rename(member, "Passed On Later");
    site.clock.advance(91 * SECONDS_PER_DAY);
    const newOwner = await registerMember("Passed On Early");
    expect(await site.forum.readMember(null, "passed on early")).toMatchObject({ id: newOwner.id });
  });

  test("no longer identifies its member once the account is deleted", async () => {
    const member = await registerMember("Soon To Leave");
    await rename(member, "About To Leave");
    await site.database.db.transaction(async (tx) => {
      await tx.execute(sql`update auth.users set deleted_at = now() where id = ${member.id}::uuid`);
      await anonymizeProfile(tx, member.id, site.clock.now());
    });
    for (const name of ["Soon To Leave", "About To Leave"])
      expect(await site.forum.readMember(null, name)).toBeNull();
  });
});

test("counts exclude deleted content, and karma excludes members' votes on their own content", async () => {
  const [remainingPostId, deletedPostId] = [await site.createPost(ada), await site.createPost(ada)];
  const { id } = await addComment(ada, remainingPostId, "Mine.");
  await addComment(ada, deletedPostId, "Below what will be deleted.");
  const deletedComment = await addComment(ada, remainingPostId, "To be deleted.");
  await site.forum.voteOnPost(bob, { postId: remainingPostId, voteType: 1, rule: "toggle" });
  await site.forum.voteOnPost(ada, { postId: remainingPostId, voteType: 1, rule: "toggle" });
  await site.forum.voteOnComment(bob, { commentId: id, voteType: -1 });
  await site.forum.voteOnComment(await site.createMember("cid"), { commentId: id, voteType: -1 });
  await site.forum.deleteComment(ada, deletedComment.id);
  await site.forum.deletePost(ada, deletedPostId);

  const profile = await site.forum.readMember(bob, ada.username);
  expect(profile).toMatchObject({ postCount: 1, commentCount: 1, karma: -1, isOwn: false });
  expect(await site.forum.readMember(ada, ada.username)).toMatchObject({ isOwn: true });
  expect(await site.forum.recountForum({ repair: false })).toEqual([]);
});

test("lists show every item exactly once, newest first, even with equal times", async () => {
  const eva = await site.createMember("eva");
  const postIds: string[] = [];
  for (let n = 0; n < 45; n += 1) {
    if (n % 3 === 0) site.clock.advance(60);
    postIds.push(await site.createPost(eva));
    await addComment(eva, postIds[0] ?? "", `Comment **${n}**`);
  }
  const pages = await readAll((cursor) => site.forum.listMemberPosts(bob, { memberId: eva.id, cursor }));
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(postIds));
  const times = pages.flat().map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());

  const commentPages = await readAll((cursor) => site.forum.listMemberComments({ memberId: eva.id, cursor }));
  expect(commentPages.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(new Set(commentPages.flat().map(({ excerpt }) => excerpt)).size).toBe(45);
  expect(commentPages[0]?.[0]).toMatchObject({ postId: postIds[0], postTitle: expect.any(String) });
  expect(commentPages.flat().every(({ excerpt }) => !excerpt.includes("*"))).toBe(true);
});

test("a list rejects another list's cursor, and a name in place of an ID finds nothing", async () => {
  const [first] = await readAll((cursor) => site.forum.listMemberPosts(null, { memberId: ada.id, cursor }));
  expect(first).toHaveLength(1);
  for (const cursor of ["x", Buffer.from('["hot",true,1,"x"]').toString("base64url")]) {
    const query = { memberId: ada.id, cursor };
    await expect(site.forum.listMemberPosts(null, query)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(site.forum.listMemberComments(query)).rejects.toMatchObject({ code: "invalid_input" });
  }
  expect(await site.forum.listMemberPosts(null, { memberId: "eva", cursor: null })).toEqual({
    items: [],
    nextCursor: null,
  });
});
