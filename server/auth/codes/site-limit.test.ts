import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { generateClientIp, generateEmail, times } from "./email.fixture.ts";

/** Tests that the site's hourly limit on emails withstands attacks (docs/decisions/061). */

const auth = {
  autoconfirm: false,
  rateLimits: true,
  emailSpacingSeconds: 0,
  reauthentication: true,
  anonymous: true,
};
let sharedSite: AuthFixture;
let site: AuthFixture;
beforeAll(async () => {
  sharedSite = await createAuthFixture({ auth });
});
afterAll(() => sharedSite.end());
beforeEach(() => {
  site = sharedSite;
  return beginHour();
});
const limitTo = async (emailsPerHour: number, extraSettings: { jwtSecret?: string } = {}) => {
  site = await createAuthFixture({
    database: sharedSite.database,
    auth: { ...auth, ...extraSettings, emailsPerHour },
  });
};

const beginHour = () => site.database.pool.query("truncate auth.rate_limits");
const password = "a good secret";
const send = (path: string, body: object, ip = generateClientIp()) =>
  site.call("POST", path, { body, headers: { "x-forwarded-for": ip } });
/** Runs `work` `count` times and returns how many of the responses are successful. */
const countSuccesses = async (count: number, work: () => Promise<{ status: number }>) => {
  const statuses = [];
  for (let round = 0; round < count; round += 1) statuses.push((await work()).status);
  return statuses.filter((status) => status === 200).length;
};
/** Registers a member who has confirmed the address from `knownIp`. */
async function registerMember() {
  const [email, knownIp] = [generateEmail(), generateClientIp()];
  await send("/signup", { email, password }, knownIp);
  const { linkToken } = await site.getLastMessageTo(email);
  const { body } = await send("/verify", { type: "signup", token_hash: linkToken }, knownIp);
  await beginHour();
  return { email, knownIp, token: body.access_token as string };
}

describe("the site's hourly limit", () => {
  const SECRET = "a secret of at least thirty-two characters";
  const recover = (email: string, ip?: string) => send("/recover", { email }, ip);
  const signUp = (email: string, ip?: string) => send("/signup", { email, password }, ip);

  test("reserves a third of the limit for members, and a third of the public quota each for sign-ups and for recoveries", async () => {
    await limitTo(18);
    const { knownIp, email } = await registerMember();
    // 12 of the 18 emails are for public requests, and each kind of request may use 8 of these 12.
    expect(await countSuccesses(12, () => recover(generateEmail()))).toBe(8);
    expect(await countSuccesses(12, () => signUp(generateEmail()))).toBe(4);
    expect(await countSuccesses(8, () => recover(email, knownIp))).toBe(4);

    await beginHour();
    expect(await countSuccesses(12, () => signUp(generateEmail()))).toBe(8);
    expect(await countSuccesses(12, () => recover(generateEmail()))).toBe(4);
  });

  test("leaves half of each quota to networks that haven't made requests yet", async () => {
    await limitTo(18);
    const [firstIp, secondIp] = [generateClientIp(), generateClientIp()];
    expect(await countSuccesses(6, () => recover(generateEmail(), firstIp))).toBe(4);
    // Only the second network's first request is allowed.
    expect(await countSuccesses(6, () => recover(generateEmail(), secondIp))).toBe(1);
    expect(await countSuccesses(6, () => recover(generateEmail()))).toBe(3);
  });

  test("can't be used up by seven networks, even if they request both sign-ups and recoveries", async () => {
    await limitTo(30);
    for (let network = 0; network < 7; network += 1) {
      const ip = generateClientIp();
      await countSuccesses(7, () => signUp(generateEmail(), ip));
      await countSuccesses(7, () => recover(generateEmail(), ip));
    }
    expect(await countSuccesses(1, () => recover(generateEmail()))).toBe(1);
    expect(await countSuccesses(1, () => signUp(generateEmail()))).toBe(1);
  });

  test("lets an administrator send invitations after public requests have used up their quota", async () => {
    await limitTo(6, { jwtSecret: SECRET });
    await countSuccesses(12, () => signUp(generateEmail()));
    const invite = async () =>
      site.call("POST", "/invite", {
        token: await createServiceKey(SECRET),
        body: { email: generateEmail() },
      });
    expect(await countSuccesses(4, invite)).toBe(3);
  });
});

/** Every request whose response must not reveal whether the address is known. */
const REQUESTS: readonly [string, object][] = [
  ["/recover", {}],
  ["/otp", {}],
  ["/otp", { create_user: false }],
  ["/magiclink", {}],
  ["/signup", { password }],
  ["/resend", { type: "signup" }],
  ["/resend", { type: "email_change" }],
];

describe.each([
  ["/otp", {}],
  ["/recover", {}],
  ["/signup", { password }],
])("when the site's limit is nearly reached, later responses to %s don't reveal", (probe, extraFields) => {
  const sendProbe = () => send(probe, { email: generateEmail(), ...extraFields });
  let limitedSite: AuthFixture;
  let knownEmail: string;
  /** Begins an hour in which only this many more requests are allowed: 0 or 1. */
  const beginHourWith = async (remainingCount: number) => {
    await beginHour();
    await sharedSite.database.pool.query(
      `insert into auth.rate_limits select * from auth.used_except_${remainingCount}`,
    );
  };
  beforeAll(async () => {
    await limitTo(9);
    limitedSite = site;
    await beginHour();
    knownEmail = (await registerMember()).email;
    const capacity = await countSuccesses(12, sendProbe);
    expect(capacity).toBeGreaterThan(0);
    await beginHour();
    await countSuccesses(capacity - 2, sendProbe);
    for (const remainingCount of [1, 0]) {
      expect((await sendProbe()).status).toBe(200);
      await sharedSite.database.pool.query(
        `create table auth.used_except_${remainingCount} as table auth.rate_limits`,
      );
    }
  });
  afterAll(() => sharedSite.database.pool.query("drop table auth.used_except_1, auth.used_except_0"));

  test.each(REQUESTS)("whether %s %j was for a known address", async (path, body) => {
    site = limitedSite;
    for (const remainingCount of [1, 0]) {
      const outcomes = [];
      for (const email of [knownEmail, generateEmail()]) {
        await beginHourWith(remainingCount);
        const { status, body: response } = await send(path, { email, ...body });
        outcomes.push([status, response.error_code, (await sendProbe()).status]);
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
    }
  });
});

describe("after two networks have requested as much as they can for made-up addresses,", () => {
  const attack = async () => {
    const ips = ["77.1.1.1", "77.1.1.2", "77.2.2.1", "77.2.2.2"];
    const requests = [...Array.from({ length: 12 }, () => ["/otp", {}] as const), ...REQUESTS, ...REQUESTS];
    const statuses: number[] = [];
    for (const [path, body] of requests)
      for (const ip of ips) statuses.push((await send(path, { email: generateEmail(), ...body }, ip)).status);
    // The two networks can't make more requests.
    expect(new Set(statuses.slice(-REQUESTS.length * ips.length))).toEqual(new Set([429]));
  };
  const listOutboxKinds = async (email: string) => (await site.listMessagesTo(email)).map(({ kind }) => kind);

  test("members can still recover their accounts, get sign-in links and codes and change addresses, and visitors can sign up", async () => {
    const [memberWithNewEmail, visitorEmail] = [await registerMember(), generateEmail()];
    const otherMembers = [await registerMember(), await registerMember(), await registerMember()] as const;
    await attack();
    expect((await send("/recover", { email: otherMembers[0].email })).status).toBe(200);
    expect((await send("/otp", { email: otherMembers[1].email })).status).toBe(200);
    expect((await send("/magiclink", { email: otherMembers[2].email, create_user: false })).status).toBe(200);
    expect((await send("/signup", { email: visitorEmail, password })).status).toBe(200);
    expect((await listOutboxKinds(otherMembers[0].email)).at(-1)).toBe("recovery");
    expect((await listOutboxKinds(otherMembers[1].email)).at(-1)).toBe("magic_link");
    expect((await listOutboxKinds(otherMembers[2].email)).at(-1)).toBe("magic_link");
    expect(await listOutboxKinds(visitorEmail)).toEqual(["confirmation"]);

    const requestOptions = {
      token: memberWithNewEmail.token,
      headers: { "x-forwarded-for": generateClientIp() },
    };
    expect((await site.call("GET", "/reauthenticate", requestOptions)).status).toBe(200);
    const addedEmail = generateEmail();
    expect((await site.call("PUT", "/user", { ...requestOptions, body: { email: addedEmail } })).status).toBe(
      200,
    );
    expect(await listOutboxKinds(addedEmail)).toEqual(["email_change_new"]);
  });
});

test("address changes count as sign-ups, because anyone can request one to a made-up address", async () => {
  await limitTo(9);
  const { body: guestSession } = await send("/signup", {});
  const { token, email } = await registerMember();
  const change = (token: string) =>
    site.call("PUT", "/user", {
      token,
      headers: { "x-forwarded-for": generateClientIp() },
      body: { email: generateEmail() },
    });
  await countSuccesses(12, () => change(token));
  expect((await change(guestSession.access_token)).body.error_code).toBe("over_email_send_rate_limit");
  expect((await send("/signup", { email: generateEmail(), password })).body.error_code).toBe(
    "over_email_send_rate_limit",
  );
  // Recoveries and members' own codes have their own quotas.
  expect((await send("/recover", { email })).status).toBe(200);
  const requestOptions = { token, headers: { "x-forwarded-for": generateClientIp() } };
  expect((await site.call("GET", "/reauthenticate", requestOptions)).status).toBe(200);
});

test("requests for made-up addresses, from any number of networks, don't affect sessions or known IP addresses", async () => {
  await limitTo(30);
  const { email, knownIp, token } = await registerMember();
  for (const [path, body] of REQUESTS) await times(10, () => send(path, { email: generateEmail(), ...body }));
  expect((await send("/recover", { email })).body.error_code).toBe("over_email_send_rate_limit");
  expect((await send("/recover", { email }, knownIp)).status).toBe(200);
  const requestOptions = { token, headers: { "x-forwarded-for": generateClientIp() } };
  expect((await site.call("GET", "/reauthenticate", requestOptions)).status).toBe(200);
});
