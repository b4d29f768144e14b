import { afterAll, beforeAll, expect, test } from "vitest";
import { startRequest } from "#server/testing/late-body.ts";
import { STORAGE_ROUTES } from "./index.ts";
import { createStorageFixture, createTestImage, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await createStorageFixture();
});
afterAll(() => fixture.end());

type Member = Awaited<ReturnType<StorageFixture["createMember"]>>;

async function createMemberWithImage() {
  const member = await fixture.createMember();
  const key = `${member.id}/a.png`;
  const { error } = await member.client
    .from("post-images")
    .upload(key, await createTestImage(9, 9).png().toBuffer(), { contentType: "image/png" });
  if (error) throw error;
  return { member, key };
}

const startRemoval = ({ token }: Member, key: string) =>
  startRequest("DELETE", `${fixture.url}/object/post-images`, token, { prefixes: [key] });

/** Waits until the server has checked the access of the member's earlier requests. */
const waitForChecks = async ({ token }: Member) =>
  expect((await fixture.call("GET", "/bucket", { token })).status).toBe(200);

const hasImage = async (key: string) => (await fixture.admin.from("post-images").exists(key)).data;

test("a removal whose body arrives late deletes files while the member is signed in", async () => {
  const { member, key } = await createMemberWithImage();
  const finish = startRemoval(member, key);
  await waitForChecks(member);
  expect(await finish()).toMatchObject({ status: 200, body: expect.stringContaining(key) });
  expect(await hasImage(key)).toBe(false);
});

test.each([
  ["the session has ended", ({ token }: Member) => fixture.app.auth.signOut(token, "global")],
  [
    "the account was suspended",
    ({ id }: Member) =>
      fixture.database.pool.query("update auth.users set banned_until = '2999-01-01' where id = $1", [id]),
  ],
])("a removal is refused if %s before the rest of its body arrives", async (_what, endAccess) => {
  const { member, key } = await createMemberWithImage();
  const finish = startRemoval(member, key);
  await waitForChecks(member);
  await endAccess(member);
  expect(await finish()).toMatchObject({ status: 400, body: expect.stringContaining('"AccessDenied"') });
  expect(await hasImage(key)).toBe(true);
});

test("every call with a JSON body is refused if the session has ended before the rest of the body arrives", async () => {
  const { member } = await createMemberWithImage();
  const jsonRoutes = STORAGE_ROUTES.filter(({ body }) => body === "json");
  const pendingCalls = jsonRoutes.map(({ method, path }) => {
    const examplePath = path.replace(":bucket", "post-images").replace(/:key.*$/, "a.png");
    return { path, finish: startRequest(method, `${fixture.url}${examplePath}`, member.token, {}) };
  });
  await waitForChecks(member);
  await fixture.app.auth.signOut(member.token, "global");
  for (const { path, finish } of pendingCalls)
    expect([path, JSON.parse((await finish()).body).message]).toEqual([
      path,
      expect.stringMatching(/^Session from session_id/),
    ]);
});
