import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { MemberListQuery } from "#core/admin/members.ts";
import { parseMemberListQuery } from "#core/admin/members.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { insertMember } from "#server/testing/members.ts";

let site: AppFixture;
let admin: Member;
beforeAll(async () => {
  site = await createAppFixture();
  admin = await insertMember(site.database, "the_boss", { role: "admin" });
  for (let index = 0; index < 45; index += 1)
    await insertMember(site.database, `someone_${String(index).padStart(2, "0")}`);
  await site.database.pool.query(`
    update public.profiles set karma = (hashtext(username) % 7), created_at = now() - interval '1 minute' * (hashtext(username) % 9)`);
});
afterAll(() => site.end());

const list = (query: Partial<MemberListQuery>) =>
  site.app.admin.users.list(admin, { ...parseMemberListQuery(new URLSearchParams()), ...query });

async function listAllNames(query: Partial<MemberListQuery>): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await list({ ...query, cursor });
    names.push(...page.members.map(({ username }) => username));
    expect(page.members.length).toBeLessThanOrEqual(20);
    if (page.nextCursor === null) return names;
    cursor = page.nextCursor;
  }
}

test.each([
  ["newest", "created_at desc, id desc"],
  ["karma", "karma desc, id desc"],
  ["name", 'lower(username) collate "C", id'],
] as const)("sorted by %s, the pages contain every member exactly once", async (sort, order) => {
  const { rows } = await site.database.pool.query(`select username from public.profiles order by ${order}`);
  expect(await listAllNames({ sort })).toEqual(rows.map(({ username }) => username));
  expect(await listAllNames({ sort, search: "someone" })).toEqual(
    rows.map(({ username }) => username).filter((name) => name.startsWith("someone")),
  );
});

test("search finds any part of a name or address, case-insensitively; a search for two letters matches only the beginning", async () => {
  expect((await list({ search: "THE_BO" })).members).toMatchObject([{ username: "the_boss", role: "admin" }]);
  expect((await list({ search: "_07@example" })).members).toMatchObject([{ username: "someone_07" }]);
  expect((await list({ search: "th" })).members).toMatchObject([{ username: "the_boss" }]);
  expect((await list({ search: "om" })).members).toEqual([]);
  expect((await list({ search: "no%" })).members).toEqual([]);
  expect((await list({ search: "o\\_0'\"" })).members).toEqual([]);
});

test("a search with more than a thousand matches works too", async () => {
  await site.database.pool.query(`
    with account as (
      insert into auth.users (email, email_confirmed_at)
      select 'crowd_' || n || '@example.net', now() from generate_series(1, 1100) n returning id, email
    ) insert into public.profiles (id, username, username_skeleton, created_at)
      select id, split_part(email, '@', 1), email, now() - interval '1 day' from account`);
  expect((await listAllNames({ search: "crowd", sort: "name" })).length).toBe(1100);
  expect((await listAllNames({ search: "example.net" })).length).toBe(1100);
  expect((await list({ search: "crowd_77" })).members.length).toBe(11);
  await site.database.pool.query("delete from auth.users where email like '%@example.net'");
});

test("roles and states narrow the list", async () => {
  expect((await list({ role: "admin" })).members).toMatchObject([{ username: "the_boss" }]);
  expect(await listAllNames({ role: "user" })).not.toContain("the_boss");
  await site.database.pool.query(`
    update auth.users set banned_until = now() + interval '1 day', banned_reason = 'Spam'
    where email = 'someone_01@example.org'`);
  await site.database.pool.query(
    "update auth.users set banned_until = now() - interval '1 day' where email = 'someone_02@example.org'",
  );
  const { members } = await list({ state: "suspended" });
  expect(members).toMatchObject([
    { username: "someone_01", state: "suspended", suspension: { reason: "Spam" } },
  ]);
  const activeNames = await listAllNames({ state: "active" });
  expect([activeNames.includes("someone_01"), activeNames.includes("someone_02")]).toEqual([false, true]);
});

test("unconfirmed accounts are listed separately, with the name they signed up with", async () => {
  await site.database.pool.query(`
    insert into auth.users (email, raw_user_meta_data) values ('late@example.org', '{"username": "latecomer"}')`);
  expect(await listAllNames({})).not.toContain("latecomer");
  expect((await list({ state: "unconfirmed" })).members).toMatchObject([
    { username: "latecomer", email: "late@example.org", state: "unconfirmed", role: "user", karma: 0 },
  ]);
});

test("with an invalid cursor, the list starts at the beginning", async () => {
  const firstPage = await list({});
  for (const cursor of ["x", `${admin.id}.x`, `${admin.id}`, `${admin.id}.1;drop`, "'"])
    expect(await list({ cursor })).toEqual(firstPage);
});

test("a sign-up changes only the user count", async () => {
  const { totalUsers, reports } = await site.app.admin.readSiteFigures(admin);
  expect({ totalUsers, reports }).toEqual({ totalUsers: 0, reports: 0 });
  await site.register();
  expect(await site.app.admin.readSiteFigures(admin)).toMatchObject({
    totalUsers: 1,
    activePosts: 0,
    newsArticles: 0,
    reports: 0,
  });
});
