import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const signIn = (body: unknown) => fixture.call("POST", "/token?grant_type=password", { body });

test("the right password starts a session, regardless of the email address's case", async () => {
  const { email, password, session: firstSession } = await fixture.register();
  const client = fixture.client();
  const { data, error } = await client.signInWithPassword({ email: email.toUpperCase(), password });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(firstSession.user.id);
  expect(data.session?.refresh_token).not.toBe(firstSession.refresh_token);
});

test("the session's IP address and browser are stored, and so is the time of the user's last sign-in", async () => {
  const { email, password, session } = await fixture.register();
  fixture.clock.advance(5);
  await fixture.call("POST", "/token?grant_type=password", {
    body: { email, password },
    headers: { "x-forwarded-for": "203.0.113.77", "user-agent": "Firefox" },
  });
  const { rows } = await fixture.database.pool.query(
    `select s.ip, s.user_agent, s.aal, s.amr, u.last_sign_in_at = s.created_at as is_same_time
     from auth.sessions s join auth.users u on u.id = s.user_id where u.id = $1 order by s.created_at desc limit 1`,
    [session.user.id],
  );
  expect(rows[0]).toMatchObject({
    ip: "203.0.113.77",
    user_agent: "Firefox",
    aal: "aal1",
    amr: [{ method: "password" }],
    is_same_time: true,
  });
});

describe("a password sign-in is refused", () => {
  test("for an email address that PostgreSQL can't store, with the same error as for any unknown one", async () => {
    const client = { ip: "203.0.113.5", userAgent: null };
    await expect(
      fixture.auth.signInWithPassword({ email: "a\0b@example.org", password: "x" }, client),
    ).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  test.each([
    [
      "without an email address or phone number",
      { password: "x" },
      400,
      "validation_failed",
      "missing email or phone",
    ],
    [
      "with both an email address and a phone number",
      { email: "a@b.c", phone: "47", password: "x" },
      400,
      "validation_failed",
      /Only/,
    ],
    [
      "with a phone number while phone numbers are off",
      { phone: "4712345678", password: "x" },
      422,
      "phone_provider_disabled",
      /Phone/,
    ],
    [
      "for an unknown email address",
      { email: "x@y.z", password: "x" },
      400,
      "invalid_credentials",
      /^Invalid login/,
    ],
  ])("%s", async (_what, body, status, code, message) => {
    const response = await signIn(body);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ error_code: code, msg: expect.stringMatching(message) });
  });

  test("with a wrong or missing password, or for an account without one, with the same error", async () => {
    const { email, session } = await fixture.register();
    const responses = [await signIn({ email, password: "wrong" }), await signIn({ email })];
    await fixture.database.pool.query("update auth.users set encrypted_password = null where id = $1", [
      session.user.id,
    ]);
    responses.push(
      await signIn({ email, password: "secret" }),
      await signIn({ email: "n@o.pe", password: "x" }),
    );
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    expect(responses[0]?.body).toMatchObject({ code: 400, error_code: "invalid_credentials" });
  });

  test("during a suspension, but not after it", async () => {
    const { email, password, session } = await fixture.register();
    await fixture.database.pool.query("update auth.users set banned_until = $2 where id = $1", [
      session.user.id,
      new Date(fixture.clock.now().getTime() + 60_000),
    ]);
    expect((await signIn({ email, password })).body).toMatchObject({ code: 400, error_code: "user_banned" });
    fixture.clock.advance(61);
    expect((await signIn({ email, password })).status).toBe(200);
  });

  test("as unconfirmed only if the password is right", async () => {
    const { email, password, session } = await fixture.register();
    await fixture.database.pool.query("update auth.users set email_confirmed_at = null where id = $1", [
      session.user.id,
    ]);
    expect((await signIn({ email, password: "wrong" })).body.error_code).toBe("invalid_credentials");
    expect((await signIn({ email, password })).body).toMatchObject({
      code: 400,
      error_code: "email_not_confirmed",
    });
  });

  test("for a deleted account", async () => {
    const { email, password, session } = await fixture.register();
    await fixture.database.pool.query("update auth.users set deleted_at = now() where id = $1", [
      session.user.id,
    ]);
    expect((await signIn({ email, password })).body.error_code).toBe("invalid_credentials");
  });

  test.each(["", "?grant_type=", "?grant_type=implicit", "?grant_type=constructor"])(
    "with an unknown grant: %s",
    async (query) => {
      const response = await fixture.call("POST", `/token${query}`, { body: {} });
      expect(response.body).toEqual({
        code: 400,
        error_code: "invalid_credentials",
        msg: "unsupported_grant_type",
      });
    },
  );
});
