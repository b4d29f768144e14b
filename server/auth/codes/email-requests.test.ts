import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createEmailFixtures, generateEmail, times } from "./email.fixture.ts";

let fixtures: Awaited<ReturnType<typeof createEmailFixtures>>;
let fixture: AuthFixture;
let autoconfirmFixture: AuthFixture;
beforeAll(async () => {
  fixtures = await createEmailFixtures();
  ({ fixture, autoconfirmFixture } = fixtures);
});
afterAll(() => fixture.end());

describe("/recover", () => {
  test("emails a code that signs in, after which the password can be changed", async () => {
    const { email, password } = await fixtures.createMember();
    const client = fixture.client();
    expect((await client.resetPasswordForEmail(email)).error).toBeNull();
    const { kind, code } = await fixture.getLastMessageTo(email);
    expect(kind).toBe("recovery");
    const { data, error } = await client.verifyOtp({ email, token: code, type: "recovery" });
    expect(error).toBeNull();
    expect(data.user?.recovery_sent_at).toEqual(expect.any(String));
    expect((await client.updateUser({ password: "quite another one" })).error).toBeNull();
    const { error: oldPasswordError } = await fixture.client().signInWithPassword({ email, password });
    expect(oldPasswordError?.code).toBe("invalid_credentials");
    const newSignIn = await fixture.client().signInWithPassword({ email, password: "quite another one" });
    expect(newSignIn.error).toBeNull();
  });

  test("signs in to an unconfirmed account, which confirms the address, but the earlier password doesn't work", async () => {
    const [email, password] = [generateEmail(), "a fine secret"];
    await fixture.call("POST", "/signup", { body: { email, password } });
    await fixture.call("POST", "/recover", { body: { email } });
    const { linkToken } = await fixture.getLastMessageTo(email);
    const { body } = await fixture.call("POST", "/verify", {
      body: { type: "recovery", token_hash: linkToken },
    });
    expect(body.user.email_confirmed_at).toEqual(expect.any(String));
    const { error } = await fixture.client().signInWithPassword({ email, password });
    expect(error?.code).toBe("invalid_credentials");
  });

  test("returns the same for an unknown address as for a known one", async () => {
    const { email } = await fixtures.createMember();
    const unknownEmail = generateEmail();
    const [knownResponse, unknownResponse] = [
      await fixture.call("POST", "/recover", { body: { email } }),
      await fixture.call("POST", "/recover", { body: { email: unknownEmail } }),
    ];
    expect([knownResponse.status, knownResponse.body]).toEqual([200, {}]);
    expect([unknownResponse.status, unknownResponse.body]).toEqual([200, {}]);
    expect(await fixture.listMessagesTo(unknownEmail)).toEqual([]);
    expect(await fixtures.listAccounts(unknownEmail)).toEqual([]);
  });

  test.each([
    [{}, 400, "validation_failed"],
    [{ email: null }, 400, "validation_failed"],
    [{ email: "nobody" }, 400, "validation_failed"],
    [{ email: "a@example.org", code_challenge: "x".repeat(43) }, 400, "validation_failed"],
    [{ email: 5 }, 400, "bad_json"],
  ])("refuses %j", async (body, status, code) => {
    const response = await fixture.call("POST", "/recover", { body });
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });
});

describe("/otp", () => {
  test("emails a known member a sign-in link", async () => {
    const { email } = await fixtures.createMember();
    const client = fixture.client();
    const { error } = await client.signInWithOtp({ email });
    expect(error).toBeNull();
    const { kind, code } = await fixture.getLastMessageTo(email);
    expect(kind).toBe("magic_link");
    const { data } = await client.verifyOtp({ email, token: code, type: "magiclink" });
    expect(data.user?.email).toBe(email);
    const claims = await client.getClaims();
    expect(claims.data?.claims.amr).toEqual([{ method: "otp", timestamp: expect.any(Number) }]);
  });

  test("creates an unconfirmed account for an unknown address", async () => {
    const email = generateEmail();
    const client = fixture.client();
    await client.signInWithOtp({ email, options: { data: { city: "Oslo", username: "Otto Pohl" } } });
    expect((await fixtures.listAccounts(email))[0]).toMatchObject({
      email_confirmed_at: null,
      encrypted_password: null,
    });
    const { kind, code } = await fixture.getLastMessageTo(email);
    expect(kind).toBe("confirmation");
    const { data } = await client.verifyOtp({ email, token: code, type: "email" });
    expect(data.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      user_metadata: { city: "Oslo", username: "Otto Pohl" },
    });
    const passwordlessSignIn = await fixture.client().signInWithPassword({ email, password: "" });
    expect(passwordlessSignIn.error).not.toBeNull();
  });

  test("with auto-confirm creates a confirmed account and emails a sign-in link", async () => {
    const email = generateEmail();
    await autoconfirmFixture.client().signInWithOtp({ email });
    expect((await fixtures.listAccounts(email))[0].email_confirmed_at).not.toBeNull();
    const { kind, code } = await autoconfirmFixture.getLastMessageTo(email);
    expect(kind).toBe("magic_link");
    expect(
      (await autoconfirmFixture.client().verifyOtp({ email, token: code, type: "email" })).error,
    ).toBeNull();
  });

  test("creates no account if the client or the site forbids it, and reveals that none exists only if sign-up reveals it too", async () => {
    const email = generateEmail();
    const body = { email, create_user: false };
    const refusal = await autoconfirmFixture.call("POST", "/otp", { body });
    expect(refusal.body).toEqual({
      code: 422,
      error_code: "otp_disabled",
      msg: "Signups not allowed for otp",
    });
    const hiddenRefusal = await fixture.call("POST", "/otp", { body });
    expect([hiddenRefusal.status, hiddenRefusal.body]).toEqual([200, {}]);

    const closedSettings = { disableSignup: true, emailSpacingSeconds: 0 };
    const closedAutoconfirmSite = await createAuthFixture({
      database: fixture.database,
      auth: closedSettings,
    });
    const closedConfirmationSite = await createAuthFixture({
      database: fixture.database,
      auth: { ...closedSettings, autoconfirm: false },
    });
    expect((await closedAutoconfirmSite.call("POST", "/otp", { body: { email } })).body).toMatchObject({
      code: 422,
      error_code: "signup_disabled",
    });
    expect((await closedConfirmationSite.call("POST", "/otp", { body: { email } })).body).toEqual({});
    expect(await fixtures.listAccounts(email)).toEqual([]);
    expect(await fixture.listMessagesTo(email)).toEqual([]);
  });

  test("creates one account when requested many times in parallel for one new address", async () => {
    const email = generateEmail();
    const responses = await times(8, () => fixture.call("POST", "/otp", { body: { email } }));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await fixtures.listAccounts(email)).toHaveLength(1);
  });

  test.each([
    ["no address or number", {}, 400, "validation_failed"],
    [
      "both an address and a number",
      { email: "a@example.org", phone: "4712345678" },
      400,
      "validation_failed",
    ],
    ["a channel with an address", { email: "a@example.org", channel: "sms" }, 400, "validation_failed"],
    ["a phone number", { phone: "4712345678", channel: "sms" }, 400, "phone_provider_disabled"],
    ["an invalid address", { email: "nobody" }, 400, "validation_failed"],
    ["a bad name", { email: "a@example.org", data: { username: "x" } }, 422, "username_invalid"],
    [
      "an incomplete challenge",
      { email: "a@example.org", code_challenge_method: "s256" },
      400,
      "validation_failed",
    ],
  ])("refuses %s", async (_label, body, status, code) => {
    const response = await fixture.call("POST", "/otp", { body });
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });
});
