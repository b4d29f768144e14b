import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthFixture } from "../testing.ts";
import { createPhoneFixture, matchAuthError, type PhoneFixture } from "./phone.fixture.ts";

let fixture: PhoneFixture["fixture"];
let autoconfirmFixture: PhoneFixture["autoconfirmFixture"];
let disabledFixture: PhoneFixture["disabledFixture"];
let newPhone: PhoneFixture["newPhone"];
let getLastCode: PhoneFixture["getLastCode"];
let createConfirmedUser: PhoneFixture["createConfirmedUser"];
beforeAll(async () => {
  ({ fixture, autoconfirmFixture, disabledFixture, newPhone, getLastCode, createConfirmedUser } =
    await createPhoneFixture());
});
afterAll(() => fixture.end());

describe("a code by text message", () => {
  test("signs in, and creates an account for a new number", async () => {
    const client = fixture.client();
    const phone = newPhone();
    for (const _phoneState of ["new", "known"]) {
      expect((await client.signInWithOtp({ phone })).error).toBeNull();
      const { data, error } = await client.verifyOtp({ phone, token: await getLastCode(phone), type: "sms" });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    }
    const { rows } = await fixture.database.pool.query(
      "select count(*)::int as n from auth.users where phone = $1",
      [phone],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test("isn't sent to an unknown number if the client forbids new accounts, and with auto-confirm the request is refused", async () => {
    const phone = newPhone();
    const body = { phone, create_user: false };
    expect(await fixture.call("POST", "/otp", { body })).toMatchObject({ status: 200, body: {} });
    expect(await fixture.listMessagesTo(phone)).toEqual([]);
    expect((await autoconfirmFixture.call("POST", "/otp", { body })).body).toEqual(
      matchAuthError(422, "otp_disabled", "Signups not allowed for otp"),
    );
  });

  test("works once, for a minute, until there is a newer one, and for no other purpose", async () => {
    const { phone } = await createConfirmedUser();
    const requestCode = () => fixture.call("POST", "/otp", { body: { phone } });
    const verify = (token: string, extraFields = {}) =>
      fixture.call("POST", "/verify", { body: { type: "sms", phone, token, ...extraFields } });
    const expiredError = matchAuthError(403, "otp_expired", "Token has expired or is invalid");

    await requestCode();
    const olderCode = await getLastCode(phone);
    await requestCode();
    const newerCode = await getLastCode(phone);
    if (olderCode !== newerCode) expect((await verify(olderCode)).body).toEqual(expiredError);
    for (const type of ["phone_change", "signup", "magiclink", "nonsense"])
      expect((await verify(newerCode, { type })).body).toEqual(expiredError);
    expect((await verify(newerCode)).status).toBe(200);
    expect((await verify(newerCode)).body).toEqual(expiredError);

    await requestCode();
    const lateCode = await getLastCode(phone);
    fixture.clock.advance(61);
    expect((await verify(lateCode)).body).toEqual(expiredError);
  });

  test("is invalid after twenty wrong attempts", async () => {
    const { phone } = await createConfirmedUser();
    await fixture.call("POST", "/otp", { body: { phone } });
    const rightCode = await getLastCode(phone);
    const wrongCode = rightCode === "000000" ? "000001" : "000000";
    const verify = (token: string) =>
      fixture.call("POST", "/verify", { body: { type: "sms", phone, token } });
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await verify(wrongCode)).status).toBe(403);
    expect((await verify(rightCode)).status).toBe(403);
  });

  test("signs in once if used several times in parallel", async () => {
    const { phone } = await createConfirmedUser();
    await fixture.call("POST", "/otp", { body: { phone } });
    const body = { type: "sms", phone, token: await getLastCode(phone) };
    const responses = await Promise.all([1, 2, 3, 4].map(() => fixture.call("POST", "/verify", { body })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  });

  test("can't be used as a link's token", async () => {
    const phone = newPhone();
    await fixture.call("POST", "/otp", { body: { phone } });
    const body = { type: "sms", token_hash: await getLastCode(phone) };
    expect((await fixture.call("POST", "/verify", { body })).body).toEqual(
      matchAuthError(400, "validation_failed"),
    );
  });

  test("is refused for a suspended member, and so is their password", async () => {
    const { phone, session } = await createConfirmedUser();
    await fixture.call("POST", "/otp", { body: { phone } });
    await fixture.database.pool.query(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [session.user.id],
    );
    const body = { type: "sms", phone, token: await getLastCode(phone) };
    expect((await fixture.call("POST", "/verify", { body })).body).toEqual(
      matchAuthError(403, "user_banned"),
    );
    const grant = { phone, password: "a good secret" };
    expect((await fixture.call("POST", "/token?grant_type=password", { body: grant })).body).toEqual(
      matchAuthError(400, "user_banned"),
    );
  });

  test("can be resent while pending, and the response doesn't reveal whether the number is known", async () => {
    const pendingPhone = newPhone();
    await fixture.call("POST", "/signup", { body: { phone: pendingPhone, password: "a good secret" } });
    const existingUser = await createConfirmedUser();
    const unknownPhone = newPhone();
    for (const phone of [pendingPhone, existingUser.phone, unknownPhone])
      expect(await fixture.call("POST", "/resend", { body: { type: "sms", phone } })).toMatchObject({
        status: 200,
        body: {},
      });
    expect(await fixture.listMessagesTo(pendingPhone)).toHaveLength(2);
    expect(await fixture.listMessagesTo(existingUser.phone)).toHaveLength(1);
    expect(await fixture.listMessagesTo(unknownPhone)).toEqual([]);
    const body = { type: "sms", phone: pendingPhone, token: await getLastCode(pendingPhone) };
    expect((await fixture.call("POST", "/verify", { body })).status).toBe(200);
  });
});

describe("the minimum time between text messages", () => {
  test("allows one message per minute for each number, known or not", async () => {
    const spacedSite = await createAuthFixture({ database: fixture.database, auth: { phone: true } });
    const existingUser = await createConfirmedUser();
    for (const phone of [existingUser.phone, newPhone()]) {
      const requestCode = () => spacedSite.call("POST", "/otp", { body: { phone } });
      const responses = await Promise.all([requestCode(), requestCode(), requestCode()]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
      expect((await requestCode()).body).toEqual({
        code: 429,
        error_code: "over_sms_send_rate_limit",
        msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
      });
      spacedSite.clock.advance(61);
      expect((await requestCode()).status).toBe(200);
    }
  });
});

test("while phone numbers are off, sign-up, sign-in and requests for codes refuse them, but a pending code still works", async () => {
  const { phone, password } = await createConfirmedUser();
  await fixture.call("POST", "/otp", { body: { phone } });
  const call = async (path: string, body: object) =>
    (await disabledFixture.call("POST", path, { body })).body;
  const matchDisabledError = (status: number, message: string) =>
    matchAuthError(status, "phone_provider_disabled", message);
  expect(await call("/signup", { phone, password })).toEqual(
    matchDisabledError(400, "Phone signups are disabled"),
  );
  expect(await call("/token?grant_type=password", { phone, password })).toEqual(
    matchDisabledError(422, "Phone logins are disabled"),
  );
  expect(await call("/otp", { phone })).toEqual(matchDisabledError(400, "Unsupported phone provider"));
  expect(await call("/resend", { type: "sms", phone })).toEqual(
    matchDisabledError(400, "Unsupported phone provider"),
  );
  expect(await call("/verify", { type: "sms", phone, token: await getLastCode(phone) })).toHaveProperty(
    "access_token",
  );
});

test("the settings show whether phone numbers are on", async () => {
  expect((await fixture.call("GET", "/settings")).body).toMatchObject({
    external: { phone: true },
    phone_autoconfirm: false,
    sms_provider: "gateway",
  });
  expect((await autoconfirmFixture.call("GET", "/settings")).body).toMatchObject({ phone_autoconfirm: true });
  expect((await disabledFixture.call("GET", "/settings")).body).toMatchObject({
    external: { phone: false },
    sms_provider: "",
  });
});
