import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { generateClientIp, generateEmail, times } from "./email.fixture.ts";

/** Tests the limits on emails per hour (docs/decisions/061). */

let database: TestDatabase;
let site: AuthFixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate auth.rate_limits, email.outbox"));

type Settings = NonNullable<Parameters<typeof createAuthFixture>[0]>;
const openSite = async (auth: Settings["auth"] = {}, settings: Settings = {}) => {
  site = await createAuthFixture({
    database,
    ...settings,
    auth: { autoconfirm: false, rateLimits: true, emailSpacingSeconds: 0, smsSpacingSeconds: 0, ...auth },
  });
  return site;
};

const send = (path: string, body: object, ip = generateClientIp()) =>
  site.call("POST", path, { body, headers: { "x-forwarded-for": ip } });
const recover = (email: string, ip?: string) => send("/recover", { email }, ip);
const signUp = (email: string, ip?: string) => send("/signup", { email, password: "a good secret" }, ip);
/** Registers a member who has confirmed the address from `knownIp`, without counting an email toward the limits. */
async function registerMember() {
  const [email, knownIp] = [generateEmail(), generateClientIp()];
  expect((await signUp(email, knownIp)).status).toBe(200);
  const { linkToken } = await site.getLastMessageTo(email);
  const response = await send("/verify", { type: "signup", token_hash: linkToken }, knownIp);
  expect(response.status).toBe(200);
  await database.pool.query("truncate auth.rate_limits");
  return { email, knownIp, session: response.body };
}
const countCharges = async (name = "site", medium = "email") => {
  const { rows } = await database.pool.query(
    "select coalesce(sum(points), 0)::int as points from auth.rate_limits where key like $1",
    [`auth.${medium}.${name}:%`],
  );
  return rows[0].points;
};
const countOutbox = async () =>
  (await database.pool.query("select count(*)::int as n from email.outbox")).rows[0].n;
const refusal = { code: 429, error_code: "over_email_send_rate_limit", msg: "email rate limit exceeded" };

describe("one client", () => {
  test.each([30, 90])(
    "requesting %i recoveries for made-up addresses doesn't prevent anyone else's sign-up or recovery",
    async (count) => {
      await openSite();
      const attacker = generateClientIp();
      for (let sentCount = 0; sentCount < count; sentCount += 30) {
        await times(30, () => recover(generateEmail(), attacker));
        // Otherwise the limit on requests would be reached before the one on emails.
        await database.pool.query("delete from auth.rate_limits where key like 'auth.recover:%'");
      }
      const email = generateEmail();
      expect((await signUp(email)).status).toBe(200);
      expect((await site.getLastMessageTo(email)).kind).toBe("confirmation");
      for (let round = 0; round < 7; round += 1) expect((await recover(email)).status).toBe(200);
      expect((await site.getLastMessageTo(email)).kind).toBe("recovery");
    },
  );

  test("gets ten emails an hour across all endpoints, for known and unknown addresses", async () => {
    await openSite();
    const { email } = await registerMember();
    const ip = generateClientIp();
    const requests = [
      ...[1, 2, 3].map(() => () => recover(generateEmail(), ip)),
      () => recover(email, ip),
      () => send("/otp", { email: generateEmail(), create_user: false }, ip),
      () => send("/magiclink", { email }, ip),
      () => send("/resend", { type: "signup", email: generateEmail() }, ip),
      () => send("/resend", { type: "signup", email }, ip),
      () => signUp(generateEmail(), ip),
      () => signUp(email, ip),
    ];
    for (const sendRequest of requests) expect((await sendRequest()).status).toBe(200);
    for (const sendRequest of requests) expect((await sendRequest()).body).toEqual(refusal);
    expect(await countCharges()).toBe(10);
    expect((await recover(generateEmail())).status).toBe(200);
  });

  test("is an entire IPv6 /64 network", async () => {
    await openSite({ emailsPerHour: 60 });
    const statuses = [];
    for (let host = 1; host <= 12; host += 1)
      statuses.push((await recover(generateEmail(), `2001:db8:1:1::${host}`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  });

  test("with an entire IPv6 /48 gets at most half of the site's hourly limit, and half of each quota", async () => {
    await openSite({ emailsPerHour: 30 });
    let subnet = 0;
    const sendRequest = async (work: typeof signUp) => {
      subnet += 1;
      return (await work(generateEmail(), `2001:db8:2:${subnet}::1`)).status;
    };
    const signUpStatuses = [];
    for (let round = 0; round < 9; round += 1) signUpStatuses.push(await sendRequest(signUp));
    expect(signUpStatuses).toEqual([...Array(7).fill(200), 429, 429]);
    const members = [await registerMember(), await registerMember()];
    await database.pool.query("truncate auth.rate_limits");
    const statuses = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push(await sendRequest(signUp), await sendRequest(recover));
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    const requestCode = async (ip: string, round: number) => {
      const token = members[round % 2]?.session.access_token;
      const headers = { "x-forwarded-for": ip };
      return (await site.call("GET", "/reauthenticate", { token, headers })).status;
    };
    const codeStatuses = [];
    for (let round = 1; round <= 6; round += 1)
      codeStatuses.push(await requestCode(`2001:db8:2:f${round}::1`, round));
    expect(codeStatuses).toEqual([...Array(5).fill(200), 429]);
    expect(await requestCode("2001:db8:3::1", 0)).toBe(200);
  });

  test("gets at most a third of the site's hourly limit, even if that limit is low", async () => {
    await openSite({ emailsPerHour: 6 });
    const ip = generateClientIp();
    const responses = await times(5, () => signUp(generateEmail(), ip));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await countOutbox()).toBe(2);
  });

  test.each([
    ["is limited to ten emails even if addresses need no confirmation", "smtp://127.0.0.1:9", 10],
    ["is not limited while no emails are actually sent", undefined, 14],
  ])("%s", async (_title, smtpUrl, allowedCount) => {
    await openSite({ autoconfirm: true, emailsPerHour: 60 }, smtpUrl === undefined ? {} : { smtpUrl });
    const ip = generateClientIp();
    const responses = await times(14, () => send("/otp", { email: generateEmail() }, ip));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(allowedCount);
  });

  test("is not charged for requests that come too soon", async () => {
    await openSite({ emailSpacingSeconds: 60 });
    const [email, ip] = [generateEmail(), generateClientIp()];
    expect((await recover(email, ip)).status).toBe(200);
    for (let round = 0; round < 15; round += 1)
      expect((await recover(email, ip)).body.msg).toMatch(/For security purposes/);
    expect(await countCharges("client")).toBe(1);
    expect((await recover(generateEmail(), ip)).status).toBe(200);
  });
});

describe("one recipient", () => {
  test("gets at most four emails an hour requested by one network and ten requested by all networks, for known and unknown addresses", async () => {
    await openSite({ emailsPerHour: 100 });
    const { email } = await registerMember();
    for (const recipient of [email, generateEmail()]) {
      const sameNetworkStatuses = [];
      for (let host = 1; host <= 6; host += 1)
        sameNetworkStatuses.push((await recover(recipient, `192.0.2.${host}`)).status);
      expect(sameNetworkStatuses).toEqual([200, 200, 200, 200, 429, 429]);
      const otherNetworkStatuses = [];
      for (let round = 0; round < 8; round += 1) otherNetworkStatuses.push((await recover(recipient)).status);
      expect(otherNetworkStatuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
      expect((await recover(recipient)).body).toEqual(refusal);
    }
    expect((await site.listMessagesTo(email)).filter(({ kind }) => kind === "recovery")).toHaveLength(10);
  });

  test("can recover the account from a known IP address, no matter what other people request", async () => {
    await openSite({ emailSpacingSeconds: 60 });
    const { email, knownIp } = await registerMember();
    for (let round = 0; round < 12; round += 1) {
      await recover(email);
      // After each wait, other people make the first request.
      site.clock.advance(61);
    }
    expect((await recover(email)).body).toEqual(refusal);
    expect((await recover(email, knownIp)).status).toBe(200);
    const { linkToken } = await site.getLastMessageTo(email);
    expect((await send("/verify", { type: "recovery", token_hash: linkToken }, knownIp)).status).toBe(200);
  });

  test("can change the address and get codes while signed in, even if other people used up the limit", async () => {
    await openSite({ reauthentication: true });
    const { email, knownIp, session } = await registerMember();
    for (let round = 0; round < 10; round += 1) await recover(email);
    expect((await recover(email)).status).toBe(429);
    const call = (method: string, path: string, body?: object) =>
      site.call(method, path, {
        ...(body ? { body } : {}),
        token: session.access_token,
        headers: { "x-forwarded-for": knownIp },
      });
    expect((await call("GET", "/reauthenticate")).status).toBe(200);
    expect((await call("PUT", "/user", { email: generateEmail() })).status).toBe(200);
  });

  test("gets no additional emails requested from an IP address that is known for someone else's account", async () => {
    await openSite();
    const victim = await registerMember();
    const attacker = await registerMember();
    for (let round = 0; round < 10; round += 1) await recover(victim.email);
    expect((await recover(victim.email, attacker.knownIp)).body).toEqual(refusal);
  });
});

describe("the site's hourly limit", () => {
  test("gives the same error for known and unknown addresses once the public quota is used up", async () => {
    await openSite({ emailsPerHour: 3 });
    const { email } = await registerMember();
    for (let round = 0; round < 2; round += 1) expect((await recover(generateEmail())).status).toBe(200);
    const before = await countOutbox();
    for (const path of ["/recover", "/otp", "/magiclink"])
      for (const address of [email, generateEmail()])
        expect((await send(path, { email: address })).body).toEqual(refusal);
    expect(await countOutbox()).toBe(before);
    site.clock.advance(2 * 3600);
    expect((await recover(email)).status).toBe(200);
  });

  test("also counts requests for addresses that get no email", async () => {
    await openSite();
    const { email } = await registerMember();
    const before = await countOutbox();
    const requests: [string, object][] = [
      ["/recover", { email: generateEmail() }],
      ["/otp", { email: generateEmail(), create_user: false }],
      ["/magiclink", { email: generateEmail(), create_user: false }],
      ["/resend", { type: "signup", email: generateEmail() }],
      ["/resend", { type: "signup", email }],
      ["/resend", { type: "email_change", email }],
      ["/signup", { email, password: "a good secret" }],
    ];
    for (const [path, body] of requests) expect((await send(path, body)).status).toBe(200);
    expect(await countOutbox()).toBe(before);
    expect([await countCharges(), await countCharges("sign_ins"), await countCharges("sign_ups")]).toEqual([
      7, 4, 3,
    ]);
    expect(await countCharges("client")).toBe(requests.length);
  });

  test("doesn't count a request that times out", async () => {
    await openSite();
    const { email } = await registerMember();
    const shortDeadlineSite = await createAuthFixture({
      database,
      auth: { autoconfirm: false, rateLimits: true, emailSpacingSeconds: 0 },
      deadlineMs: 500,
    });
    const blocker = await database.pool.connect();
    await blocker.query("begin");
    await blocker.query("select from auth.users where email = $1 for update", [email]);
    expect((await shortDeadlineSite.call("POST", "/recover", { body: { email } })).body.error_code).toBe(
      "request_timeout",
    );
    // Waits until the statement is canceled, which happens after the response.
    await expect.poll(async () => [await countCharges(), await countCharges("client")]).toEqual([0, 0]);
    await blocker.query("rollback");
    blocker.release();
  });

  test("is never exceeded by parallel requests", async () => {
    await openSite({ emailsPerHour: 9 });
    const responses = await times(40, () => send("/otp", { email: generateEmail() }));
    const sentCount = responses.filter(({ status }) => status === 200).length;
    expect(sentCount).toBe(await countOutbox());
    expect(sentCount).toBe(4);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test("for text messages is divided the same way", async () => {
    await openSite({ phone: true, smsPerHour: 18 });
    let phoneCount = 0;
    const generatePhone = () => {
      phoneCount += 1;
      return `49151000${String(phoneCount).padStart(5, "0")}`;
    };
    const attacker = generateClientIp();
    const responses = await times(8, () =>
      send("/otp", { phone: generatePhone(), create_user: false }, attacker),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    const otherResponses = await times(10, () => send("/otp", { phone: generatePhone() }));
    expect(otherResponses.filter(({ status }) => status === 200)).toHaveLength(8);
    expect((await send("/otp", { phone: generatePhone(), create_user: false })).status).toBe(429);
    expect(await countCharges("site", "sms")).toBe(12);
    expect(await countCharges("site")).toBe(0);
  });
});

test("with AUTH_RATE_LIMITS off, nothing is counted", async () => {
  await openSite({ rateLimits: false, emailsPerHour: 1 });
  const ip = generateClientIp();
  const responses = await times(15, () => signUp(generateEmail(), ip));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await countCharges()).toBe(0);
});
