import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth: { autoconfirm: false, emailSpacingSeconds: 0 },
  });
});
afterAll(() => fixture.end());

const verify = (body: Record<string, unknown>) => fixture.call("POST", "/verify", { body });
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Creates a confirmed member who was sent a sign-in email. */
async function createEmailedMember() {
  const { email, password } = fixture.newUser();
  await fixture.call("POST", "/signup", { body: { email, password } });
  await verify({ type: "signup", email, token: (await fixture.getLastMessageTo(email)).code });
  const response = await fixture.call("POST", "/otp", { body: { email } });
  expect(response.status).toBe(200);
  return { email, password, ...(await fixture.getLastMessageTo(email)) };
}

const getWrongCode = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, "0");

describe("POST /verify refuses", () => {
  test.each([
    ["a request without a type", { token: "123456", email: "a@example.org" }, 400, "validation_failed"],
    [
      "a request with neither token nor hash",
      { type: "email", email: "a@example.org" },
      400,
      "validation_failed",
    ],
    [
      "a request with both token and hash",
      { type: "email", token: "1", token_hash: "2" },
      400,
      "validation_failed",
    ],
    ["a token without an address", { type: "email", token: "123456" }, 400, "validation_failed"],
    [
      "a token with two addresses",
      { type: "email", token: "1", email: "a@b.cd", phone: "4712" },
      400,
      "validation_failed",
    ],
    ["a hash with an address", { type: "email", token_hash: "x", email: "a@b.cd" }, 400, "validation_failed"],
    [
      "a hash with a redirect",
      { type: "email", token_hash: "x", redirect_to: "/" },
      400,
      "validation_failed",
    ],
    ["a bad phone number", { type: "sms", token: "123456", phone: "012" }, 400, "validation_failed"],
    ["an unknown phone number", { type: "sms", token: "123456", phone: "+47 1234 5678" }, 403, "otp_expired"],
    ["a bad address", { type: "email", token: "123456", email: "nobody" }, 422, "validation_failed"],
    ["an unknown address", { type: "email", token: "123456", email: "x@example.org" }, 403, "otp_expired"],
    ["an unknown type of code", { type: "toString", token: "1", email: "x@example.org" }, 403, "otp_expired"],
    ["an unknown type of hash", { type: "constructor", token_hash: "x" }, 400, "validation_failed"],
    ["an unknown hash", { type: "email", token_hash: "x" }, 403, "otp_expired"],
    ["a type that is not a string", { type: 1, token_hash: "x" }, 400, "bad_json"],
  ])("%s", async (_what, body, status, code) => {
    const response = await verify(body);
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });

  test("a wrong code with the same error for known and unknown addresses", async () => {
    const { email, code } = await createEmailedMember();
    const knownResponse = await verify({ type: "email", email, token: getWrongCode(code) });
    const unknownResponse = await verify({ type: "email", email: "un@example.org", token: "123456" });
    expect(knownResponse.body).toEqual({
      code: 403,
      error_code: "otp_expired",
      msg: "Token has expired or is invalid",
    });
    expect(unknownResponse.body).toEqual(knownResponse.body);
  });

  test("a code of a different type, and another user's code", async () => {
    const member = await createEmailedMember();
    const otherMember = await createEmailedMember();
    expect((await verify({ type: "signup", email: member.email, token: member.code })).status).toBe(403);
    expect((await verify({ type: "signup", token_hash: member.linkToken })).status).toBe(403);
    expect((await verify({ type: "email", email: otherMember.email, token: member.code })).status).toBe(403);
    expect((await verify({ type: "magiclink", email: member.email, token: member.code })).status).toBe(200);
  });

  test("a suspended user, without using up the code", async () => {
    const { email, code, linkToken } = await createEmailedMember();
    const setSuspension = (until: string | null) =>
      fixture.database.pool.query("update auth.users set banned_until = $2 where email = $1", [email, until]);
    await setSuspension("2999-01-01");
    for (const body of [
      { type: "email", email, token: code },
      { type: "email", token_hash: linkToken },
    ])
      expect((await verify(body)).body).toMatchObject({ code: 403, error_code: "user_banned" });
    await setSuspension(null);
    expect((await verify({ type: "email", email, token: code })).status).toBe(200);
  });
});

describe("a code and its link", () => {
  test("work once, and each invalidates the other", async () => {
    const { email, code, linkToken } = await createEmailedMember();
    expect((await verify({ type: "email", email: ` ${email.toUpperCase()} `, token: code })).status).toBe(
      200,
    );
    expect((await verify({ type: "email", email, token: code })).body.error_code).toBe("otp_expired");
    expect((await verify({ type: "email", token_hash: linkToken })).body).toMatchObject({
      error_code: "otp_expired",
      msg: "Email link is invalid or has expired",
    });
  });

  test("start only one session if both are used many times in parallel", async () => {
    const { email, code, linkToken, link } = await createEmailedMember();
    const responses = await times(12, (index) =>
      index % 2
        ? verify({ type: "email", email, token: code })
        : verify({ type: "magiclink", token_hash: linkToken }),
    );
    const landings = await times(4, () => fixture.follow(link));
    const sessionCount =
      responses.filter(({ status }) => status === 200).length +
      landings.filter(({ location }) => location.hash.includes("access_token")).length;
    expect(sessionCount).toBe(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 403]));
  });

  test("expire", async () => {
    const { email, code, linkToken, link } = await createEmailedMember();
    fixture.clock.advance(3_601);
    expect((await verify({ type: "email", email, token: code })).status).toBe(403);
    expect((await verify({ type: "email", token_hash: linkToken })).status).toBe(403);
    const { location } = await fixture.follow(link);
    expect(location.href).toBe(
      "http://lattice.test/#error=access_denied&error_code=otp_expired" +
        "&error_description=Email+link+is+invalid+or+has+expired&sb=",
    );
  });

  test("are invalidated by a newer code", async () => {
    const firstMessage = await createEmailedMember();
    const { email } = firstMessage;
    await fixture.call("POST", "/otp", { body: { email } });
    const secondMessage = await fixture.getLastMessageTo(email);
    expect((await verify({ type: "email", token_hash: firstMessage.linkToken })).status).toBe(403);
    if (firstMessage.code !== secondMessage.code)
      expect((await verify({ type: "email", email, token: firstMessage.code })).status).toBe(403);
    expect((await verify({ type: "email", email, token: secondMessage.code })).status).toBe(200);
  });

  test("aren't both invalidated by twenty wrong attempts: the link still works", async () => {
    const { email, code, linkToken } = await createEmailedMember();
    await times(19, (index) => verify({ type: "email", email, token: getWrongCode(code, index + 1) }));
    const { rows } = await fixture.database.pool.query(
      "select wrong_attempts from auth.one_time_tokens where address = $1",
      [email],
    );
    expect(rows).toEqual([{ wrong_attempts: 19 }]);
    await verify({ type: "email", email, token: getWrongCode(code, 30) });
    expect((await verify({ type: "email", email, token: code })).body.error_code).toBe("otp_expired");
    expect((await verify({ type: "email", token_hash: linkToken })).status).toBe(200);
  });

  test("still work after nineteen wrong attempts", async () => {
    const { email, code } = await createEmailedMember();
    await times(19, (index) => verify({ type: "email", email, token: getWrongCode(code, index + 1) }));
    expect((await verify({ type: "email", email, token: code })).status).toBe(200);
  });

  test("aren't stored in plain text, and the link can't be derived from the code", async () => {
    const { email, code, linkToken } = await createEmailedMember();
    const { rows } = await fixture.database.pool.query(
      "select * from auth.one_time_tokens where address = $1",
      [email],
    );
    const storedJson = JSON.stringify(rows, (_key, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("hex") : value,
    );
    expect(storedJson).not.toContain(linkToken);
    expect(storedJson).not.toContain(`"${code}"`);
    const { createHash } = await import("node:crypto");
    expect(linkToken).toMatch(/^[0-9a-f]{56}$/);
    expect(createHash("sha224").update(`${email}${code}`).digest("hex")).not.toBe(linkToken);
  });

  test("have the configured code length and lifetime", async () => {
    const longCodeSite = await createAuthFixture({
      database: fixture.database,
      auth: { autoconfirm: false, emailSpacingSeconds: 0, otpLength: 9, otpSeconds: 90 },
    });
    const { email } = await createEmailedMember();
    await longCodeSite.call("POST", "/otp", { body: { email } });
    const { code, text } = await longCodeSite.getLastMessageTo(email);
    expect(code).toMatch(/^\d{9}$/);
    expect(text).toContain("Expires in 90 seconds");
    longCodeSite.clock.advance(91);
    expect(
      (await longCodeSite.call("POST", "/verify", { body: { type: "email", email, token: code } })).status,
    ).toBe(403);
  });
});
