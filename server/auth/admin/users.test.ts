import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPasswords } from "../password/passwords.ts";
import { type AdminFixture, createAdminFixture } from "./admin.fixture.ts";

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
let fixture: AdminFixture["fixture"];
let admin: AdminFixture["admin"];
let call: AdminFixture["call"];
let generateEmail: AdminFixture["generateEmail"];
let createUser: AdminFixture["createUser"];
let getProfile: AdminFixture["getProfile"];
beforeAll(async () => {
  ({ fixture, admin, call, generateEmail, createUser, getProfile } = await createAdminFixture());
});
afterAll(() => fixture.end());

const generatePhone = () => `47${Math.floor(1e8 + Math.random() * 8e8)}`;

describe("creating a user", () => {
  test("results in an unconfirmed account with exactly the given metadata", async () => {
    const email = generateEmail();
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
    expect((await getProfile(user.id)).username).toBe(email.split("@")[0]);
    const { error } = await fixture.client().signInWithPassword({ email, password: "x" });
    expect(error?.code).toBe("email_not_confirmed");
  });

  test("accepts confirmation, phone number, role, ID, name and ban", async () => {
    const phone = generatePhone();
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
    const banMs = Date.parse((user as { banned_until?: string }).banned_until ?? "") - Date.now();
    expect(banMs / 3_600_000).toBeCloseTo(24, 1);
    expect((await getProfile(id)).username).toBe("Made By Hand");
  });

  test("with a password hash allows signing in with the hashed password; with neither a password nor a hash, no password works", async () => {
    const password_hash = await createPasswords().hash("kept elsewhere");
    const user = await createUser({ password_hash, email_confirm: true });
    const email = user.email ?? "";
    expect(
      (await fixture.client().signInWithPassword({ email, password: "kept elsewhere" })).error,
    ).toBeNull();
    const userWithoutPassword = await createUser({ email_confirm: true });
    for (const password of ["", "x", "null"])
      expect(
        (await fixture.client().signInWithPassword({ email: userWithoutPassword.email ?? "", password }))
          .error?.code,
      ).toBe("invalid_credentials");
  });

  test.each([
    ["no email address or phone number", {}, 400, "validation_failed"],
    ["a bad email address", { email: "nobody" }, 400, "validation_failed"],
    ["a bad phone number", { phone: "0123" }, 400, "validation_failed"],
    [
      "both a password and a hash",
      { email: "a@b.example", password: "x", password_hash: "y" },
      400,
      "validation_failed",
    ],
    [
      "a hash by an unsupported algorithm",
      { email: "a@b.example", password_hash: "$2a$10$abcdefghijklmnopqrstuv" },
      400,
      "validation_failed",
    ],
    [
      "a hash with excessive cost",
      {
        email: "a@b.example",
        password_hash: `$argon2id$v=19$m=999999,t=9,p=1$${"A".repeat(22)}$${"A".repeat(43)}`,
      },
      400,
      "validation_failed",
    ],
    ["a long password", { email: "a@b.example", password: "x".repeat(73) }, 400, "validation_failed"],
    ["a bad ID", { email: "a@b.example", id: "1" }, 400, "validation_failed"],
    ["a bad ban", { email: "a@b.example", ban_duration: "1 day" }, 400, "validation_failed"],
    [
      "a ban that is too long",
      { email: "a@b.example", ban_duration: "99999999999h" },
      400,
      "validation_failed",
    ],
    ["invalid metadata", { email: "a@b.example", user_metadata: [] }, 400, "validation_failed"],
    ["a bad role", { email: "a@b.example", role: "a b" }, 400, "validation_failed"],
    ["a bad name", { email: "a@b.example", user_metadata: { username: "x" } }, 422, "username_invalid"],
  ])("is refused with %s", async (_label, body, status, code) => {
    const response = await call("POST", "", body);
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });

  test("is refused without a body, and for a taken email address, phone number or ID", async () => {
    expect((await call("POST", "", "")).body).toMatchObject({ code: 400, error_code: "bad_json" });
    const { id, email, phone } = await createUser({ phone: generatePhone() });
    for (const [body, code] of [
      [{ email: email?.toUpperCase() }, "email_exists"],
      [{ email: generateEmail(), phone }, "phone_exists"],
      [{ email: generateEmail(), id }, "user_already_exists"],
    ] as const)
      expect((await call("POST", "", body)).body).toMatchObject({ code: 422, error_code: code });
  });

  test("five times in parallel with the same address creates only one account", async () => {
    const email = generateEmail();
    const responses = await Promise.all(Array.from({ length: 5 }, () => call("POST", "", { email })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });
});

describe("showing a user", () => {
  test("returns the user", async () => {
    const user = await createUser();
    const { data, error } = await admin.getUserById(user.id);
    expect(error).toBeNull();
    expect(data.user).toEqual(user);
  });
});

test.each([
  ["GET", ""],
  ["PUT", ""],
  ["DELETE", ""],
  ["GET", "/factors"],
  ["PUT", `/factors/${UNKNOWN_ID}`],
  ["DELETE", `/factors/${UNKNOWN_ID}`],
])(
  "%s /<id>%s returns user_not_found for an unknown user and validation_failed for an invalid ID",
  async (method, subpath) => {
    for (const [id, code] of [
      [UNKNOWN_ID, "user_not_found"],
      ["not-a-uuid", "validation_failed"],
    ]) {
      const response = await call(method, `/${id}${subpath}`, method === "GET" ? undefined : {});
      expect([response.status, response.body.error_code]).toEqual([404, code]);
    }
  },
);

describe("changing a user", () => {
  test("merges metadata, where null deletes a key", async () => {
    const user = await createUser({ user_metadata: { a: 1, b: 2 }, app_metadata: { plan: "gold" } });
    const { data } = await admin.updateUserById(user.id, {
      user_metadata: { b: null, c: 3 },
      app_metadata: { plan: null, seat: 4 },
    });
    expect(data.user?.user_metadata).toEqual({ a: 1, c: 3 });
    expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], seat: 4 });
  });

  test("sets a new email address and phone number immediately, and confirms them if requested", async () => {
    const user = await createUser();
    const [email, phone] = [generateEmail(), generatePhone()];
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

  test("refuses a weak password; a good one works and ends all sessions", async () => {
    const { email, session } = await fixture.register();
    const { id } = session.user;
    const weakPasswordResponse = await admin.updateUserById(id, { password: "12345" });
    expect([weakPasswordResponse.error?.status, weakPasswordResponse.error?.code]).toEqual([
      422,
      "weak_password",
    ]);
    expect((await fixture.call("GET", "/user", { token: session.access_token })).status).toBe(200);
    expect((await admin.updateUserById(id, { password: "by the administrator" })).error).toBeNull();
    expect((await fixture.call("GET", "/user", { token: session.access_token })).body.error_code).toBe(
      "session_not_found",
    );
    const { error } = await fixture.client().signInWithPassword({ email, password: "by the administrator" });
    expect(error).toBeNull();
  });

  test("bans and unbans immediately", async () => {
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

  test("renames the profile to the username in the metadata", async () => {
    const user = await createUser();
    await admin.updateUserById(user.id, { user_metadata: { username: "Given Name" } });
    expect((await getProfile(user.id)).username).toBe("Given Name");
    const otherUser = await createUser();
    const conflict = await admin.updateUserById(otherUser.id, { user_metadata: { username: "given name" } });
    expect([conflict.error?.status, conflict.error?.code]).toEqual([422, "username_taken"]);
  });

  test("is refused for a taken email address or phone number", async () => {
    const otherUser = await createUser({ phone: generatePhone() });
    const user = await createUser();
    for (const [body, code] of [
      [{ email: otherUser.email }, "email_exists"],
      [{ phone: otherUser.phone }, "phone_exists"],
    ] as const)
      expect((await call("PUT", `/${user.id}`, body)).body).toMatchObject({ code: 422, error_code: code });
    expect((await admin.updateUserById(otherUser.id, { email: otherUser.email })).error).toBeNull();
  });
});
