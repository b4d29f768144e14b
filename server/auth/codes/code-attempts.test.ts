import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

/**
 * Tests the limit on wrong attempts across all codes for an address. Each code allows only twenty wrong attempts, but
 * new codes can be requested.
 */

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth: { rateLimits: true, emailSpacingSeconds: 0, emailsPerHour: 10_000, reauthentication: true },
  });
});
afterAll(() => fixture.end());

let ipCount = 0;
const generateIp = () => {
  ipCount += 1;
  return `100.${64 + (ipCount >> 8)}.${ipCount & 255}.7`;
};
const verify = (body: Record<string, unknown>, ip = generateIp()) =>
  fixture.call("POST", "/verify", { body: { type: "email", ...body }, headers: { "x-forwarded-for": ip } });
const requestEmailTo = async (email: string) => {
  const headers = { "x-forwarded-for": generateIp() };
  expect((await fixture.call("POST", "/otp", { body: { email }, headers })).status).toBe(200);
  return fixture.getLastMessageTo(email);
};
/** Sends a code and tries twenty wrong ones, five times. */
async function tryHundredCodes(email: string, send: () => Promise<string>) {
  const attempts = [];
  for (let round = 0; round < 5; round += 1) {
    const code = await send();
    const getWrongCode = (step: number) => String((Number(code) + step) % 1_000_000).padStart(6, "0");
    for (let step = 1; step <= 20; step += 1) attempts.push(verify({ email, token: getWrongCode(step) }));
    await Promise.all(attempts);
  }
  const responses = await Promise.all(attempts);
  return responses.map(({ body }) => body.error_code);
}

/** Sets every counter to its limit, because a hundred attempts are slow. */
const exhaustAttempts = () =>
  fixture.database.pool.query("update auth.rate_limits set points = 100 where key like 'auth.code_try:%'");

test("after a hundred wrong codes in a day, no code works for the address, not even a new one", async () => {
  const { email } = await fixture.register();
  const errorCodes = await tryHundredCodes(email, async () => (await requestEmailTo(email)).code);
  expect(new Set(errorCodes)).toEqual(new Set(["otp_expired"]));
  const { code, linkToken } = await requestEmailTo(email);
  expect((await verify({ email, token: code })).body.error_code).toBe("over_request_rate_limit");
  // The link still works, because it can't be guessed.
  expect((await verify({ token_hash: linkToken })).status).toBe(200);
});

test("an unknown address gets the same errors", async () => {
  const email = "nobody.tries@example.org";
  const errorCodes = await tryHundredCodes(email, async () => "123456");
  expect(new Set(errorCodes)).toEqual(new Set(["otp_expired"]));
  expect((await verify({ email, token: "123456" })).body.error_code).toBe("over_request_rate_limit");
});

test("known IP addresses have their own hundred attempts, which other people can't use up", async () => {
  const { email } = await fixture.register();
  const knownIp = generateIp();
  expect((await verify({ email, token: (await requestEmailTo(email)).code }, knownIp)).status).toBe(200);
  await verify({ email, token: "000000" });
  await exhaustAttempts();
  const { code } = await requestEmailTo(email);
  expect((await verify({ email, token: code })).status).toBe(429);
  expect((await verify({ email, token: code }, knownIp)).status).toBe(200);
  const { code: secondCode } = await requestEmailTo(email);
  await verify({ email, token: secondCode === "000000" ? "000001" : "000000" }, knownIp);
  await exhaustAttempts();
  expect((await verify({ email, token: secondCode }, knownIp)).status).toBe(429);
});

test("correct codes are not counted", async () => {
  const { email } = await fixture.register();
  await fixture.database.pool.query("truncate auth.rate_limits");
  for (let round = 0; round < 3; round += 1)
    expect((await verify({ email, token: (await requestEmailTo(email)).code })).status).toBe(200);
  const { rows } = await fixture.database.pool.query(
    "select points from auth.rate_limits where key like 'auth.code_try:%'",
  );
  expect(rows.every(({ points }) => points === 0)).toBe(true);
});

test("reauthentication codes allow a hundred attempts a day, from all IP addresses together", async () => {
  const { email, session } = await fixture.register();
  const token = session.access_token;
  await fixture.database.pool.query(
    "update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1",
    [session.user.id],
  );
  const sendRequest = () =>
    fixture.call("GET", "/reauthenticate", { token, headers: { "x-forwarded-for": generateIp() } });
  const changePassword = (nonce: string) =>
    fixture.call("PUT", "/user", {
      token,
      body: { password: "a better secret", nonce },
      headers: { "x-forwarded-for": generateIp() },
    });
  expect((await sendRequest()).status).toBe(200);
  const { code } = await fixture.getLastMessageTo(email);
  expect((await changePassword(code === "000000" ? "000001" : "000000")).body.error_code).toBe(
    "reauthentication_not_valid",
  );
  await exhaustAttempts();
  expect((await changePassword(code)).body.error_code).toBe("over_request_rate_limit");
});
