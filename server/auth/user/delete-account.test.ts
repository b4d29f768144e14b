import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createServiceKey } from "../keys/create-service-key.ts";
import { createPasskeySteps } from "../passkeys/passkeys.fixture.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";

const SECRET = "a secret of at least thirty-two characters";
const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
let fixture: AuthFixture;
/** The deletion step. Some tests replace it. */
let step: (userId: string) => Promise<void> = async () => {};
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { jwtSecret: SECRET, emailSpacingSeconds: 0 } });
  fixture.auth.onAccountDeletion((userId) => step(userId));
});
afterAll(() => fixture.end());

async function registerMember() {
  const user = await fixture.register();
  const identity = await fixture.auth.identify(buildCookieHeader(user.session));
  if (identity.state !== "member") throw new Error("not signed in");
  return { ...user, viewer: identity.member as Member };
}
type TestMember = Awaited<ReturnType<typeof registerMember>>;

async function signInClient({ email, password }: TestMember) {
  const client = fixture.client();
  await client.signInWithPassword({ email, password });
  return client;
}

const deleteAccount = ({ viewer, password }: TestMember, overrides: object = {}) =>
  fixture.auth.account.deleteAccount(
    viewer,
    { username: viewer.username, password, code: "", ...overrides },
    CLIENT,
  );
const query = async (text: string, values: unknown[]) =>
  (await fixture.database.pool.query(text, values)).rows;
const getUserRow = async ({ viewer }: TestMember) =>
  (await query("select * from auth.users where id = $1", [viewer.id]))[0];

describe("deleting an account", () => {
  test("removes it and releases its email address", async () => {
    const user = await registerMember();
    await deleteAccount(user);
    expect(await getUserRow(user)).toBeUndefined();
    expect(await query("select from public.profiles where id = $1", [user.viewer.id])).toEqual([]);
    expect((await fixture.auth.identify(buildCookieHeader(user.session))).state).toBe("visitor");
    const { email, password } = user;
    expect((await fixture.client().signUp({ email, password })).error).toBeNull();
  });

  test("reserves all of the member's usernames without storing whose they were", async () => {
    const user = await registerMember();
    const { username } = await fixture.auth.account.rename(user.viewer, `${user.username} II`);
    await deleteAccount({ ...user, viewer: { ...user.viewer, username } });
    const reservedNames = await query(
      `select user_id, reserved_until = date_trunc('day', reserved_until, 'UTC') as is_whole_day,
         reserved_until > now() + interval '90 days' as is_long_enough
       from public.released_usernames where username_folded = any ($1)`,
      [[user.username.toLowerCase(), username.toLowerCase()]],
    );
    const expectedRow = { user_id: null, is_whole_day: true, is_long_enough: true };
    expect(reservedNames).toEqual([expectedRow, expectedRow]);
    for (const name of [user.username, username.toUpperCase()]) {
      const response = await fixture.client().signUp({
        email: fixture.newUser().email,
        password: user.password,
        options: { data: { username: name } },
      });
      expect(response.error?.code).toBe("username_taken");
    }
  });

  test.each([
    ["another username", { username: "Somebody" }, "username"],
    ["no password", { password: "" }, "password"],
    ["a wrong password", { password: "not it" }, "password"],
  ])("is refused with %s, and nothing changes", async (_, overrides, field) => {
    const user = await registerMember();
    await expect(deleteAccount(user, overrides)).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { [field]: expect.any(String) },
    });
    expect((await fixture.auth.identify(buildCookieHeader(user.session))).state).toBe("member");
  });

  test("counts wrong passwords toward the sign-in limit", async () => {
    const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const user = await registerMember();
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        limitedSite.auth.account.deleteAccount(
          user.viewer,
          { username: user.username, password: "no", code: "" },
          CLIENT,
        ),
      ),
    );
    const codes = attempts.map((attempt) =>
      attempt.status === "rejected" ? attempt.reason.code : "deleted",
    );
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(2);
  });

  test("of a member without a password requires an emailed code", async () => {
    const user = await registerMember();
    await query("update auth.users set encrypted_password = null where id = $1", [user.viewer.id]);
    await fixture.auth.account.sendDeletionCode(user.viewer, CLIENT);
    const { code } = await fixture.getLastMessageTo(user.email);
    const wrongCode = code === "000000" ? "111111" : "000000";
    for (const attempt of ["", wrongCode])
      await expect(deleteAccount(user, { code: attempt })).rejects.toMatchObject({
        fieldErrors: { code: expect.any(String) },
      });
    await deleteAccount(user, { code: ` ${code} ` });
    expect(await getUserRow(user)).toBeUndefined();
  });

  test("is refused with over_request_rate_limit after too many wrong codes", async () => {
    const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const user = await registerMember();
    await query("update auth.users set encrypted_password = null where id = $1", [user.viewer.id]);
    let error: { code?: string } = {};
    for (let count = 0; count < 200 && error.code !== "over_request_rate_limit"; count += 1)
      error = await limitedSite.auth.account
        .deleteAccount(user.viewer, { username: user.username, password: "", code: "no" }, CLIENT)
        .catch((reason) => reason);
    expect(error.code).toBe("over_request_rate_limit");
  });
});

test("a single sign-on user gets the code at the email address that the identity provider supplied", async () => {
  const user = await registerMember();
  const address = `at-work-${user.email}`;
  await query(
    `update auth.users set encrypted_password = null, is_sso_user = true, email = null, sso_email = $2 where id = $1`,
    [user.viewer.id, address],
  );
  expect(await fixture.auth.account.describe(user.viewer)).toMatchObject({
    hasPassword: false,
    canReceiveCodes: true,
  });
  await expect(deleteAccount(user)).rejects.toMatchObject({ fieldErrors: { code: expect.any(String) } });
  await fixture.auth.account.sendDeletionCode(user.viewer, CLIENT);
  await deleteAccount(user, { code: (await fixture.getLastMessageTo(address)).code });
  expect(await getUserRow(user)).toBeUndefined();
});

describe("the last administrator", () => {
  const promote = ({ viewer }: TestMember) =>
    query("update public.user_roles set role = 'admin' where user_id = $1", [viewer.id]);

  test("can't be deleted; if the last two are deleted at the same time, one remains", async () => {
    const admins = [await registerMember(), await registerMember()];
    for (const user of admins) await promote(user);
    const results = await Promise.allSettled(admins.map((user) => deleteAccount(user)));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [firstAdmin, secondAdmin] = admins as [TestMember, TestMember];
    const remainingAdmin = results[0]?.status === "rejected" ? firstAdmin : secondAdmin;
    await expect(deleteAccount(remainingAdmin)).rejects.toMatchObject({
      code: "last_administrator",
      message: "Make someone else an administrator before you delete your account.",
    });
    // A suspended administrator doesn't count.
    const suspendedAdmin = await registerMember();
    await promote(suspendedAdmin);
    await query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      suspendedAdmin.viewer.id,
    ]);
    await expect(deleteAccount(remainingAdmin)).rejects.toMatchObject({ code: "last_administrator" });
    await query("update auth.users set banned_until = null where id = $1", [suspendedAdmin.viewer.id]);
    await deleteAccount(remainingAdmin);
  });
});

describe("an interrupted deletion", () => {
  test("leaves the account closed and anonymous; another process finishes it later", async () => {
    const user = await registerMember();
    step = async () => {
      throw new Error("the disk is unavailable");
    };
    await deleteAccount(user);
    expect(await getUserRow(user)).toMatchObject({ email: null, encrypted_password: null });
    expect((await fixture.auth.identify(buildCookieHeader(user.session))).state).toBe("visitor");
    const [profile] = await query("select * from public.profiles where id = $1", [user.viewer.id]);
    expect(profile).toMatchObject({ username: expect.stringMatching(/^deleted_\d{12}$/), bio: "" });
    expect((await fixture.client().signInWithPassword(user)).error?.code).toBe("invalid_credentials");
    const token = await createServiceKey(SECRET);
    expect((await fixture.call("GET", `/admin/users/${user.viewer.id}`, { token })).status).toBe(404);
    const { body } = await fixture.call("GET", "/admin/users", { token });
    expect(body.users.map(({ id }: { id: string }) => id)).not.toContain(user.viewer.id);

    const deletedUserIds: string[] = [];
    const otherProcess = await createAuthFixture({ database: fixture.database });
    otherProcess.auth.onAccountDeletion(async (userId) => void deletedUserIds.push(userId));
    // The first process has a lease, because it may still be working on the deletion.
    expect(await otherProcess.auth.finishAccountDeletions()).toBe(0);
    otherProcess.clock.advance(5 * 60 + 1);
    expect(await otherProcess.auth.finishAccountDeletions()).toBe(1);
    expect(deletedUserIds).toEqual([user.viewer.id]);
    expect(await getUserRow(user)).toBeUndefined();
    step = async () => {};
  });

  test("is finished by only one of four simultaneous attempts", async () => {
    const user = await registerMember();
    step = async () => {
      throw new Error("killed");
    };
    await deleteAccount(user);
    let runCount = 0;
    step = async () => {
      runCount += 1;
    };
    fixture.clock.advance(5 * 60 + 1);
    const finishedCounts = await Promise.all([1, 2, 3, 4].map(() => fixture.auth.finishAccountDeletions()));
    expect(finishedCounts.reduce((sum, count) => sum + count)).toBe(1);
    expect(runCount).toBe(1);
    step = async () => {};
  });
});

test("a deletion with the service key follows the same steps", async () => {
  const user = await registerMember();
  const deletedUserIds: string[] = [];
  step = async (userId) => void deletedUserIds.push(userId);
  const token = await createServiceKey(SECRET);
  expect((await fixture.call("DELETE", `/admin/users/${user.viewer.id}`, { token })).status).toBe(200);
  expect(deletedUserIds).toEqual([user.viewer.id]);
  expect(await getUserRow(user)).toBeUndefined();
  step = async () => {};
});

test("deleting the account of a member with only a passkey requires a recent sign-in, unless passkeys were turned off", async () => {
  const user = await registerMember();
  await createPasskeySteps(fixture).addPasskey(await signInClient(user));
  await query(
    "update auth.users set encrypted_password = null, email = null, email_confirmed_at = null where id = $1",
    [user.viewer.id],
  );
  fixture.clock.advance(11 * 60);
  await expect(deleteAccount(user)).rejects.toMatchObject({ code: "step_up_required" });
  const { auth, clock } = await createAuthFixture({
    database: fixture.database,
    auth: { passkeys: false },
  });
  // The tests above advanced the first site's clock by less than this.
  clock.advance(60 * 60);
  await auth.account.deleteAccount(user.viewer, { username: user.username, password: "", code: "" }, CLIENT);
  expect((await fixture.auth.identify(buildCookieHeader(user.session))).state).toBe("visitor");
});
