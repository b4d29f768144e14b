import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "./keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "./testing.ts";

/** Tests refusals that several endpoints share (docs/auth-protocol.md). */

const SECRET = "a secret of at least thirty-two characters";
let fixture: AuthFixture;
let spacedSite: AuthFixture;
beforeAll(async () => {
  const auth = { jwtSecret: SECRET, autoconfirm: false, phone: true, anonymous: true };
  fixture = await createAuthFixture({ auth: { ...auth, emailSpacingSeconds: 0, smsSpacingSeconds: 0 } });
  spacedSite = await createAuthFixture({ database: fixture.database, auth });
});
afterAll(() => fixture.end());

const matchRefusal = (status: number, code: string) =>
  expect.objectContaining({ code: status, error_code: code });
let phoneCount = 0;
const newPhone = () => {
  phoneCount += 1;
  return `47900000${String(phoneCount).padStart(3, "0")}`;
};

/** Registers a member with an email address and a confirmed phone number. */
async function registerMember() {
  const { email, password } = fixture.newUser();
  const phone = newPhone();
  await fixture.call("POST", "/signup", { body: { email, password } });
  const { code } = await fixture.getLastMessageTo(email);
  const { body: session } = await fixture.call("POST", "/verify", {
    body: { type: "signup", email, token: code },
  });
  await fixture.call("PUT", "/user", { token: session.access_token, body: { phone } });
  const token = (await fixture.getLastMessageTo(phone)).code;
  await fixture.call("POST", "/verify", { body: { type: "phone_change", phone, token } });
  return { email, phone, password, session };
}

describe("a second message of the same kind within the minimum time is refused by", () => {
  const sendTwice = async (send: () => ReturnType<AuthFixture["call"]>) => {
    expect((await send()).status).toBe(200);
    return send();
  };

  test("POST /resend, for a sign-up and a phone number", async () => {
    const { email, password } = fixture.newUser();
    await fixture.call("POST", "/signup", { body: { email, password } });
    const emailResponse = await sendTwice(() =>
      spacedSite.call("POST", "/resend", { body: { type: "signup", email } }),
    );
    expect(emailResponse.body).toEqual(matchRefusal(429, "over_email_send_rate_limit"));
    const phone = newPhone();
    const textResponse = await sendTwice(() =>
      spacedSite.call("POST", "/resend", { body: { type: "sms", phone } }),
    );
    expect(textResponse.body).toEqual(matchRefusal(429, "over_sms_send_rate_limit"));
  });

  test("POST /signup with a phone number", async () => {
    const body = { phone: newPhone(), password: "a good secret" };
    const response = await sendTwice(() => spacedSite.call("POST", "/signup", { body }));
    expect(response.body).toEqual(matchRefusal(429, "over_sms_send_rate_limit"));
  });

  test("PUT /user with a new email address or phone number", async () => {
    const { session } = await registerMember();
    const change = (body: object) => () =>
      spacedSite.call("PUT", "/user", { token: session.access_token, body });
    const emailResponse = await sendTwice(change({ email: "elsewhere@example.org" }));
    expect(emailResponse.body).toEqual(matchRefusal(429, "over_email_send_rate_limit"));
    const textResponse = await sendTwice(change({ phone: newPhone() }));
    expect(textResponse.body).toEqual(matchRefusal(429, "over_sms_send_rate_limit"));
  });

  test("GET /reauthenticate for a user with only a phone number", async () => {
    const { session, email } = await registerMember();
    await fixture.database.pool.query("update auth.users set email = null where email = $1", [email]);
    const response = await sendTwice(() =>
      spacedSite.call("GET", "/reauthenticate", { token: session.access_token }),
    );
    expect(response.body).toEqual(matchRefusal(429, "over_sms_send_rate_limit"));
  });
});

test("POST /invite counts toward the site's hourly email limit, and requires email sign-in to be on", async () => {
  const token = await createServiceKey(SECRET);
  const auth = { jwtSecret: SECRET, autoconfirm: false };
  const lowLimitSite = await createAuthFixture({
    database: fixture.database,
    auth: { ...auth, rateLimits: true, emailsPerHour: 2 },
  });
  const invite = (site: AuthFixture) =>
    site.call("POST", "/invite", {
      token,
      body: { email: site.newUser().email.replace("@", ".i@") },
    });
  const responses = [await invite(lowLimitSite), await invite(lowLimitSite), await invite(lowLimitSite)];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(responses[2]?.body).toEqual(matchRefusal(429, "over_email_send_rate_limit"));
  const siteWithoutEmail = await createAuthFixture({
    database: fixture.database,
    auth: { ...auth, email: false },
  });
  expect((await invite(siteWithoutEmail)).body).toEqual(matchRefusal(400, "email_provider_disabled"));
});

test("GET /verify redirects a suspended member with the error user_banned", async () => {
  const { email } = await registerMember();
  await fixture.call("POST", "/recover", { body: { email } });
  await fixture.database.pool.query(
    "update auth.users set banned_until = now() + interval '1 day' where email = $1",
    [email],
  );
  const { status, location } = await fixture.follow((await fixture.getLastMessageTo(email)).link);
  const fragment = new URLSearchParams(location.hash.slice(1));
  expect([status, fragment.get("error"), fragment.get("error_code")]).toEqual([
    303,
    "access_denied",
    "user_banned",
  ]);
});

test("a refresh fails if its session ends while the refresh waits for a lock", async () => {
  const { session } = await registerMember();
  const client = await fixture.database.pool.connect();
  await client.query("begin");
  await client.query("delete from auth.sessions where user_id = $1", [session.user.id]);
  const body = { refresh_token: session.refresh_token };
  const pendingRefresh = fixture.call("POST", "/token?grant_type=refresh_token", { body });
  await expect
    .poll(async () => {
      const { rows } = await fixture.database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBe(1);
  await client.query("commit");
  client.release();
  expect((await pendingRefresh).body).toEqual({
    code: 400,
    error_code: "session_not_found",
    msg: "Invalid Refresh Token: No Valid Session Found",
  });
});

test.each([
  ["POST", "/factors"],
  ["POST", "/factors/00000000-0000-4000-8000-000000000000/challenge"],
  ["POST", "/factors/00000000-0000-4000-8000-000000000000/verify"],
  ["DELETE", "/factors/00000000-0000-4000-8000-000000000000"],
  ["POST", "/factors/recovery-codes"],
])("a guest can't have factors: %s %s", async (method, path) => {
  const { data } = await fixture.client().signInAnonymously();
  const response = await fixture.call(method, path, {
    token: data.session?.access_token,
    body: { factor_type: "totp", challenge_id: "x", code: "1" },
  });
  expect(response.body).toEqual(matchRefusal(403, "no_authorization"));
});
