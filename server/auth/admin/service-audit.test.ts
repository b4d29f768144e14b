import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { computeTotp, getTimeStep } from "../two-factor/totp.ts";
import { type AdminFixture, createAdminFixture } from "./admin.fixture.ts";

let fixture: AdminFixture["fixture"];
let admin: AdminFixture["admin"];
let call: AdminFixture["call"];
let createUser: AdminFixture["createUser"];
beforeAll(async () => {
  ({ fixture, admin, call, createUser } = await createAdminFixture());
});
afterAll(() => fixture.end());
beforeEach(() => query("truncate public.audit_log"));

async function query(text: string, values: unknown[] = []) {
  return (await fixture.database.pool.query(text, values)).rows;
}
/** Reads the audit log, oldest first: actors, actions, targets and changes. */
const readLog = () =>
  query(
    "select actor_id, actor_name, action, target_id, target_name, before, after from public.audit_log order by id",
  );
const SERVICE_KEY_ACTOR = { actor_id: null, actor_name: "service key" };

/** Makes a new member the only administrator. */
async function createSoleAdministrator() {
  const { session, username } = await fixture.register();
  await query("update public.user_roles set role = 'user'");
  await query("update public.user_roles set role = 'admin' where user_id = $1", [session.user.id]);
  return { id: session.user.id, username };
}

describe("the audit log records", () => {
  test("creating, changing and deleting an account, without secrets", async () => {
    const user = await createUser({ password: "a first password", user_metadata: { username: "logged" } });
    const event = { ...SERVICE_KEY_ACTOR, target_id: user.id, target_name: "logged" };
    await call("PUT", `/${user.id}`, {
      email: "moved@example.org",
      password: "another, kept secret 7391",
      email_confirm: true,
      user_metadata: { username: "logged_again", mothers_phone: "123" },
      ban_duration: "48h",
    });
    await call("PUT", `/${user.id}`, { ban_duration: "none" });
    await call("PUT", `/${user.id}`, { email: "moved@example.org" });
    await call("DELETE", `/${user.id}`);
    const renamedEvent = { ...event, target_name: "logged_again" };
    expect(await readLog()).toEqual([
      {
        ...event,
        action: "member.create",
        before: null,
        after: { email: user.email, "email confirmed": false },
      },
      {
        ...event,
        action: "member.email",
        before: { email: user.email },
        after: { email: "moved@example.org" },
      },
      {
        ...event,
        action: "member.suspend",
        before: { "suspended until": null },
        after: { "suspended until": expect.stringMatching(/^\d{4}-/) },
      },
      {
        ...event,
        action: "member.edit",
        before: { "email confirmed": false },
        after: { "email confirmed": true, metadata: "changed", name: "logged_again", password: "changed" },
      },
      {
        ...renamedEvent,
        action: "member.unsuspend",
        before: { "suspended until": expect.stringMatching(/^\d{4}-/) },
        after: { "suspended until": null },
      },
      {
        ...renamedEvent,
        action: "member.delete",
        before: null,
        after: { account: "deleted", "posts and comments": "kept without an author" },
      },
    ]);
    expect(JSON.stringify(await readLog())).not.toMatch(/kept secret|first password|123/);
  });

  test("soft-deleting an account, only the first time", async () => {
    const { id } = await createUser();
    await admin.deleteUser(id, true);
    await admin.deleteUser(id, true);
    expect(await readLog()).toMatchObject([
      { action: "member.create" },
      {
        action: "member.delete",
        after: { account: "anonymized", "posts and comments": "kept under an anonymized name" },
      },
    ]);
  });

  test("renaming and removing factors", async () => {
    const { email, password } = await fixture.register();
    const client = fixture.client();
    await client.signInWithPassword({ email, password });
    const { data } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Lost" });
    const code = computeTotp(data?.totp.secret ?? "", getTimeStep(fixture.clock.now()));
    await client.mfa.challengeAndVerify({ factorId: data?.id ?? "", code });
    const userId = (await client.getUser()).data.user?.id ?? "";
    await call("PUT", `/${userId}/factors/${data?.id}`, { friendly_name: "Found" });
    await call("PUT", `/${userId}/factors/${data?.id}`, { friendly_name: "Found" });
    await call("DELETE", `/${userId}/factors/${data?.id}`);
    expect(await readLog()).toMatchObject([
      { ...SERVICE_KEY_ACTOR, action: "member.edit", before: { factor: "Lost" }, after: { factor: "Found" } },
      {
        ...SERVICE_KEY_ACTOR,
        action: "member.reset-factors",
        target_id: userId,
        before: { factor: "Found" },
      },
    ]);
  });

  test("invitations and generated links, without the links themselves", async () => {
    const email = "waiting@example.org";
    await admin.inviteUserByEmail(email);
    await admin.inviteUserByEmail(email);
    const { data } = await admin.generateLink({ type: "magiclink", email });
    expect((await readLog()).map(({ action, target_name, after }) => [action, target_name, after])).toEqual([
      ["member.create", email, { invitation: "emailed" }],
      ["member.link", email, { invitation: "emailed" }],
      ["member.link", email, { link: expect.any(String) }],
    ]);
    expect(JSON.stringify(await readLog())).not.toContain(data.properties?.hashed_token);
  });

  test("requests with a member's token under the member's name", async () => {
    const email = "robot@example.org";
    const robot = await createUser({
      email,
      password: "wooden-Lantern-7391",
      email_confirm: true,
      role: "service_role",
      user_metadata: { username: "the_robot" },
    });
    const { data } = await fixture.client().signInWithPassword({ email, password: "wooden-Lantern-7391" });
    const { id } = await createUser();
    await query("truncate public.audit_log");
    await fixture.call("DELETE", `/admin/users/${id}`, { token: data.session?.access_token ?? "" });
    expect(await readLog()).toMatchObject([
      { actor_id: robot.id, actor_name: "the_robot", action: "member.delete", target_id: id },
    ]);
  });

  test("no refused requests", async () => {
    await createUser({ email: "here@example.org" });
    await query("truncate public.audit_log");
    for (const [method, path, body] of [
      ["POST", "", { email: "here@example.org" }],
      ["PUT", "/00000000-0000-4000-8000-000000000000", { email: "x@example.org" }],
      ["DELETE", "/00000000-0000-4000-8000-000000000000", undefined],
    ] as const)
      expect((await call(method, path, body)).status).toBeGreaterThanOrEqual(400);
    expect((await fixture.call("DELETE", "/admin/users/x", { token: "nothing" })).status).toBe(403);
    expect(await readLog()).toEqual([]);
  });
});

describe("the last administrator", () => {
  test("can't be deleted or banned with the service key, and nothing is logged", async () => {
    const { id } = await createSoleAdministrator();
    for (const [method, body] of [
      ["DELETE", undefined],
      ["DELETE", { should_soft_delete: true }],
      ["PUT", { ban_duration: "24h", email: "nobody@example.org" }],
    ] as const)
      expect((await call(method, `/${id}`, body)).body).toMatchObject({
        code: 409,
        error_code: "conflict",
        msg: "This is the only administrator: make someone else an administrator first",
      });
    expect(await readLog()).toEqual([]);
    expect(await query("select role from public.user_roles where user_id = $1", [id])).toEqual([
      { role: "admin" },
    ]);
    // Other changes to the account are allowed.
    expect(
      (await call("PUT", `/${id}`, { ban_duration: "none", password: "wooden-Lantern-7391" })).status,
    ).toBe(200);
  });

  test("remains when the last two administrators are removed concurrently, no matter how", async () => {
    for (const remove of [
      (id: string) => call("DELETE", `/${id}`),
      (id: string) => call("DELETE", `/${id}`, { should_soft_delete: true }),
      (id: string) => call("PUT", `/${id}`, { ban_duration: "24h" }),
    ]) {
      const firstAdmin = await createSoleAdministrator();
      const { session } = await fixture.register();
      await query("update public.user_roles set role = 'admin' where user_id = $1", [session.user.id]);
      const responses = await Promise.all([remove(firstAdmin.id), remove(session.user.id)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      const remainingAdmins = await query(
        `select 1 from public.user_roles r join auth.users u on u.id = r.user_id
         where r.role = 'admin' and u.deleted_at is null and u.banned_until is null`,
      );
      expect(remainingAdmins).toHaveLength(1);
    }
  });
});
