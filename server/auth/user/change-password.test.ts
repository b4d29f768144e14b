import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
let strictSite: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { reauthentication: true, emailSpacingSeconds: 0 } });
  strictSite = await createAuthFixture({
    database: fixture.database,
    auth: { requireCurrentPassword: true, emailSpacingSeconds: 0 },
  });
});
afterAll(() => fixture.end());

const SECONDS_PER_DAY = 24 * 60 * 60;
const put = (site: AuthFixture, token: string, body: Record<string, unknown>) =>
  site.call("PUT", "/user", { token, body });
const requestNonce = async (token: string, email: string) => {
  const { status, body } = await fixture.call("GET", "/reauthenticate", { token });
  expect([status, body]).toEqual([200, {}]);
  const { kind, code, link } = await fixture.getLastMessageTo(email);
  expect([kind, link]).toEqual(["reauthentication", ""]);
  return code;
};

/** Registers a member and signs them in to a session that is over a day old but still has a valid token. */
async function signInLongAgo() {
  const { email, password } = await fixture.register();
  const client = fixture.client();
  const { data } = await client.signInWithPassword({ email, password });
  await fixture.database.pool.query(
    "update auth.sessions set created_at = created_at - make_interval(secs => $2) where user_id = $1",
    [data.user?.id, SECONDS_PER_DAY + 60],
  );
  return { client, email, password, token: data.session?.access_token ?? "" };
}

describe("setting a password", () => {
  test("requires an emailed code in a session over a day old", async () => {
    const { token, email, password } = await signInLongAgo();
    const response = await put(fixture, token, { password: "a fine secret" });
    expect(response.body).toEqual({
      code: 400,
      error_code: "reauthentication_needed",
      msg: "Password update requires reauthentication",
    });
    expect((await fixture.client().signInWithPassword({ email, password })).error).toBeNull();
  });

  test("accepts the right code once", async () => {
    const { client, email, token } = await signInLongAgo();
    expect((await client.reauthenticate()).error).toBeNull();
    const { code } = await fixture.getLastMessageTo(email);
    const { data, error } = await client.updateUser({ password: "a fine secret", nonce: code });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const repeatedResponse = await put(fixture, token, { password: "another fine secret", nonce: code });
    expect(repeatedResponse.body).toMatchObject({ code: 422, error_code: "reauthentication_not_valid" });
  });

  test("refuses a wrong code and counts it, and refuses an expired one", async () => {
    const { email, token } = await signInLongAgo();
    const code = await requestNonce(token, email);
    const wrongCode = code === "000000" ? "000001" : "000000";
    const refusedResponse = await put(fixture, token, { password: "a fine secret", nonce: wrongCode });
    expect(refusedResponse.body).toEqual({
      code: 422,
      error_code: "reauthentication_not_valid",
      msg: "Nonce has expired or is invalid",
    });
    const { rows } = await fixture.database.pool.query(
      "select wrong_attempts from auth.one_time_tokens where address = $1 and kind = 'reauthentication'",
      [email],
    );
    expect(rows).toEqual([{ wrong_attempts: 1 }]);
    await fixture.database.pool.query(
      "update auth.one_time_tokens set expires_at = now() - interval '1 minute' where address = $1",
      [email],
    );
    const lateResponse = await put(fixture, token, { password: "a fine secret", nonce: code });
    expect(lateResponse.body.error_code).toBe("reauthentication_not_valid");
  });

  test("requires a code that can't be used to sign in", async () => {
    const { email, token } = await signInLongAgo();
    const code = await requestNonce(token, email);
    for (const type of ["email", "recovery", "magiclink", "signup", "reauthentication"]) {
      const { body } = await fixture.call("POST", "/verify", { body: { type, email, token: code } });
      expect(body.error_code).toBe("otp_expired");
    }
  });

  test("requires no code in a fresh session", async () => {
    const { session } = await fixture.register();
    expect((await put(fixture, session.access_token, { password: "a fine secret" })).status).toBe(200);
  });
});

describe("/reauthenticate is refused", () => {
  test("without an email address, with an unconfirmed one, and too soon after another request", async () => {
    const guestSite = await createAuthFixture({ database: fixture.database, auth: { anonymous: true } });
    const { data } = await guestSite.client().signInAnonymously();
    const responseWithoutAddress = await guestSite.call("GET", "/reauthenticate", {
      token: data.session?.access_token,
    });
    expect(responseWithoutAddress.body).toMatchObject({ code: 400, error_code: "validation_failed" });

    const { session } = await fixture.register();
    const token = session.access_token;
    expect((await guestSite.call("GET", "/reauthenticate", { token })).status).toBe(200);
    const secondResponse = await guestSite.call("GET", "/reauthenticate", { token });
    expect(secondResponse.body).toMatchObject({ code: 429, error_code: "over_email_send_rate_limit" });

    await fixture.database.pool.query("update auth.users set email_confirmed_at = null where id = $1", [
      session.user.id,
    ]);
    const unconfirmedResponse = await guestSite.call("GET", "/reauthenticate", { token });
    expect(unconfirmedResponse.body).toMatchObject({ code: 422, error_code: "email_not_confirmed" });
  });
});

describe("where the current password is required", () => {
  const registerMember = async () => {
    const user = { ...strictSite.newUser(), password: "long enough 1" };
    const session = await strictSite.auth.signUp(
      { ...user, email: `strict.${user.email}`, username: `Strict ${user.username}` },
      { ip: "203.0.113.9", userAgent: null },
    );
    return {
      email: `strict.${user.email}`,
      password: user.password,
      token: session.access_token,
    };
  };

  test("a new password requires the current one, which must be correct", async () => {
    const { token, password } = await registerMember();
    const newPassword = "a fine secret 2";
    expect((await put(strictSite, token, { password: newPassword })).body).toMatchObject({
      code: 400,
      error_code: "current_password_required",
    });
    expect(
      (await put(strictSite, token, { password: newPassword, current_password: "wrong" })).body,
    ).toMatchObject({
      code: 400,
      error_code: "current_password_invalid",
    });
    expect((await put(strictSite, token, { password: newPassword, current_password: password })).status).toBe(
      200,
    );
  });

  test("signing in by email makes the current password unnecessary", async () => {
    const { email } = await registerMember();
    await strictSite.call("POST", "/recover", { body: { email } });
    const client = strictSite.client();
    await client.verifyOtp({
      email,
      token: (await strictSite.getLastMessageTo(email)).code,
      type: "recovery",
    });
    expect((await client.updateUser({ password: "a fine secret 3" })).error).toBeNull();
  });

  test("wrong passwords count toward the sign-in limit", async () => {
    const { email, token } = await registerMember();
    const limitedSite = await createAuthFixture({
      database: fixture.database,
      auth: { requireCurrentPassword: true, rateLimits: true },
    });
    const headers = { "x-forwarded-for": "198.51.100.40" };
    const responses = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      responses.push(
        await limitedSite.call("PUT", "/user", {
          token,
          headers,
          body: { password: "a fine secret 4", current_password: "wrong" },
        }),
      );
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
    const signInResponse = await limitedSite.call("POST", "/token?grant_type=password", {
      headers,
      body: { email, password: "long enough 1" },
    });
    expect(signInResponse.status).toBe(429);
  });
});

test("a new password invalidates a pending recovery code and its link", async () => {
  const { session, email } = await fixture.register();
  await fixture.call("POST", "/recover", { body: { email } });
  const { code, linkToken } = await fixture.getLastMessageTo(email);
  await put(fixture, session.access_token, { password: "a fine secret" });
  for (const body of [
    { type: "recovery", email, token: code },
    { type: "recovery", token_hash: linkToken },
  ])
    expect((await fixture.call("POST", "/verify", { body })).body.error_code).toBe("otp_expired");
});
