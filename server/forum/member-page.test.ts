import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { Page } from "#core/forum/types.ts";
import { anonymizeProfile, renameProfile } from "#server/profiles/index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
let ada: Member;
let bob: Member;

beforeAll(async () => {
  world = await openTestForum();
  ada = await named("Ada Lovelace");
  bob = await world.member("bob");
});
afterAll(() => world.database.drop());

const DAY = 24 * 60 * 60;

let created = 0;
async function named(username: string): Promise<Member> {
  created += 1;
  const member = await world.member(`before_${created}`);
  await world.database.db.transaction((tx) => renameProfile(tx, member.id, username, world.clock.now()));
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

const comment = (author: Member, postId: string, content: string, parentId: string | null = null) =>
  world.forum.addComment(author, { postId, content, parentId, requestId: null });

describe("a member is found", () => {
  test.each(["Ada Lovelace", "ada lovelace", "ADA LOVELACE", "Ada-LoveIace", "Ａda Lovelace"])(
    "by %s",
    async (name) => {
      expect(await world.forum.readMember(null, name)).toMatchObject({
        id: ada.id,
        username: "Ada Lovelace",
      });
    },
  );

  test.each(["", "ada", "Ada Lovelace ".repeat(9), "a\0b", "\ud800", "%", "__proto__"])(
    "not by %j",
    async (name) => {
      expect(await world.forum.readMember(null, name)).toBeNull();
    },
  );

  test("not after the account was deleted, by any name", async () => {
    const gone = await named("Gone Tomorrow");
    await world.database.db.transaction(async (tx) => {
      await tx.execute(sql`update auth.users set deleted_at = now() where id = ${gone.id}::uuid`);
      await anonymizeProfile(tx, gone.id, world.clock.now());
    });
    const { rows } = await world.database.pool.query("select username from profiles where id = $1", [
      gone.id,
    ]);
    expect(await world.forum.readMember(null, rows[0].username)).toBeNull();
    expect(await world.forum.readMember(null, "Gone Tomorrow")).toBeNull();
  });
});

describe("a former name", () => {
  const rename = (member: Member, username: string) =>
    world.database.db.transaction((tx) => renameProfile(tx, member.id, username, world.clock.now()));

  test("leads to its member for 90 days, even after several changes", async () => {
    const member = await named("First Of Three");
    await rename(member, "Second Of Three");
    world.clock.advance(DAY);
    await rename(member, "Third Of Three");
    for (const name of ["First Of Three", "first_of_three", "Second Of Three"])
      expect(await world.forum.readMember(null, name)).toMatchObject({ username: "Third Of Three" });
    world.clock.advance(89 * DAY + 1);
    expect(await world.forum.readMember(null, "First Of Three")).toBeNull();
    expect(await world.forum.readMember(null, "Second Of Three")).toMatchObject({ id: member.id });
    world.clock.advance(DAY);
    expect(await world.forum.readMember(null, "Second Of Three")).toBeNull();
  });

  test("leads to its new owner after that", async () => {
    const member = await named("Passed On Early");
    await rename(member, "Passed On Later");
    world.clock.advance(91 * DAY);
    const next = await named("Passed On Early");
    expect(await world.forum.readMember(null, "passed on early")).toMatchObject({ id: next.id });
  });

  test("leads nowhere once the account is deleted", async () => {
    const member = await named("Soon To Leave");
    await rename(member, "About To Leave");
    await world.database.db.transaction(async (tx) => {
      await tx.execute(sql`update auth.users set deleted_at = now() where id = ${member.id}::uuid`);
      await anonymizeProfile(tx, member.id, world.clock.now());
    });
    for (const name of ["Soon To Leave", "About To Leave"])
      expect(await world.forum.readMember(null, name)).toBeNull();
  });
});

test("counts exclude deleted content, and karma excludes own votes", async () => {
  const [remaining, gone] = [await world.post(ada), await world.post(ada)];
  const { id } = await comment(ada, remaining, "Mine.");
  await comment(ada, gone, "Below what will be deleted.");
  const removed = await comment(ada, remaining, "To be deleted.");
  await world.forum.voteOnPost(bob, { postId: remaining, voteType: 1, rule: "toggle" });
  await world.forum.voteOnPost(ada, { postId: remaining, voteType: 1, rule: "toggle" });
  await world.forum.voteOnComment(bob, { commentId: id, voteType: -1 });
  await world.forum.voteOnComment(await world.member("cid"), { commentId: id, voteType: -1 });
  await world.forum.deleteComment(ada, removed.id);
  await world.forum.deletePost(ada, gone);

  const shown = await world.forum.readMember(bob, ada.username);
  expect(shown).toMatchObject({ postCount: 1, commentCount: 1, karma: -1, isOwn: false });
  expect(await world.forum.readMember(ada, ada.username)).toMatchObject({ isOwn: true });
  expect(await world.forum.recountForum({ repair: false })).toEqual([]);
});

test("lists have everything once, newest first, even with equal times", async () => {
  const eva = await world.member("eva");
  const posts: string[] = [];
  for (let n = 0; n < 45; n += 1) {
    if (n % 3 === 0) world.clock.advance(60);
    posts.push(await world.post(eva));
    await comment(eva, posts[0] ?? "", `Comment **${n}**`);
  }
  const pages = await readAll((cursor) => world.forum.listMemberPosts(bob, { memberId: eva.id, cursor }));
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(posts));
  const times = pages.flat().map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());

  const comments = await readAll((cursor) => world.forum.listMemberComments({ memberId: eva.id, cursor }));
  expect(comments.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(new Set(comments.flat().map(({ excerpt }) => excerpt)).size).toBe(45);
  expect(comments[0]?.[0]).toMatchObject({ postId: posts[0], postTitle: expect.any(String) });
  expect(comments.flat().every(({ excerpt }) => !excerpt.includes("*"))).toBe(true);
});

test("a list refuses another list's cursor, and a name instead of an id finds nothing", async () => {
  const [first] = await readAll((cursor) => world.forum.listMemberPosts(null, { memberId: ada.id, cursor }));
  expect(first).toHaveLength(1);
  for (const cursor of ["x", Buffer.from('["hot",true,1,"x"]').toString("base64url")]) {
    const query = { memberId: ada.id, cursor };
    await expect(world.forum.listMemberPosts(null, query)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(world.forum.listMemberComments(query)).rejects.toMatchObject({ code: "invalid_input" });
  }
  expect(await world.forum.listMemberPosts(null, { memberId: "eva", cursor: null })).toEqual({
    items: [],
    nextCursor: null,
  });
});
