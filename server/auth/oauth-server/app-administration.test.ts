import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { buildCookieHeader } from "../testing.ts";
import { createOAuthServerFixture, type OAuthServerFixture } from "./oauth-server.fixture.ts";

let site: OAuthServerFixture;
let admin: Member;
beforeAll(async () => {
  site = await createOAuthServerFixture();
  admin = await createAdmin();
});
afterAll(() => site.end());

async function createAdmin(): Promise<Member> {
  const { session } = await site.register();
  await site.database.pool.query("update public.user_roles set role = 'admin' where user_id = $1", [
    session.user.id,
  ]);
  const identity = await site.auth.identify(buildCookieHeader(session));
  if (identity.state !== "member") throw new Error("not signed in");
  return identity.member;
}

const INPUT = { name: "Shop", website: "https://shop.example", redirectUris: "https://shop.example/back" };
const create = (input = {}) => site.auth.apps.create(admin, { ...INPUT, isPublic: false, ...input });

test("an administrator registers, reads, edits and deletes an app", async () => {
  const { id, secret } = await create({ redirectUris: " https://a.example/b\n\nhttps://a.example/c " });
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await site.auth.apps.get(admin, id)).toEqual({
    id,
    name: "Shop",
    website: "https://shop.example",
    redirectUris: ["https://a.example/b", "https://a.example/c"],
    authMethod: "client_secret_basic",
    isSelfRegistered: false,
    createdAt: expect.any(String),
    grantCount: 0,
  });
  await site.auth.apps.edit(admin, id, { ...INPUT, name: "Store", website: "" });
  expect(await site.auth.apps.list(admin)).toMatchObject([{ id, name: "Store", website: null }]);
  expect((await site.auth.apps.regenerateSecret(admin, id)).secret).not.toBe(secret);
  await site.auth.apps.delete(admin, id);
  expect(await site.auth.apps.list(admin)).toEqual([]);
  expect((await create({ isPublic: true })).secret).toBeNull();
});

test.each([
  ["name", { name: " \u202e\n" }, "Enter a name."],
  ["name", { name: "x".repeat(101) }, "Use at most 100 characters."],
  ["website", { website: "javascript:alert(1)" }, "Enter a URL that starts with https://."],
  ["redirectUris", { redirectUris: " " }, "Enter at least one redirect URI."],
  [
    "redirectUris",
    { redirectUris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`).join("\n") },
    "Enter at most 10 redirect URIs.",
  ],
  ["redirectUris", { redirectUris: "http://a.example/" }, expect.stringContaining("can't be used")],
])("an invalid %s is refused with a message", async (field, input, message) => {
  await expect(create(input)).rejects.toMatchObject({
    code: "invalid_input",
    fieldErrors: { [field]: message },
  });
});

test("unknown apps are refused, and so is a new secret for an app that can't store one", async () => {
  const { apps } = site.auth;
  const { id: publicId } = await create({ isPublic: true });
  const outcomes = await Promise.allSettled([
    apps.get(admin, "nothing"),
    apps.edit(admin, crypto.randomUUID(), INPUT),
    apps.regenerateSecret(admin, "nothing"),
    apps.delete(admin, crypto.randomUUID()),
    apps.regenerateSecret(admin, publicId),
  ]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "app_not_found" } });
});

test("changes are refused without a recent sign-in, and once the administrator has been demoted", async () => {
  const otherAdmin = await createAdmin();
  await site.database.pool.query("update public.user_roles set role = 'user' where user_id = $1", [
    otherAdmin.id,
  ]);
  await expect(site.auth.apps.create(otherAdmin, { ...INPUT, isPublic: false })).rejects.toMatchObject({
    code: "access_denied",
  });
  const { id } = await create();
  site.clock.advance(700);
  const { apps } = site.auth;
  for (const run of [
    () => create(),
    () => apps.edit(admin, id, INPUT),
    () => apps.regenerateSecret(admin, id),
    () => apps.delete(admin, id),
  ])
    await expect(run()).rejects.toMatchObject({ code: "step_up_required" });
});

test("a site without the OAuth server lists no apps", async () => {
  const siteWithoutServer = await createOAuthServerFixture({
    database: site.database,
    auth: { oauthServer: false },
  });
  expect(await siteWithoutServer.auth.apps.list(admin)).toBeNull();
});
