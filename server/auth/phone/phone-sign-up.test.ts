import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPhoneFixture, matchAuthError, type PhoneFixture } from "./phone.fixture.ts";

let fixture: PhoneFixture["fixture"];
let autoconfirmFixture: PhoneFixture["autoconfirmFixture"];
let newPhone: PhoneFixture["newPhone"];
let getLastCode: PhoneFixture["getLastCode"];
let createConfirmedUser: PhoneFixture["createConfirmedUser"];
beforeAll(async () => {
  ({ fixture, autoconfirmFixture, newPhone, getLastCode, createConfirmedUser } = await createPhoneFixture());
});
afterAll(() => fixture.end());

describe("a sign-up by phone", () => {
  test("texts a code, which confirms the number and signs in", async () => {
    const client = fixture.client();
    const phone = newPhone();
    const { data, error } = await client.signUp({
      phone: `+${phone.slice(0, 2)} ${phone.slice(2)}`,
      password: "a good secret",
      options: { data: { username: "By Number" } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      phone,
      email: "",
      app_metadata: { provider: "phone", providers: ["phone"] },
      user_metadata: { phone, phone_verified: false, username: "By Number" },
      confirmation_sent_at: expect.any(String),
    });
    const earlySignIn = await client.signInWithPassword({ phone, password: "a good secret" });
    expect(earlySignIn.error).toMatchObject({
      status: 400,
      code: "phone_not_confirmed",
      message: "Phone not confirmed",
    });

    const verification = await client.verifyOtp({ phone, token: await getLastCode(phone), type: "sms" });
    expect(verification.error).toBeNull();
    expect(verification.data.user).toMatchObject({
      id: data.user?.id,
      phone,
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      user_metadata: { phone_verified: true, username: "By Number" },
      identities: [
        { provider: "phone", identity_data: { phone, phone_verified: true, email_verified: false } },
      ],
    });
    expect(verification.data.user).not.toHaveProperty("email_confirmed_at");
    const claims = JSON.parse(
      Buffer.from(verification.data.session?.access_token.split(".")[1] ?? "", "base64url").toString(),
    );
    expect(claims).toMatchObject({ phone, email: "", amr: [{ method: "otp" }] });
    expect(
      (await client.signInWithPassword({ phone: `+${phone}`, password: "a good secret" })).error,
    ).toBeNull();
  });

  test("returns the same response for new, unconfirmed and confirmed numbers, and leaves a confirmed account unchanged", async () => {
    const existingUser = await createConfirmedUser();
    const unusedPhone = newPhone();
    const removeVariableParts = ({
      id: _,
      created_at: _c,
      updated_at: _u,
      confirmation_sent_at: _s,
      ...user
    }: Record<string, unknown>) =>
      JSON.stringify(user)
        .replaceAll(existingUser.phone, "N")
        .replaceAll(unusedPhone, "N")
        .replace(/"sub":"[^"]+"/, "");
    const responses = [];
    for (const phone of [unusedPhone, unusedPhone, existingUser.phone])
      responses.push(
        (await fixture.call("POST", "/signup", { body: { phone, password: "another secret" } })).body,
      );
    expect(new Set(responses.map(removeVariableParts)).size).toBe(1);
    expect(await fixture.listMessagesTo(unusedPhone)).toHaveLength(2);
    expect(await fixture.listMessagesTo(existingUser.phone)).toHaveLength(1);
    const signIn = (password: string) =>
      fixture.call("POST", "/token?grant_type=password", { body: { phone: existingUser.phone, password } });
    expect((await signIn("another secret")).body).toEqual(matchAuthError(400, "invalid_credentials"));
    expect((await signIn(existingUser.password)).status).toBe(200);
  });

  test("with auto-confirm starts a session immediately, and refuses a known number", async () => {
    const phone = newPhone();
    const { data, error } = await autoconfirmFixture.client().signUp({ phone, password: "a good secret" });
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    expect(await fixture.listMessagesTo(phone)).toEqual([]);
    const duplicateResponse = await autoconfirmFixture.call("POST", "/signup", {
      body: { phone, password: "a good secret" },
    });
    expect(duplicateResponse.body).toEqual(
      matchAuthError(422, "user_already_exists", "User already registered"),
    );
  });

  test.each([
    ["an invalid number", { phone: "abc" }, "Invalid phone number format (E.164 required)"],
    [
      "a number that is too long",
      { phone: "+1234567890123456" },
      "Invalid phone number format (E.164 required)",
    ],
    ["a number that starts with 0", { phone: "0151 1" }, "Invalid phone number format (E.164 required)"],
    [
      "an unknown channel",
      { channel: "pigeon" },
      "Invalid channel, supported values are 'sms' or 'whatsapp'",
    ],
    [
      "an email address as well",
      { email: "a@example.org" },
      "Only an email address or phone number should be provided on signup.",
    ],
    [
      "a PKCE challenge",
      { code_challenge: "x".repeat(43), code_challenge_method: "s256" },
      "PKCE not supported for phone signups",
    ],
  ])("with %s is refused", async (_what, extraFields, message) => {
    const body = { phone: newPhone(), password: "a good secret", ...extraFields };
    const response = await fixture.call("POST", "/signup", { body });
    expect(response.status).toBe(400);
    expect(response.body).toEqual(matchAuthError(400, "validation_failed", message));
  });

  test("with the WhatsApp channel queues a WhatsApp message", async () => {
    const phone = newPhone();
    await fixture.call("POST", "/signup", {
      body: { phone, password: "a good secret", channel: "whatsapp" },
    });
    const { rows } = await fixture.database.pool.query(
      "select channel from email.outbox where recipient = $1",
      [phone],
    );
    expect(rows).toEqual([{ channel: "whatsapp" }]);
  });
});
