import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

// One fixture for each kind of confirmation, on one database.
let fixture: AuthFixture;
let newAddressOnlySite: AuthFixture;
let autoconfirmSite: AuthFixture;
beforeAll(async () => {
  const auth = { autoconfirm: false, emailSpacingSeconds: 0 };
  fixture = await createAuthFixture({ auth });
  newAddressOnlySite = await createAuthFixture({
    database: fixture.database,
    auth: { ...auth, secureEmailChange: false },
  });
  autoconfirmSite = await createAuthFixture({
    database: fixture.database,
    auth: { emailSpacingSeconds: 0 },
  });
});
afterAll(() => fixture.end());

let changeCount = 0;
/** Registers a member and requests an email change for them. */
async function requestEmailChange(site: AuthFixture = fixture, fields: Record<string, unknown> = {}) {
  const { email, password, session } = await autoconfirmSite.register();
  changeCount += 1;
  const newEmail = `moved${changeCount}@example.org`;
  const token = session.access_token;
  const response = await site.call("PUT", "/user", {
    token,
    body: { email: newEmail.toUpperCase(), ...fields },
  });
  return { email, password, newEmail, token, response, id: session.user.id };
}
const verify = (email: string, code: string, site = fixture) =>
  site.call("POST", "/verify", { body: { type: "email_change", email, token: code } });
const fetchUser = async (token: string) => (await fixture.call("GET", "/user", { token })).body;

const PARTIAL_RESPONSE = {
  code: "200",
  msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
};

describe("an email change", () => {
  test("asks both addresses for confirmation; nothing changes yet", async () => {
    const { email, newEmail, response, token } = await requestEmailChange();
    expect(response.body).toMatchObject({
      email,
      new_email: newEmail,
      email_change_sent_at: expect.any(String),
    });
    expect((await fixture.getLastMessageTo(email)).kind).toBe("email_change_current");
    expect((await fixture.getLastMessageTo(newEmail)).kind).toBe("email_change_new");
    expect(await fetchUser(token)).toMatchObject({ email, new_email: newEmail });
  });

  test.each([
    ["the new one first", ["newEmail", "email"] as const],
    ["the current one first", ["email", "newEmail"] as const],
  ])("takes effect once both addresses have confirmed it, %s", async (_what, order) => {
    const change = await requestEmailChange();
    const [firstAddress, secondAddress] = order.map((name) => change[name]);
    const client = fixture.client();
    const partialResult = await client.verifyOtp({
      email: firstAddress ?? "",
      token: (await fixture.getLastMessageTo(firstAddress ?? "")).code,
      type: "email_change",
    });
    expect(partialResult).toMatchObject({ data: { user: null, session: null }, error: null });
    expect(await fetchUser(change.token)).toMatchObject({ email: change.email, new_email: change.newEmail });
    const completeResult = await client.verifyOtp({
      email: secondAddress ?? "",
      token: (await fixture.getLastMessageTo(secondAddress ?? "")).code,
      type: "email_change",
    });
    expect(completeResult.error).toBeNull();
    expect(completeResult.data.user).toMatchObject({
      id: change.id,
      email: change.newEmail,
      user_metadata: { email: change.newEmail, email_verified: true },
      identities: [{ provider: "email", email: change.newEmail }],
    });
    expect(completeResult.data.user).not.toHaveProperty("new_email");
    const { password, email, newEmail } = change;
    expect((await fixture.client().signInWithPassword({ email: newEmail, password })).error).toBeNull();
    expect((await fixture.client().signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
  });

  test("can't be completed with two confirmations from one address, not even with a resent email", async () => {
    const { email, newEmail, token } = await requestEmailChange();
    const firstResponse = await verify(email, (await fixture.getLastMessageTo(email)).code);
    expect(firstResponse.body).toEqual(PARTIAL_RESPONSE);
    await fixture.call("POST", "/resend", { body: { type: "email_change", email } });
    expect((await verify(email, (await fixture.getLastMessageTo(email)).code)).body).toEqual(
      PARTIAL_RESPONSE,
    );
    expect(await fetchUser(token)).toMatchObject({ email });
    expect((await verify(newEmail, (await fixture.getLastMessageTo(newEmail)).code)).body.user.email).toBe(
      newEmail,
    );
  });

  type EmailChange = Awaited<ReturnType<typeof requestEmailChange>>;
  test.each([
    [
      "started again",
      ({ token, newEmail }: EmailChange) =>
        fixture.call("PUT", "/user", { token, body: { email: newEmail } }),
    ],
    [
      "resent",
      ({ email }: EmailChange) => fixture.call("POST", "/resend", { body: { type: "email_change", email } }),
    ],
  ])("needs both confirmations again when it is %s", async (_what, restart) => {
    const change = await requestEmailChange();
    const { email, newEmail, token, id } = change;
    expect((await verify(email, (await fixture.getLastMessageTo(email)).code)).body).toEqual(
      PARTIAL_RESPONSE,
    );
    // Makes the earlier codes expire.
    await fixture.database.pool.query(
      "update auth.one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1",
      [id],
    );
    expect((await restart(change)).status).toBe(200);
    expect((await verify(newEmail, (await fixture.getLastMessageTo(newEmail)).code)).body).toEqual(
      PARTIAL_RESPONSE,
    );
    expect(await fetchUser(token)).toMatchObject({ email, new_email: newEmail });
    const { body } = await verify(email, (await fixture.getLastMessageTo(email)).code);
    expect(body.user.email).toBe(newEmail);
  });

  test("starts over with another new address", async () => {
    const { email, newEmail, token } = await requestEmailChange();
    const oldMessage = await fixture.getLastMessageTo(newEmail);
    await verify(email, (await fixture.getLastMessageTo(email)).code);
    const nextEmail = `next.${newEmail}`;
    await fixture.call("PUT", "/user", { token, body: { email: nextEmail } });
    expect((await verify(newEmail, oldMessage.code)).body.error_code).toBe("otp_expired");
    expect((await verify(nextEmail, (await fixture.getLastMessageTo(nextEmail)).code)).body).toEqual(
      PARTIAL_RESPONSE,
    );
    expect(await fetchUser(token)).toMatchObject({ email, new_email: nextEmail });
  });

  test("needs a confirmation only from the new address if secure email change is off", async () => {
    const { email, newEmail, password } = await requestEmailChange(newAddressOnlySite);
    expect(await newAddressOnlySite.listMessagesTo(email)).toEqual([]);
    const { body } = await verify(
      newEmail,
      (await newAddressOnlySite.getLastMessageTo(newEmail)).code,
      newAddressOnlySite,
    );
    expect(body.user.email).toBe(newEmail);
    expect(
      (await newAddressOnlySite.client().signInWithPassword({ email: newEmail, password })).error,
    ).toBeNull();
  });

  test("needs one confirmation even if sign-ups need none", async () => {
    const { email, newEmail, response } = await requestEmailChange(autoconfirmSite);
    expect(response.body).toMatchObject({ email, new_email: newEmail });
    const { body } = await verify(
      newEmail,
      (await autoconfirmSite.getLastMessageTo(newEmail)).code,
      autoconfirmSite,
    );
    expect(body.user.email).toBe(newEmail);
  });

  test("can't take an address that has been registered since", async () => {
    const { email, newEmail, token } = await requestEmailChange();
    await verify(email, (await fixture.getLastMessageTo(email)).code);
    await autoconfirmSite.call("POST", "/signup", { body: { email: newEmail, password: "green lamps 1" } });
    const { code, link } = await fixture.getLastMessageTo(newEmail);
    expect((await verify(newEmail, code)).body).toMatchObject({ code: 422, error_code: "email_exists" });
    const { location } = await fixture.follow(link);
    expect(location.hash).toContain("#error_code=email_exists");
    expect(await fetchUser(token)).toMatchObject({ email });
  });

  test("confirmed by both addresses simultaneously results in the new address and one session", async () => {
    const { email, newEmail, token } = await requestEmailChange();
    const [firstEmail, secondEmail] = [
      await fixture.getLastMessageTo(email),
      await fixture.getLastMessageTo(newEmail),
    ];
    const responses = await Promise.all([verify(email, firstEmail.code), verify(newEmail, secondEmail.code)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses.filter(({ body }) => body.access_token)).toHaveLength(1);
    expect(await fetchUser(token)).toMatchObject({ email: newEmail });
  });

  test("shows each confirmation on the page that its link opens", async () => {
    const { email, newEmail } = await requestEmailChange();
    const firstPage = await fixture.follow((await fixture.getLastMessageTo(email)).link);
    expect(firstPage.location.hash).toBe(
      "#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=",
    );
    const secondPage = await fixture.follow((await fixture.getLastMessageTo(newEmail)).link);
    expect(new URLSearchParams(secondPage.location.hash.slice(1)).get("type")).toBe("email_change");
  });

  test("with a PKCE challenge returns an auth code with the second confirmation", async () => {
    const verifier = "v".repeat(50);
    const { email, newEmail } = await requestEmailChange(fixture, {
      code_challenge: verifier,
      code_challenge_method: "plain",
    });
    const firstPage = await fixture.follow((await fixture.getLastMessageTo(newEmail)).link);
    expect(firstPage.location.searchParams.get("message")).toMatch(/^Confirmation link accepted/);
    const secondPage = await fixture.follow((await fixture.getLastMessageTo(email)).link);
    const { body } = await fixture.call("POST", "/token?grant_type=pkce", {
      body: { auth_code: secondPage.location.searchParams.get("code"), code_verifier: verifier },
    });
    expect(body.user.email).toBe(newEmail);
  });
});

test("resending an email change succeeds but sends nothing if none is pending or the email address is unknown", async () => {
  const { email } = await autoconfirmSite.register();
  for (const address of [email, "nobody.moves@example.org"]) {
    const response = await fixture.call("POST", "/resend", {
      body: { type: "email_change", email: address },
    });
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(await fixture.listMessagesTo(address)).toEqual([]);
  }
});

describe("an email change is refused", () => {
  test("if the email address is taken or invalid", async () => {
    const otherUser = await autoconfirmSite.register();
    const { session } = await autoconfirmSite.register();
    const put = (email: string) =>
      fixture.call("PUT", "/user", { token: session.access_token, body: { email } });
    expect((await put(otherUser.email)).body).toMatchObject({ code: 422, error_code: "email_exists" });
    expect((await put("nobody")).body).toMatchObject({ code: 400, error_code: "validation_failed" });
  });

  test("if it is requested too soon after another", async () => {
    const spacedSite = await createAuthFixture({ database: fixture.database, auth: { autoconfirm: false } });
    const { response, token } = await requestEmailChange(spacedSite);
    expect(response.status).toBe(200);
    const repeatedResponse = await spacedSite.call("PUT", "/user", {
      token,
      body: { email: "again@example.org" },
    });
    expect(repeatedResponse.body).toMatchObject({ code: 429, error_code: "over_email_send_rate_limit" });
    // Other changes don't have to wait.
    expect((await spacedSite.call("PUT", "/user", { token, body: { data: { city: "Oslo" } } })).status).toBe(
      200,
    );
  });
});
