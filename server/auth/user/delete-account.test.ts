import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { makeServiceKey } from "../keys/make-service-key.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";

const SECRET = "a secret of at least thirty-two characters";
const FROM = { ip: "203.0.113.9", userAgent: "a test" };
let fixture: AuthFixture;
/** The deletion step, replaced by each test. */
let step: (userId: string) => Promise<void> = async () => {};
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { jwtSecret: SECRET, emailSpacingSeconds: 0 } });
  fixture.auth.onAccountDeletion((userId) => step(userId));
});
afterAll(() => fixture.end());

async function member() {
  const person = await fixture.register();
  const identity = await fixture.auth.identify(buildCookieHeader(person.session));
  if (identity.state !== "member") throw new Error("not signed in");
  return { ...person, viewer: identity.member as Member };
}
type Person = Awaited<ReturnType<typeof member>>;

const leave = ({ viewer, password }: Person, more: object = {}) =>
  fixture.auth.own.deleteAccount(viewer, { username: viewer.username, password, code: "", ...more }, FROM);
const query = async (text: string, values: unknown[]) =>
  (await fixture.database.pool.query(text, values)).rows;
const userRow = async ({ viewer }: Person) =>
  (await query("select * from auth.users where id = $1", [viewer.id]))[0];

describe("deleting an account", () => {
  test("removes it and releases its address", async () => {
    const person = await member();
    await leave(person);
    expect(await userRow(person)).toBeUndefined();
    expect(await query("select from public.profiles where id = $1", [person.viewer.id])).toEqual([]);
    expect((await fixture.auth.identify(buildCookieHeader(person.session))).state).toBe("visitor");
    const { email, password } = person;
    expect((await fixture.client().signUp({ email, password })).error).toBeNull();
  });

  test("reserves all of the member's names anonymously", async () => {
    const person = await member();
    const { username } = await fixture.auth.own.rename(person.viewer, `${person.username} II`);
    await leave({ ...person, viewer: { ...person.viewer, username } });
    const reserved = await query(
      `select user_id, reserved_until = date_trunc('day', reserved_until, 'UTC') as whole_days,
         reserved_until > now() + interval '90 days' as is_long_enough
       from public.released_usernames where username_folded = any ($1)`,
      [[person.username.toLowerCase(), username.toLowerCase()]],
    );
    const row = { user_id: null, whole_days: true, is_long_enough: true };
    expect(reserved).toEqual([row, row]);
    for (const name of [person.username, username.toUpperCase()]) {
      const again = await fixture.client().signUp({
        email: fixture.newPerson().email,
        password: person.password,
        options: { data: { username: name } },
      });
      expect(again.error?.code).toBe("username_taken");
    }
  });

  test.each([
    ["another name", { username: "Somebody" }, "username"],
    ["no password", { password: "" }, "password"],
    ["a wrong password", { password: "not it" }, "password"],
  ])("is refused with %s, and nothing changes", async (_, more, field) => {
    const person = await member();
    await expect(leave(person, more)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: expect.any(String) },
    });
    expect((await fixture.auth.identify(buildCookieHeader(person.session))).state).toBe("member");
  });

  test("counts wrong passwords like sign-ins", async () => {
    const limited = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const person = await member();
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        limited.auth.own.deleteAccount(
          person.viewer,
          { username: person.username, password: "no", code: "" },
          FROM,
        ),
      ),
    );
    const codes = tries.map((one) =>
      one.status === "rejected" ? (limited.auth.toRefusal(one.reason)?.code ?? one.reason.code) : "in",
    );
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(2);
  });

  test("without a password requires an emailed code, once", async () => {
    const person = await member();
    await query("update auth.users set encrypted_password = null where id = $1", [person.viewer.id]);
    await fixture.auth.own.sendDeletionCode(person.viewer, FROM);
    const { code } = await fixture.getLastEmailTo(person.email);
    const wrong = code === "000000" ? "111111" : "000000";
    for (const given of ["", wrong])
      await expect(leave(person, { code: given })).rejects.toMatchObject({
        fields: { code: expect.any(String) },
      });
    await leave(person, { code: ` ${code} ` });
    expect(await userRow(person)).toBeUndefined();
  });
});

test("a single sign-on account gets its code at the identity provider's address", async () => {
  const person = await member();
  const address = `at-work-${person.email}`;
  await query(
    `update auth.users set encrypted_password = null, is_sso_user = true, email = null, sso_email = $2 where id = $1`,
    [person.viewer.id, address],
  );
  expect(await fixture.auth.own.describe(person.viewer)).toMatchObject({
    hasPassword: false,
    takesCodes: true,
  });
  await expect(leave(person)).rejects.toMatchObject({ fields: { code: expect.any(String) } });
  await fixture.auth.own.sendDeletionCode(person.viewer, FROM);
  await leave(person, { code: (await fixture.getLastEmailTo(address)).code });
  expect(await userRow(person)).toBeUndefined();
});

describe("the last administrator", () => {
  const makeAdmin = ({ viewer }: Person) =>
    query("update public.user_roles set role = 'admin' where user_id = $1", [viewer.id]);

  test("can't leave; if the last two leave at once, one stays", async () => {
    const people = [await member(), await member()];
    for (const person of people) await makeAdmin(person);
    const results = await Promise.allSettled(people.map((person) => leave(person)));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [one, other] = people as [Person, Person];
    const stayed = results[0]?.status === "rejected" ? one : other;
    await expect(leave(stayed)).rejects.toMatchObject({
      code: "last_administrator",
      message: "Make someone else an administrator before you delete your account.",
    });
    // Banned or departing administrators don't count.
    const banned = await member();
    await makeAdmin(banned);
    await query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      banned.viewer.id,
    ]);
    await expect(leave(stayed)).rejects.toMatchObject({ code: "last_administrator" });
    await query("update auth.users set banned_until = null where id = $1", [banned.viewer.id]);
    await leave(stayed);
  });
});

describe("an interrupted deletion", () => {
  test("leaves the account closed and anonymous; another process finishes it later", async () => {
    const person = await member();
    step = async () => {
      throw new Error("the disk is away");
    };
    await leave(person);
    expect(await userRow(person)).toMatchObject({ email: null, encrypted_password: null });
    expect((await fixture.auth.identify(buildCookieHeader(person.session))).state).toBe("visitor");
    const [profile] = await query("select * from public.profiles where id = $1", [person.viewer.id]);
    expect(profile).toMatchObject({ username: expect.stringMatching(/^deleted_\d{12}$/), bio: "" });
    expect((await fixture.client().signInWithPassword(person)).error?.code).toBe("invalid_credentials");
    const token = await makeServiceKey(SECRET);
    expect((await fixture.call("GET", `/admin/users/${person.viewer.id}`, { token })).status).toBe(404);
    const { body } = await fixture.call("GET", "/admin/users", { token });
    expect(body.users.map(({ id }: { id: string }) => id)).not.toContain(person.viewer.id);

    const forgotten: string[] = [];
    const other = await createAuthFixture({ database: fixture.database });
    other.auth.onAccountDeletion(async (userId) => void forgotten.push(userId));
    // The first process has a lease, because it may still be working.
    expect(await other.auth.finishAccountDeletions()).toBe(0);
    other.clock.advance(5 * 60 + 1);
    expect(await other.auth.finishAccountDeletions()).toBe(1);
    expect(forgotten).toEqual([person.viewer.id]);
    expect(await userRow(person)).toBeUndefined();
    step = async () => {};
  });

  test("is taken over by only one of several processes", async () => {
    const person = await member();
    step = async () => {
      throw new Error("killed");
    };
    await leave(person);
    let begun = 0;
    step = async () => {
      begun += 1;
    };
    fixture.clock.advance(5 * 60 + 1);
    const done = await Promise.all([1, 2, 3, 4].map(() => fixture.auth.finishAccountDeletions()));
    expect(done.reduce((sum, count) => sum + count)).toBe(1);
    expect(begun).toBe(1);
    step = async () => {};
  });

  test("a deletion by an administrator follows the same steps", async () => {
    const person = await member();
    const seen: string[] = [];
    step = async (userId) => void seen.push(userId);
    const token = await makeServiceKey(SECRET);
    expect((await fixture.call("DELETE", `/admin/users/${person.viewer.id}`, { token })).status).toBe(200);
    expect(seen).toEqual([person.viewer.id]);
    expect(await userRow(person)).toBeUndefined();
    step = async () => {};
  });
});
