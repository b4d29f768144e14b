import { afterAll, beforeAll, expect, test } from "vitest";
import { LIST_FOLLOWS_MAX } from "#core/forum/limits.ts";
import { openTestForum, type TestForum } from "../testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum({ maxConnections: 12 });
});
afterAll(() => site.database.drop());

const follow = (tag: string, isFollowed = true) => ({ tag, categories: [], isFollowed });

test("tags are followed ignoring case, and several categories can be followed at once", async () => {
  const member = await site.createMember("follower");
  expect(await site.forum.followLists(member, follow("  #ZK Proofs "))).toEqual({ isFollowed: true });
  expect(await site.forum.isFollowingList(member, { tag: "zk PROOFS", categories: [] })).toBe(true);
  await site.forum.followLists(member, { tag: "", categories: ["crypto", "defi"], isFollowed: true });
  const isFollowing = (...categories: ("crypto" | "defi" | "nft")[]) =>
    site.forum.isFollowingList(member, { tag: null, categories });
  expect(await isFollowing("crypto", "defi")).toBe(true);
  expect(await isFollowing("crypto", "defi", "nft")).toBe(false);
  expect(await site.forum.listFollowedLists(member)).toEqual([
    { kind: "category", name: "crypto" },
    { kind: "category", name: "defi" },
    { kind: "tag", name: "zk proofs" },
  ]);
  await site.forum.followLists(member, { tag: "", categories: ["crypto"], isFollowed: false });
  await site.forum.followLists(member, follow("zk proofs", false));
  expect(await site.forum.listFollowedLists(member)).toEqual([{ kind: "category", name: "defi" }]);
});

test("members see and change only their own followed lists, and visitors are rejected", async () => {
  const [owner, other] = [await site.createMember("list_owner"), await site.createMember("list_other")];
  await site.forum.followLists(owner, follow("mine"));
  await site.forum.followLists(other, follow("mine", false));
  expect(await site.forum.listFollowedLists(other)).toEqual([]);
  expect(await site.forum.listFollowedLists(owner)).toHaveLength(1);
  for (const attempt of [
    () => site.forum.followLists(null, follow("mine")),
    () => site.forum.listFollowedLists(null),
    () => site.forum.isFollowingList(null, { tag: "mine", categories: [] }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "not_signed_in" });
});

test("unknown lists are rejected", async () => {
  const member = await site.createMember("guesser");
  for (const list of [
    { tag: null, categories: [] },
    { tag: "", categories: ["politics"] },
    { tag: "", categories: ["crypto", "all"] },
    { tag: " # ", categories: [] },
    { tag: "a".repeat(41), categories: [] },
    { tag: "a\u0000b", categories: [] },
    { tag: ["ai"], categories: [null] },
  ]) {
    await expect(
      site.forum.followLists(member, { ...list, isFollowed: true }),
      JSON.stringify(list),
    ).rejects.toMatchObject({ code: "invalid_input" });
  }
});

test("concurrent clicks follow a tag only once, and the limit applies to concurrent requests", async () => {
  const member = await site.createMember("collector");
  const clicks = Array.from({ length: 8 }, () => site.forum.followLists(member, follow("twice")));
  expect(await Promise.all(clicks)).toEqual(Array(8).fill({ isFollowed: true }));
  expect(await site.forum.listFollowedLists(member)).toEqual([{ kind: "tag", name: "twice" }]);

  await site.database.pool.query(
    `insert into public.list_follows (member_id, kind, name, created_at)
     select $1, 'tag', 'tag ' || n, now() from generate_series(1, $2) n`,
    [member.id, LIST_FOLLOWS_MAX - 3],
  );
  const attempts = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => site.forum.followLists(member, follow(`more ${n}`))),
  );
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  for (const attempt of attempts)
    if (attempt.status === "rejected") expect(attempt.reason).toMatchObject({ code: "invalid_input" });
  expect(await site.forum.listFollowedLists(member)).toHaveLength(LIST_FOLLOWS_MAX);
  // Following the same tag again is allowed, even at the limit.
  await site.forum.followLists(member, follow("twice"));
});

test("a member whose account was just deleted can't follow a list", async () => {
  const member = await site.createMember("leaver");
  await site.database.pool.query("delete from public.profiles where id = $1", [member.id]);
  await expect(site.forum.followLists(member, follow("late"))).rejects.toMatchObject({
    code: "not_signed_in",
  });
});
