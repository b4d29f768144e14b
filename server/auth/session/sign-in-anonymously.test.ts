import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

/** Two fixtures on one database: `fixture` confirms email addresses; `guestSite` doesn't, but allows guests. */
let fixture: AuthFixture;
let guestSite: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { autoconfirm: false, emailSpacingSeconds: 0 } });
  guestSite = await createAuthFixture({
    database: fixture.database,
    auth: { emailSpacingSeconds: 0, anonymous: true },
  });
});
afterAll(() => fixture.end());

const verify = (email: string, code: string) =>
  fixture.call("POST", "/verify", { body: { type: "email_change", email, token: code } });

describe("a guest", () => {
  const signInAnonymously = async () => {
    const client = guestSite.client();
    const { data, error } = await client.signInAnonymously({ options: { data: { city: "Oslo" } } });
    expect(error).toBeNull();
    return { client, data };
  };

  test("can't get a reserved name", async () => {
    const { error } = await guestSite
      .client()
      .signInAnonymously({ options: { data: { username: "service_role" } } });
    expect(error?.code).toBe("username_invalid");
  });

  test("has a session, a profile, the given data and no identities", async () => {
    const { client, data } = await signInAnonymously();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: "",
      user_metadata: { city: "Oslo" },
      identities: [],
      app_metadata: {},
    });
    expect(Object.keys(data.user?.user_metadata ?? {})).toEqual(["city"]);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: "anonymous" }] });
    expect((await client.refreshSession()).error).toBeNull();
    const { rows } = await guestSite.database.pool.query(
      "select username from public.profiles where id = $1",
      [data.user?.id],
    );
    expect(rows).toEqual([{ username: expect.stringMatching(/^member_/) }]);
  });

  test("with auto-confirm, becomes a full member by adding an email address and a password, but can't set only a password", async () => {
    const { client, data } = await signInAnonymously();
    const refusedResult = await client.updateUser({ password: "a fine secret" });
    expect(refusedResult.error).toMatchObject({ status: 422, code: "validation_failed" });
    const email = `upgraded${data.user?.id}@example.org`;
    const upgradeResult = await client.updateUser({ email, password: "a fine secret" });
    expect(upgradeResult.data.user).toMatchObject({
      id: data.user?.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      identities: [{ provider: "email", email }],
    });
    expect(
      (await guestSite.client().signInWithPassword({ email, password: "a fine secret" })).error,
    ).toBeNull();
  });

  test("becomes a member after confirming the new email address if auto-confirm is off", async () => {
    const { data } = await signInAnonymously();
    const token = data.session?.access_token ?? "";
    const email = `confirmed${data.user?.id}@example.org`;
    const response = await fixture.call("PUT", "/user", { token, body: { email } });
    expect(response.body).toMatchObject({ is_anonymous: true, email: "", new_email: email });
    const { body } = await verify(email, (await fixture.getLastMessageTo(email)).code);
    expect(body.user).toMatchObject({ id: data.user?.id, is_anonymous: false, email });
  });

  test("is refused if guests are not allowed or sign-up is closed", async () => {
    expect((await fixture.client().signInAnonymously()).error).toMatchObject({
      status: 422,
      code: "anonymous_provider_disabled",
    });
    const closedSite = await createAuthFixture({
      database: fixture.database,
      auth: { anonymous: true, disableSignup: true },
    });
    expect((await closedSite.client().signInAnonymously()).error?.code).toBe("signup_disabled");
    expect((await guestSite.call("GET", "/settings")).body.external.anonymous_users).toBe(true);
  });

  test("is refused after thirty guest sign-ins per hour from one IP address", async () => {
    const limitedSite = await createAuthFixture({
      database: fixture.database,
      auth: { anonymous: true, rateLimits: true },
    });
    const buildHeaders = (ip: string) => ({ "x-forwarded-for": ip });
    await limitedSite.call("POST", "/signup", { body: {}, headers: buildHeaders("198.51.100.9") });
    const { rowCount } = await fixture.database.pool.query(
      "update auth.rate_limits set points = 30 where key like 'auth.anonymous:%'",
    );
    expect(rowCount).toBe(1);
    const refusedResponse = await limitedSite.call("POST", "/signup", {
      body: {},
      headers: buildHeaders("198.51.100.9"),
    });
    expect(refusedResponse.body).toMatchObject({ code: 429, error_code: "over_request_rate_limit" });
    const otherIpResponse = await limitedSite.call("POST", "/signup", {
      body: {},
      headers: buildHeaders("198.51.100.10"),
    });
    expect(otherIpResponse.body.user.is_anonymous).toBe(true);
  });
});
