import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
let strictSite: AuthFixture;
beforeAll(async () => {
  const auth = { phone: true, smsSpacingSeconds: 0, emailSpacingSeconds: 0, anonymous: true };
  fixture = await createAuthFixture({ auth });
  strictSite = await createAuthFixture({
    database: fixture.database,
    auth: { ...auth, reauthentication: true },
  });
});
afterAll(() => fixture.end());

let phoneCount = 0;
const newPhone = () => {
  phoneCount += 1;
  return `33600000${String(phoneCount).padStart(4, "0")}`;
};
const getLastCode = async (phone: string) => (await fixture.getLastMessageTo(phone)).code;
const put = (body: object, token: string) => fixture.call("PUT", "/user", { body, token });
const confirmPhone = async (phone: string, type = "phone_change") =>
  fixture.call("POST", "/verify", { body: { type, phone, token: await getLastCode(phone) } });
const matchRefusal = (status: number, code: string) =>
  expect.objectContaining({ code: status, error_code: code });

describe("a member's new phone number", () => {
  test("takes effect once it is confirmed with its code, and can then be used to sign in", async () => {
    const { email, password, session } = await fixture.register();
    const phone = newPhone();
    const response = await put({ phone: `+${phone}` }, session.access_token);
    expect(response).toMatchObject({
      status: 200,
      body: { phone: "", new_phone: phone, phone_change_sent_at: expect.any(String), email },
    });
    const verification = await confirmPhone(phone);
    expect(verification.status).toBe(200);
    expect(verification.body.user).toMatchObject({
      phone,
      email,
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: "email", providers: ["email", "phone"] },
    });
    expect(verification.body.user).not.toHaveProperty("new_phone");
    expect(verification.body.user.identities.map(({ provider }: { provider: string }) => provider)).toEqual([
      "email",
      "phone",
    ]);
    expect((await fixture.client().signInWithPassword({ phone, password })).error).toBeNull();
    // Setting the same number again isn't a change.
    expect((await put({ phone }, session.access_token)).body).not.toHaveProperty("new_phone");
  });

  test("replaces a pending one and invalidates its code", async () => {
    const { session } = await fixture.register();
    const [firstPhone, secondPhone] = [newPhone(), newPhone()];
    await put({ phone: firstPhone }, session.access_token);
    await put({ phone: secondPhone }, session.access_token);
    expect((await confirmPhone(firstPhone)).body).toEqual(matchRefusal(403, "otp_expired"));
    expect((await confirmPhone(secondPhone)).body.user.phone).toBe(secondPhone);
  });

  test("gets another code on request", async () => {
    const { session } = await fixture.register();
    const firstPhone = newPhone();
    await put({ phone: firstPhone }, session.access_token);
    await confirmPhone(firstPhone);
    const nextPhone = newPhone();
    await put({ phone: nextPhone }, session.access_token);
    const body = { type: "phone_change", phone: firstPhone };
    expect(await fixture.call("POST", "/resend", { body })).toMatchObject({ status: 200, body: {} });
    expect(await fixture.listMessagesTo(nextPhone)).toHaveLength(2);
    expect((await confirmPhone(nextPhone)).body.user.phone).toBe(nextPhone);
  });

  test("can be set together with a new email address", async () => {
    const { session } = await fixture.register();
    const phone = newPhone();
    const response = await put({ phone, email: "both@example.org" }, session.access_token);
    expect(response.body).toMatchObject({ new_phone: phone, new_email: "both@example.org" });
    expect((await confirmPhone(phone)).body.user).toMatchObject({ phone, new_email: "both@example.org" });
  });

  test("is refused if it is taken, even if it was free when it was requested", async () => {
    const firstMember = await fixture.register();
    const secondMember = await fixture.register();
    const phone = newPhone();
    await put({ phone }, firstMember.session.access_token);
    await put({ phone }, secondMember.session.access_token);
    const codes = (await fixture.listMessagesTo(phone)).map(({ code }) => code);
    const responses = await Promise.all(
      codes.map((token) => fixture.call("POST", "/verify", { body: { type: "phone_change", phone, token } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(responses.find(({ status }) => status === 422)?.body).toEqual(matchRefusal(422, "phone_exists"));
    const thirdMember = await fixture.register();
    expect((await put({ phone }, thirdMember.session.access_token)).body).toEqual(
      matchRefusal(422, "phone_exists"),
    );
  });

  test("is refused if it or its channel is invalid, or while phone numbers are off", async () => {
    const { session } = await fixture.register();
    expect((await put({ phone: "12x" }, session.access_token)).body).toEqual(
      matchRefusal(400, "validation_failed"),
    );
    expect((await put({ phone: newPhone(), channel: "pigeon" }, session.access_token)).body).toEqual(
      matchRefusal(400, "validation_failed"),
    );
    const siteWithoutPhone = await createAuthFixture({ database: fixture.database });
    const response = await siteWithoutPhone.call("PUT", "/user", {
      body: { phone: newPhone() },
      token: session.access_token,
    });
    expect(response.body).toEqual(matchRefusal(400, "phone_provider_disabled"));
  });

  test("takes effect immediately if numbers need no confirmation", async () => {
    const autoconfirmFixture = await createAuthFixture({
      database: fixture.database,
      auth: { phone: true, smsAutoconfirm: true },
    });
    const { session } = await fixture.register();
    const phone = newPhone();
    const response = await autoconfirmFixture.call("PUT", "/user", {
      body: { phone },
      token: session.access_token,
    });
    expect(response.body).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    expect(await fixture.listMessagesTo(phone)).toEqual([]);
  });

  test("turns a guest into a member, who can then choose a password", async () => {
    const client = fixture.client();
    const { data } = await client.signInAnonymously();
    const token = data.session?.access_token ?? "";
    expect((await put({ password: "a good secret" }, token)).body).toEqual(
      matchRefusal(422, "validation_failed"),
    );
    const phone = newPhone();
    await put({ phone }, token);
    expect((await confirmPhone(phone)).body.user).toMatchObject({ is_anonymous: false, phone });
    expect((await put({ password: "a good secret" }, token)).status).toBe(200);
    expect(
      (await fixture.client().signInWithPassword({ phone, password: "a good secret" })).error,
    ).toBeNull();
  });
});

describe("reauthentication by phone", () => {
  const registerByPhone = async () => {
    const phone = newPhone();
    await strictSite.call("POST", "/signup", { body: { phone, password: "a good secret" } });
    return { phone, session: (await confirmPhone(phone, "sms")).body };
  };

  test("texts the nonce that a new password requires in an old session", async () => {
    const { phone, session } = await registerByPhone();
    await fixture.database.pool.query(
      "update auth.sessions set created_at = created_at - interval '25 hours'",
    );
    const change = (body: object) => strictSite.call("PUT", "/user", { body, token: session.access_token });
    expect((await change({ password: "another good one" })).body).toEqual(
      matchRefusal(400, "reauthentication_needed"),
    );
    const response = await strictSite.call("GET", "/reauthenticate", { token: session.access_token });
    expect(response).toMatchObject({ status: 200, body: {} });
    const nonce = await getLastCode(phone);
    expect((await change({ password: "another good one", nonce: "nonsense" })).body).toEqual(
      matchRefusal(422, "reauthentication_not_valid"),
    );
    expect((await change({ password: "another good one", nonce })).status).toBe(200);
  });

  test("requires a confirmed number", async () => {
    const { phone, session } = await registerByPhone();
    await fixture.database.pool.query("update auth.users set phone_confirmed_at = null where phone = $1", [
      phone,
    ]);
    const response = await strictSite.call("GET", "/reauthenticate", { token: session.access_token });
    expect(response.body).toEqual(matchRefusal(422, "phone_not_confirmed"));
  });
});

test("a user created by an administrator can sign in by phone", async () => {
  const { createServiceKey } = await import("../keys/create-service-key.ts");
  const adminSite = await createAuthFixture({
    database: fixture.database,
    auth: { phone: true, jwtSecret: "the operator's secret, long enough" },
  });
  const token = await createServiceKey("the operator's secret, long enough", { seconds: 60 });
  const phone = newPhone();
  const createResponse = await adminSite.call("POST", "/admin/users", {
    body: { phone: `+${phone}`, password: "a good secret", phone_confirm: true },
    token,
  });
  expect(createResponse.body).toMatchObject({ phone, phone_confirmed_at: expect.any(String), email: "" });
  const grant = { body: { phone, password: "a good secret" } };
  expect((await adminSite.call("POST", "/token?grant_type=password", grant)).status).toBe(200);
  const duplicateResponse = await adminSite.call("POST", "/admin/users", { body: { phone }, token });
  expect(duplicateResponse.body).toEqual(matchRefusal(422, "phone_exists"));
});
