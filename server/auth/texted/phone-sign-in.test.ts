import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
let quick: AuthFixture;
let closed: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { phone: true, smsSpacingSeconds: 0 } });
  const { database } = fixture;
  quick = await createAuthFixture({ database, auth: { phone: true, smsAutoconfirm: true } });
  closed = await createAuthFixture({ database });
});
afterAll(() => fixture.end());

let numbers = 0;
/** A number nobody else in this file has. */
const newPhone = () => {
  numbers += 1;
  return `49151000${String(numbers).padStart(5, "0")}`;
};
const codeTo = async (phone: string) => (await fixture.lastMailTo(phone)).code;
const refusal = (status: number, code: string, message?: string) =>
  expect.objectContaining({ code: status, error_code: code, ...(message ? { msg: message } : {}) });

/** Somebody who has signed up by number, and confirmed it. */
async function confirmed() {
  const phone = newPhone();
  const password = "a good secret";
  await fixture.call("POST", "/signup", { body: { phone, password } });
  const body = { type: "sms", phone, token: await codeTo(phone) };
  const { body: session } = await fixture.call("POST", "/verify", { body });
  return { phone, password, session };
}

describe("a sign-up by number", () => {
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
    const early = await client.signInWithPassword({ phone, password: "a good secret" });
    expect(early.error).toMatchObject({
      status: 400,
      code: "phone_not_confirmed",
      message: "Phone not confirmed",
    });

    const verified = await client.verifyOtp({ phone, token: await codeTo(phone), type: "sms" });
    expect(verified.error).toBeNull();
    expect(verified.data.user).toMatchObject({
      id: data.user?.id,
      phone,
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      user_metadata: { phone_verified: true, username: "By Number" },
      identities: [
        { provider: "phone", identity_data: { phone, phone_verified: true, email_verified: false } },
      ],
    });
    expect(verified.data.user).not.toHaveProperty("email_confirmed_at");
    const claims = JSON.parse(
      Buffer.from(verified.data.session?.access_token.split(".")[1] ?? "", "base64url").toString(),
    );
    expect(claims).toMatchObject({ phone, email: "", amr: [{ method: "otp" }] });
    expect(
      (await client.signInWithPassword({ phone: `+${phone}`, password: "a good secret" })).error,
    ).toBeNull();
  });

  test("answers the same for a number that is new, waiting or confirmed, and changes nothing of it", async () => {
    const known = await confirmed();
    const fresh = newPhone();
    const strip = ({
      id: _,
      created_at: _c,
      updated_at: _u,
      confirmation_sent_at: _s,
      ...user
    }: Record<string, unknown>) =>
      JSON.stringify(user)
        .replaceAll(known.phone, "N")
        .replaceAll(fresh, "N")
        .replace(/"sub":"[^"]+"/, "");
    const answers = [];
    for (const phone of [fresh, fresh, known.phone])
      answers.push(
        (await fixture.call("POST", "/signup", { body: { phone, password: "another secret" } })).body,
      );
    expect(new Set(answers.map(strip)).size).toBe(1);
    expect(await fixture.mailsTo(fresh)).toHaveLength(2);
    expect(await fixture.mailsTo(known.phone)).toHaveLength(1);
    const grant = (password: string) =>
      fixture.call("POST", "/token?grant_type=password", { body: { phone: known.phone, password } });
    expect((await grant("another secret")).body).toEqual(refusal(400, "invalid_credentials"));
    expect((await grant(known.password)).status).toBe(200);
  });

  test("under auto-confirm is a session at once, and refuses a known number", async () => {
    const phone = newPhone();
    const { data, error } = await quick.client().signUp({ phone, password: "a good secret" });
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    expect(await fixture.mailsTo(phone)).toEqual([]);
    const again = await quick.call("POST", "/signup", { body: { phone, password: "a good secret" } });
    expect(again.body).toEqual(refusal(422, "user_already_exists", "User already registered"));
  });

  test.each([
    ["no number", { phone: "abc" }, "Invalid phone number format (E.164 required)"],
    [
      "a number that is too long",
      { phone: "+1234567890123456" },
      "Invalid phone number format (E.164 required)",
    ],
    ["a number that begins with 0", { phone: "0151 1" }, "Invalid phone number format (E.164 required)"],
    [
      "an unknown channel",
      { channel: "pigeon" },
      "Invalid channel, supported values are 'sms' or 'whatsapp'",
    ],
    [
      "an address beside it",
      { email: "a@example.org" },
      "Only an email address or phone number should be provided on signup.",
    ],
    [
      "a challenge",
      { code_challenge: "x".repeat(43), code_challenge_method: "s256" },
      "PKCE not supported for phone signups",
    ],
  ])("with %s is refused", async (_what, more, message) => {
    const body = { phone: newPhone(), password: "a good secret", ...more };
    const answer = await fixture.call("POST", "/signup", { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal(400, "validation_failed", message));
  });

  test("by WhatsApp says so to the gateway", async () => {
    const phone = newPhone();
    await fixture.call("POST", "/signup", {
      body: { phone, password: "a good secret", channel: "whatsapp" },
    });
    const { rows } = await fixture.database.pool.query(
      "select channel from mail.outbox where recipient = $1",
      [phone],
    );
    expect(rows).toEqual([{ channel: "whatsapp" }]);
  });
});

describe("a code by text message", () => {
  test("signs in whoever has the number, and makes an account for a new one", async () => {
    const client = fixture.client();
    const phone = newPhone();
    for (const _turn of ["new", "known"]) {
      expect((await client.signInWithOtp({ phone })).error).toBeNull();
      const { data, error } = await client.verifyOtp({ phone, token: await codeTo(phone), type: "sms" });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    }
    const { rows } = await fixture.database.pool.query(
      "select count(*)::int as n from auth.users where phone = $1",
      [phone],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test("makes no account that is not wanted, and does not tell so", async () => {
    const phone = newPhone();
    const body = { phone, create_user: false };
    expect(await fixture.call("POST", "/otp", { body })).toMatchObject({ status: 200, body: {} });
    expect(await fixture.mailsTo(phone)).toEqual([]);
    expect((await quick.call("POST", "/otp", { body })).body).toEqual(
      refusal(422, "otp_disabled", "Signups not allowed for otp"),
    );
  });

  test("is good once, for a minute, until a newer one, and for nothing else", async () => {
    const { phone } = await confirmed();
    const ask = () => fixture.call("POST", "/otp", { body: { phone } });
    const verify = (token: string, more = {}) =>
      fixture.call("POST", "/verify", { body: { type: "sms", phone, token, ...more } });
    const dead = refusal(403, "otp_expired", "Token has expired or is invalid");

    await ask();
    const older = await codeTo(phone);
    await ask();
    const newer = await codeTo(phone);
    if (older !== newer) expect((await verify(older)).body).toEqual(dead);
    for (const type of ["phone_change", "signup", "magiclink", "nonsense"])
      expect((await verify(newer, { type })).body).toEqual(dead);
    expect((await verify(newer)).status).toBe(200);
    expect((await verify(newer)).body).toEqual(dead);

    await ask();
    const late = await codeTo(phone);
    fixture.clock.advance(61);
    expect((await verify(late)).body).toEqual(dead);
  });

  test("dies of twenty wrong tries", async () => {
    const { phone } = await confirmed();
    await fixture.call("POST", "/otp", { body: { phone } });
    const right = await codeTo(phone);
    const wrong = right === "000000" ? "000001" : "000000";
    const verify = (token: string) =>
      fixture.call("POST", "/verify", { body: { type: "sms", phone, token } });
    for (let turn = 0; turn < 20; turn += 1) expect((await verify(wrong)).status).toBe(403);
    expect((await verify(right)).status).toBe(403);
  });

  test("brought by several at once signs in one", async () => {
    const { phone } = await confirmed();
    await fixture.call("POST", "/otp", { body: { phone } });
    const body = { type: "sms", phone, token: await codeTo(phone) };
    const answers = await Promise.all([1, 2, 3, 4].map(() => fixture.call("POST", "/verify", { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  });

  test("is not a link", async () => {
    const phone = newPhone();
    await fixture.call("POST", "/otp", { body: { phone } });
    const body = { type: "sms", token_hash: await codeTo(phone) };
    expect((await fixture.call("POST", "/verify", { body })).body).toEqual(refusal(400, "validation_failed"));
  });

  test("is refused to a banned member", async () => {
    const { phone, session } = await confirmed();
    await fixture.call("POST", "/otp", { body: { phone } });
    await fixture.database.pool.query(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [session.user.id],
    );
    const body = { type: "sms", phone, token: await codeTo(phone) };
    expect((await fixture.call("POST", "/verify", { body })).body).toEqual(refusal(403, "user_banned"));
    const grant = { phone, password: "a good secret" };
    expect((await fixture.call("POST", "/token?grant_type=password", { body: grant })).body).toEqual(
      refusal(400, "user_banned"),
    );
  });

  test("is sent again while it is waited for, and the answer does not tell", async () => {
    const waiting = newPhone();
    await fixture.call("POST", "/signup", { body: { phone: waiting, password: "a good secret" } });
    const known = await confirmed();
    const unknown = newPhone();
    for (const phone of [waiting, known.phone, unknown])
      expect(await fixture.call("POST", "/resend", { body: { type: "sms", phone } })).toMatchObject({
        status: 200,
        body: {},
      });
    expect(await fixture.mailsTo(waiting)).toHaveLength(2);
    expect(await fixture.mailsTo(known.phone)).toHaveLength(1);
    expect(await fixture.mailsTo(unknown)).toEqual([]);
    const body = { type: "sms", phone: waiting, token: await codeTo(waiting) };
    expect((await fixture.call("POST", "/verify", { body })).status).toBe(200);
  });
});

describe("the clock of text messages", () => {
  test("lets one go to a number in a minute, known or not, beside those of the mails", async () => {
    const spaced = await createAuthFixture({ database: fixture.database, auth: { phone: true } });
    const known = await confirmed();
    for (const phone of [known.phone, newPhone()]) {
      const ask = () => spaced.call("POST", "/otp", { body: { phone } });
      const answers = await Promise.all([ask(), ask(), ask()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
      expect((await ask()).body).toEqual({
        code: 429,
        error_code: "over_sms_send_rate_limit",
        msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
      });
      spaced.clock.advance(61);
      expect((await ask()).status).toBe(200);
    }
  });

  test("lets so many go in an hour for the whole site", async () => {
    const few = await createAuthFixture({
      database: fixture.database,
      auth: { phone: true, rateLimits: true, smsPerHour: 3, smsSpacingSeconds: 0 },
    });
    const answers = [];
    for (let turn = 0; turn < 5; turn += 1)
      answers.push(await few.call("POST", "/otp", { body: { phone: newPhone() } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[4]?.body).toEqual(refusal(429, "over_sms_send_rate_limit", "sms rate limit exceeded"));
  });
});

test("where numbers are not taken, each call says so, and a code that is under way still counts", async () => {
  const { phone, password } = await confirmed();
  await fixture.call("POST", "/otp", { body: { phone } });
  const call = async (path: string, body: object) => (await closed.call("POST", path, { body })).body;
  const disabled = (status: number, message: string) => refusal(status, "phone_provider_disabled", message);
  expect(await call("/signup", { phone, password })).toEqual(disabled(400, "Phone signups are disabled"));
  expect(await call("/token?grant_type=password", { phone, password })).toEqual(
    disabled(422, "Phone logins are disabled"),
  );
  expect(await call("/otp", { phone })).toEqual(disabled(400, "Unsupported phone provider"));
  expect(await call("/resend", { type: "sms", phone })).toEqual(disabled(400, "Unsupported phone provider"));
  expect(await call("/verify", { type: "sms", phone, token: await codeTo(phone) })).toHaveProperty(
    "access_token",
  );
});

test("the settings say whether numbers are taken", async () => {
  expect((await fixture.call("GET", "/settings")).body).toMatchObject({
    external: { phone: true },
    phone_autoconfirm: false,
    sms_provider: "gateway",
  });
  expect((await quick.call("GET", "/settings")).body).toMatchObject({ phone_autoconfirm: true });
  expect((await closed.call("GET", "/settings")).body).toMatchObject({
    external: { phone: false },
    sms_provider: "",
  });
});
