import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const count = async (fromClause: string, values: unknown[] = []) =>
  Number((await fixture.database.pool.query(`select count(*) as n from ${fromClause}`, values)).rows[0].n);

describe("a sign-up through the official client", () => {
  test("returns a session with the protocol's metadata", async () => {
    const client = fixture.client();
    const { data, error } = await client.signUp({
      email: "Ann.Lee@Example.org",
      password: "green lamps 1",
      options: { data: { username: "Ann Lee", city: "Oslo" } },
    });
    expect(error).toBeNull();
    const { user, session } = data;
    expect(session).toMatchObject({ token_type: "bearer", expires_in: 3600, user: { id: user?.id } });
    expect(user).toMatchObject({
      aud: "authenticated",
      role: "authenticated",
      email: "ann.lee@example.org",
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: {
        username: "Ann Lee",
        city: "Oslo",
        sub: user?.id,
        email: "ann.lee@example.org",
        email_verified: true,
        phone_verified: false,
      },
      identities: [
        {
          id: user?.id,
          user_id: user?.id,
          provider: "email",
          email: "ann.lee@example.org",
          identity_data: { sub: user?.id, email: "ann.lee@example.org", email_verified: true },
        },
      ],
    });
    expect(user).not.toHaveProperty("banned_until");
    expect(JSON.stringify(data)).not.toContain("argon2");
    expect((await client.getUser()).data.user?.id).toBe(user?.id);
  });

  test("creates the profile and role and counts the member", async () => {
    const previousCount = await count("public.profiles");
    const { session, username } = await fixture.register();
    const { rows } = await fixture.database.pool.query(
      "select p.username, r.role from public.profiles p join public.user_roles r on r.user_id = p.id where p.id = $1",
      [session.user.id],
    );
    expect(rows).toEqual([{ username, role: "user" }]);
    const { rows: counts } = await fixture.database.pool.query(
      "select sum(amount)::int as n from public.daily_counts where name = 'members'",
    );
    expect(counts[0].n).toBe(previousCount + 1);
  });

  test("derives the username from the email address if none is given, or generates one", async () => {
    for (const email of ["carla@example.org", "carla@example.com", "ad@example.org", "admin@example.org"]) {
      expect(
        (await fixture.call("POST", "/signup", { body: { email, password: "green lamps 1" } })).status,
      ).toBe(200);
    }
    const { rows } = await fixture.database.pool.query(
      `select u.email, p.username from auth.users u join public.profiles p using (id)
       where u.email similar to '(carla|ad|admin)@%' order by u.created_at`,
    );
    expect(rows.map((row) => row.username)).toEqual([
      "carla",
      expect.stringMatching(/^carla_\d+$/),
      expect.stringMatching(/^member_\d+$/),
      expect.stringMatching(/^member_\d+$/),
    ]);
  });

  test("stores no plain-text password", async () => {
    const { session, password } = await fixture.register();
    const { rows } = await fixture.database.pool.query("select * from auth.users where id = $1", [
      session.user.id,
    ]);
    expect(rows[0].encrypted_password).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});

describe("a sign-up is refused", () => {
  const validBody = { email: "new@example.org", password: "green lamps 1", data: { username: "Newcomer" } };
  test.each([
    [
      "without a password",
      { email: validBody.email },
      400,
      "validation_failed",
      "Signup requires a valid password",
    ],
    ["with a null password", { ...validBody, password: null }, 400, "validation_failed", /valid password/],
    ["with a short password", { ...validBody, password: "12345" }, 422, "weak_password", /at least 6/],
    [
      "with a password of 73 bytes",
      { ...validBody, password: "é".repeat(37) },
      400,
      "validation_failed",
      /72/,
    ],
    ["with a password that is not a string", { ...validBody, password: 123456 }, 400, "bad_json", /JSON/],
    [
      "without an email address or phone number",
      { password: validBody.password },
      422,
      "anonymous_provider_disabled",
      /Anonymous/,
    ],
    [
      "with both an email address and a phone number",
      { ...validBody, phone: "4712345678" },
      400,
      "validation_failed",
      /Only an email/,
    ],
    [
      "with a phone number while phone numbers are off",
      { ...validBody, email: "", phone: "4712345678" },
      400,
      "phone_provider_disabled",
      /Phone/,
    ],
    [
      "with an invalid email address and a weak password",
      { ...validBody, email: "nobody", password: "123" },
      400,
      "validation_failed",
      /invalid format/,
    ],
    [
      "with an invalid email address",
      { ...validBody, email: "nobody" },
      400,
      "validation_failed",
      /invalid format/,
    ],
    [
      "with an email address that is too long",
      { ...validBody, email: `${"a".repeat(250)}@example.org` },
      400,
      "validation_failed",
      /long/,
    ],
    ["with data that is a list", { ...validBody, data: [] }, 400, "validation_failed", /data/],
    [
      "with data that is too large for a cookie",
      { ...validBody, data: { x: "x".repeat(5_000) } },
      400,
      "validation_failed",
      /4096/,
    ],
    [
      "with a name that is too short",
      { ...validBody, data: { username: "ab" } },
      422,
      "username_invalid",
      /3 to 30/,
    ],
    [
      "with a name that is not a string",
      { ...validBody, data: { username: 7 } },
      422,
      "username_invalid",
      /3 to 30/,
    ],
    [
      "with a reserved name",
      { ...validBody, data: { username: "Adm1n" } },
      422,
      "username_invalid",
      /reserved/,
    ],
  ])("%s", async (_what, body, status, code, message) => {
    const response = await fixture.call("POST", "/signup", { body });
    expect(response.body).toMatchObject({
      code: status,
      error_code: code,
      msg: expect.stringMatching(message),
    });
    expect(response.status).toBe(status);
    expect(await count("auth.users where email = 'new@example.org'")).toBe(0);
  });

  test("for a weak password, with the reasons in the official client's format", async () => {
    const { error } = await fixture.client().signUp({ email: validBody.email, password: "12345" });
    expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons: ["length"] });
  });

  test("for a registered email address in any letter case, without signing in", async () => {
    const { email } = await fixture.register();
    const { data, error } = await fixture
      .client()
      .signUp({ email: email.toUpperCase(), password: "another 1" });
    expect(error).toMatchObject({
      status: 422,
      code: "user_already_exists",
      message: "User already registered",
    });
    expect(data).toEqual({ user: null, session: null });
  });

  test("for a name that looks like a taken one, leaving nothing behind", async () => {
    await fixture.auth.signUp({ ...validBody, email: "bill@example.org", username: "Bill" }, CLIENT);
    const { error } = await fixture.client().signUp({
      email: validBody.email,
      password: validBody.password,
      options: { data: { username: "BiIl" } },
    });
    expect(error).toMatchObject({
      status: 422,
      code: "username_taken",
      message: "This username is taken, or looks too much like one that is.",
    });
    expect(await count("auth.users where email = $1", [validBody.email])).toBe(0);
  });

  test("while sign-up is closed, before anything else is checked", async () => {
    const closedSite = await createAuthFixture({ database: fixture.database, auth: { disableSignup: true } });
    const response = await closedSite.call("POST", "/signup", { body: {} });
    expect(response.body).toMatchObject({ code: 422, error_code: "signup_disabled" });
  });
});

const CLIENT = { ip: "203.0.113.1", userAgent: null };

test("if twenty people choose the same name simultaneously, one gets it and the others fail", async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      fixture.call("POST", "/signup", {
        body: {
          email: `racer${index}@example.org`,
          password: "green lamps 1",
          // The spellings differ only in case, so they count as the same name.
          data: { username: index % 2 ? "Racer" : "RACER" },
        },
      }),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.error_code === "username_taken")).toHaveLength(19);
  expect(await count("auth.users where email like 'racer%'")).toBe(1);
});

test("only one of twenty parallel sign-ups for the same email address creates an account", async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      fixture.call("POST", "/signup", {
        body: { email: "same@example.org", password: "green lamps 1", data: { username: `Same ${index}` } },
      }),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.error_code === "user_already_exists")).toHaveLength(19);
  expect(await count("public.profiles where username like 'Same %'")).toBe(1);
});
