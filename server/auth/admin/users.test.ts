import type { GoTrueClient } from "@supabase/auth-js";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeServiceKey } from "../keys/make-service-key.ts";
import { createPasswords } from "../password/passwords.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

const SECRET = "a secret of at least thirty-two characters";
const STRANGER = "00000000-0000-4000-8000-000000000000";
let fixture: AuthFixture;
let token: string;
let admin: GoTrueClient["admin"];
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { jwtSecret: SECRET } });
  token = await makeServiceKey(SECRET);
  admin = fixture.client({ headers: { authorization: `Bearer ${token}` } }).admin;
});
afterAll(() => fixture.end());

const call = (method: string, path: string, body?: unknown) =>
  fixture.call(method, `/admin/users${path}`, { token, ...(body === undefined ? {} : { body }) });
const newEmail = () => fixture.person().email;
const newPhone = () => `47${Math.floor(1e8 + Math.random() * 8e8)}`;
async function createUser(attributes: Parameters<typeof admin.createUser>[0] = {}) {
  const { data, error } = await admin.createUser({ email: newEmail(), ...attributes });
  if (error) throw error;
  return data.user;
}
const profileOf = async (id: string) =>
  (await fixture.database.pool.query("select * from public.profiles where id = $1", [id])).rows[0];

describe("an administrator is", () => {
  test("the holder of a service_role token, of the secret or of a configured key, at the same time", async () => {
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: "rsa", alg: "RS256", key_ops: ["sign", "verify"] };
    const program = await createAuthFixture({
      database: fixture.database,
      auth: { jwtSecret: SECRET, jwtKeys: [key] },
    });
    const asymmetric = await new SignJWT({ role: "supabase_admin" })
      .setProtectedHeader({ alg: "RS256", kid: "rsa" })
      .sign(privateKey);
    for (const given of [token, asymmetric])
      expect((await program.call("GET", "/admin/users", { token: given })).status).toBe(200);
  });

  test("nobody else", async () => {
    const { session } = await fixture.register();
    const other = await makeServiceKey("another secret of thirty-two characters!");
    for (const [given, status, code] of [
      [undefined, 401, "no_authorization"],
      [session.access_token, 403, "not_admin"],
      [fixture.auth.publicKey, 403, "not_admin"],
      [other, 403, "bad_jwt"],
      [await makeServiceKey(SECRET, { seconds: -1 }), 403, "bad_jwt"],
    ] as const) {
      const answer = await fixture.call("GET", "/admin/users", { token: given });
      expect([answer.status, answer.body.error_code]).toEqual([status, code]);
    }
  });

  test("no longer one whose session has ended, though the token says so", async () => {
    const { session, email } = await fixture.register();
    await fixture.database.pool.query("update auth.users set role = 'service_role' where email = $1", [
      email,
    ]);
    const { body } = await fixture.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    const ask = () => fixture.call("GET", "/admin/users", { token: body.access_token });
    expect((await ask()).status).toBe(200);
    await fixture.call("POST", "/logout", { token: body.access_token });
    expect((await ask()).body).toMatchObject({ code: 403, error_code: "session_not_found" });
  });
});

describe("creating", () => {
  test("makes an account that is unconfirmed and holds exactly the given metadata", async () => {
    const email = newEmail();
    const user = await createUser({
      email: ` ${email.toUpperCase()}`,
      password: "x",
      user_metadata: { full_name: "Ann" },
      app_metadata: { plan: "gold" },
    });
    expect(user).toMatchObject({
      aud: "authenticated",
      role: "authenticated",
      email,
      phone: "",
      user_metadata: { full_name: "Ann" },
      app_metadata: { provider: "email", providers: ["email"], plan: "gold" },
      identities: [{ provider: "email", identity_data: { email, sub: user.id, email_verified: false } }],
      is_anonymous: false,
    });
    expect(Object.keys(user.user_metadata)).toEqual(["full_name"]);
    expect(user.email_confirmed_at).toBeUndefined();
    expect((await profileOf(user.id)).username).toBe(email.split("@")[0]);
    const { error } = await fixture.client().signInWithPassword({ email, password: "x" });
    expect(error?.code).toBe("email_not_confirmed");
  });

  test("takes confirmation, number, role, id, name and ban when they are given", async () => {
    const phone = newPhone();
    const id = "11111111-2222-4333-8444-555555555555";
    const user = await createUser({
      phone: `+${phone.slice(0, 2)} ${phone.slice(2)}`,
      email_confirm: true,
      phone_confirm: true,
      role: "editor",
      id,
      ban_duration: "24h",
      user_metadata: { username: "Made By Hand" },
    });
    expect(user).toMatchObject({
      id,
      phone,
      role: "editor",
      app_metadata: { providers: ["email", "phone"] },
    });
    expect(user.email_confirmed_at && user.phone_confirmed_at && user.confirmed_at).toBeTruthy();
    const until = Date.parse((user as { banned_until?: string }).banned_until ?? "") - Date.now();
    expect(until / 3_600_000).toBeCloseTo(24, 1);
    expect((await profileOf(id)).username).toBe("Made By Hand");
  });

  test("with a hash lets in by the password that it is of; without either nobody", async () => {
    const password_hash = await createPasswords().hash("kept elsewhere");
    const user = await createUser({ password_hash, email_confirm: true });
    const email = user.email ?? "";
    expect(
      (await fixture.client().signInWithPassword({ email, password: "kept elsewhere" })).error,
    ).toBeNull();
    const bare = await createUser({ email_confirm: true });
    for (const password of ["", "x", "null"])
      expect(
        (await fixture.client().signInWithPassword({ email: bare.email ?? "", password })).error?.code,
      ).toBe("invalid_credentials");
  });

  test.each([
    ["no address", {}, 400, "validation_failed"],
    ["a bad address", { email: "nobody" }, 400, "validation_failed"],
    ["a bad number", { phone: "0123" }, 400, "validation_failed"],
    [
      "both forms of a password",
      { email: "a@b.example", password: "x", password_hash: "y" },
      400,
      "validation_failed",
    ],
    [
      "a hash of another kind",
      { email: "a@b.example", password_hash: "$2a$10$abcdefghijklmnopqrstuv" },
      400,
      "validation_failed",
    ],
    [
      "a hash of ruinous cost",
      {
        email: "a@b.example",
        password_hash: `$argon2id$v=19$m=999999,t=9,p=1$${"A".repeat(22)}$${"A".repeat(43)}`,
      },
      400,
      "validation_failed",
    ],
    ["a long password", { email: "a@b.example", password: "x".repeat(73) }, 400, "validation_failed"],
    ["a bad id", { email: "a@b.example", id: "1" }, 400, "validation_failed"],
    ["a bad ban", { email: "a@b.example", ban_duration: "1 day" }, 400, "validation_failed"],
    ["a ban beyond time", { email: "a@b.example", ban_duration: "99999999999h" }, 400, "validation_failed"],
    ["metadata that are none", { email: "a@b.example", user_metadata: [] }, 400, "validation_failed"],
    ["a bad role", { email: "a@b.example", role: "a b" }, 400, "validation_failed"],
    ["a bad name", { email: "a@b.example", user_metadata: { username: "x" } }, 422, "username_invalid"],
  ])("is refused with %s", async (_what, body, status, code) => {
    const answer = await call("POST", "", body);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  test("is refused without a body, and for what another has", async () => {
    expect((await call("POST", "", "")).body).toMatchObject({ code: 400, error_code: "bad_json" });
    const { id, email, phone } = await createUser({ phone: newPhone() });
    for (const [body, code] of [
      [{ email: email?.toUpperCase() }, "email_exists"],
      [{ email: newEmail(), phone }, "phone_exists"],
      [{ email: newEmail(), id }, "user_already_exists"],
    ] as const)
      expect((await call("POST", "", body)).body).toMatchObject({ code: 422, error_code: code });
  });

  test("of one address five times at once makes one account", async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call("POST", "", { email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });
});

describe("showing one", () => {
  test("gives the user", async () => {
    const user = await createUser();
    const { data, error } = await admin.getUserById(user.id);
    expect(error).toBeNull();
    expect(data.user).toEqual(user);
  });

  test.each([
    ["GET", ""],
    ["PUT", ""],
    ["DELETE", ""],
    ["GET", "/factors"],
    ["PUT", `/factors/${STRANGER}`],
    ["DELETE", `/factors/${STRANGER}`],
  ])("%s of nobody%s is not found, and of no id not valid", async (method, rest) => {
    for (const [id, code] of [
      [STRANGER, "user_not_found"],
      ["not-a-uuid", "validation_failed"],
    ]) {
      const answer = await call(method, `/${id}${rest}`, method === "GET" ? undefined : {});
      expect([answer.status, answer.body.error_code]).toEqual([404, code]);
    }
  });
});

describe("the list", () => {
  let listing: AuthFixture;
  let ids: string[];
  let list: GoTrueClient["admin"];
  beforeAll(async () => {
    listing = await createAuthFixture({ auth: { jwtSecret: SECRET } });
    list = listing.client({ headers: { authorization: `Bearer ${token}` } }).admin;
    ids = [];
    for (let n = 0; n < 7; n += 1) {
      const { data } = await list.createUser({
        email: `list_${n}@example.org`,
        user_metadata: { full_name: n === 3 ? "100% Ann" : `Person ${n}` },
      });
      ids.unshift(data.user?.id ?? "");
      listing.clock.advance(1);
    }
  });
  afterAll(() => listing.end());
  const ask = (query: string) => listing.call("GET", `/admin/users${query}`, { token });
  const idsOf = (body: { users: { id: string }[] }) => body.users.map(({ id }) => id);

  test("shows the newest first, fifty a page, with the total", async () => {
    const { data, error } = await list.listUsers();
    expect(error).toBeNull();
    expect(data.users.map(({ id }) => id)).toEqual(ids);
    expect(data).toMatchObject({ aud: "authenticated", total: 7, lastPage: 1 });
    for (const query of ["?page=&per_page=", "?page=0&per_page=0", "?page=1&per_page=5000"])
      expect(idsOf((await ask(query)).body)).toEqual(ids);
  });

  test("pages, and the client understands the links", async () => {
    const { data } = await list.listUsers({ page: 2, perPage: 3 });
    expect(data.users.map(({ id }) => id)).toEqual(ids.slice(3, 6));
    expect(data).toMatchObject({ nextPage: 3, lastPage: 3, total: 7 });
    const second = await ask("?page=2&per_page=3");
    expect(second.headers.get("x-total-count")).toBe("7");
    expect(second.headers.get("link")).toBe(
      '</admin/users?page=3&per_page=3>; rel="next", </admin/users?page=3&per_page=3>; rel="last"',
    );
    const third = await ask("?page=3&per_page=3");
    expect(idsOf(third.body)).toEqual(ids.slice(6));
    expect(third.headers.get("link")).toBe('</admin/users?page=3&per_page=3>; rel="last"');
    for (const page of ["4", "999999999999999999"]) {
      const beyond = await ask(`?page=${page}&per_page=3`);
      expect([beyond.status, beyond.body.users]).toEqual([200, []]);
      expect(beyond.headers.get("link")).not.toContain("next");
    }
  });

  test("is filtered by a part of address or full name, taken literally", async () => {
    for (const [filter, expected] of [
      ["LIST_4", [ids[2]]],
      ["person 1", [ids[5]]],
      ["100%", [ids[3]]],
      ["%", [ids[3]]],
      ["_4@", [ids[2]]],
      ["nobody", []],
    ] as const) {
      const answer = await ask(`?filter=${encodeURIComponent(filter)}`);
      expect([filter, idsOf(answer.body)]).toEqual([filter, expected]);
      expect(answer.headers.get("x-total-count")).toBe(String(expected.length));
    }
    const paged = await ask("?filter=example&per_page=5");
    expect(paged.headers.get("link")).toContain("filter=example");
  });

  test("is sorted from the oldest when asked for", async () => {
    expect(idsOf((await ask("?sort=created_at%20asc")).body)).toEqual([...ids].reverse());
    expect(idsOf((await ask("?sort=created_at+desc")).body)).toEqual(ids);
  });

  test("is of the asked audience", async () => {
    const answer = await listing.call("GET", "/admin/users", { token, headers: { "x-jwt-aud": "other" } });
    expect(answer.body).toEqual({ users: [], aud: "other" });
  });

  test.each([
    "?page=-1",
    "?page=x",
    "?per_page=-5",
    "?per_page=1.5",
    "?page=1e3",
    "?sort=email%20asc",
    "?sort=created_at%20up",
    "?filter=%00",
  ])("refuses %s", async (query) => {
    expect((await ask(query)).body).toMatchObject({ code: 400, error_code: "validation_failed" });
  });
});

describe("changing", () => {
  test("merges metadata, and null deletes", async () => {
    const user = await createUser({ user_metadata: { a: 1, b: 2 }, app_metadata: { plan: "gold" } });
    const { data } = await admin.updateUserById(user.id, {
      user_metadata: { b: null, c: 3 },
      app_metadata: { plan: null, seat: 4 },
    });
    expect(data.user?.user_metadata).toEqual({ a: 1, c: 3 });
    expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], seat: 4 });
  });

  test("moves to another address and number at once, and confirms when asked for", async () => {
    const user = await createUser();
    const [email, phone] = [newEmail(), newPhone()];
    const { data } = await admin.updateUserById(user.id, { email, phone, email_confirm: true });
    expect(data.user).toMatchObject({ email, phone, email_confirmed_at: expect.any(String) });
    expect(
      data.user?.identities?.map(({ provider, identity_data }) => [provider, identity_data?.email]),
    ).toEqual(
      expect.arrayContaining([
        ["email", email],
        ["phone", undefined],
      ]),
    );
  });

  test("a password obeys the rules, ends all sessions, and the new one lets in", async () => {
    const { email, session } = await fixture.register();
    const { id } = session.user;
    const weak = await admin.updateUserById(id, { password: "12345" });
    expect([weak.error?.status, weak.error?.code]).toEqual([422, "weak_password"]);
    expect((await fixture.call("GET", "/user", { token: session.access_token })).status).toBe(200);
    expect((await admin.updateUserById(id, { password: "by the administrator" })).error).toBeNull();
    expect((await fixture.call("GET", "/user", { token: session.access_token })).body.error_code).toBe(
      "session_not_found",
    );
    const { error } = await fixture.client().signInWithPassword({ email, password: "by the administrator" });
    expect(error).toBeNull();
  });

  test("bans at once, and lifts the ban", async () => {
    const { email, password, session } = await fixture.register();
    await admin.updateUserById(session.user.id, { ban_duration: "1h" });
    expect((await fixture.call("GET", "/user", { token: session.access_token })).body.error_code).toBe(
      "user_banned",
    );
    expect((await fixture.client().signInWithPassword({ email, password })).error?.code).toBe("user_banned");
    const { data } = await admin.updateUserById(session.user.id, { ban_duration: "none" });
    expect(data.user).not.toHaveProperty("banned_until");
    expect((await fixture.call("GET", "/user", { token: session.access_token })).status).toBe(200);
  });

  test("renames the profile with the name in the metadata", async () => {
    const user = await createUser();
    await admin.updateUserById(user.id, { user_metadata: { username: "Given Name" } });
    expect((await profileOf(user.id)).username).toBe("Given Name");
    const other = await createUser();
    const taken = await admin.updateUserById(other.id, { user_metadata: { username: "given name" } });
    expect([taken.error?.status, taken.error?.code]).toEqual([422, "username_taken"]);
  });

  test("is refused for an address or number that another has", async () => {
    const other = await createUser({ phone: newPhone() });
    const user = await createUser();
    for (const [body, code] of [
      [{ email: other.email }, "email_exists"],
      [{ phone: other.phone }, "phone_exists"],
    ] as const)
      expect((await call("PUT", `/${user.id}`, body)).body).toMatchObject({ code: 422, error_code: code });
    expect((await admin.updateUserById(other.id, { email: other.email })).error).toBeNull();
  });
});
