import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

/** Tests what people who guess passwords can and can't do to an account (docs/decisions/031). */

let fixture: AuthFixture;
let otherProcess: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { rateLimits: true, emailSpacingSeconds: 0 } });
  otherProcess = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
});
afterAll(() => fixture.end());

let networkCount = 0;
/** Returns an IP address in a new, unique network. */
const newIp = () => {
  networkCount += 1;
  return `100.${64 + (networkCount >> 8)}.${networkCount & 255}.7`;
};
const signIn = (email: string, password: string, ip: string, site = fixture) =>
  site.call("POST", "/token?grant_type=password", {
    body: { email, password },
    headers: { "x-forwarded-for": ip },
  });
/** Registers a user who has signed in from home. */
const registerAtHome = async () => {
  const user = await fixture.register();
  const homeIp = newIp();
  expect((await signIn(user.email, user.password, homeIp)).status).toBe(200);
  return { ...user, homeIp };
};
/** Sets the number of used attempts, because hashing a hundred passwords would be slow. */
const setUsedAttempts = async (email: string, limitName: string, count: number) => {
  await signIn(email, "wrong", newIp());
  const { rowCount } = await fixture.database.pool.query(
    `update auth.rate_limits set points = $1 where key like $2 and expire > extract(epoch from now()) * 1000`,
    [count, `${limitName}:%`],
  );
  expect(rowCount).toBeGreaterThan(0);
};
const exhaustAttempts = async (email: string) => {
  await fixture.database.pool.query("truncate auth.rate_limits");
  await setUsedAttempts(email, "auth.password", 100);
  // Also uses up the few attempts that are allowed after that limit is reached.
  await setUsedAttempts(email, "auth.password_slow", 20);
};

describe("an account after a hundred wrong passwords from other people in a day", () => {
  test("refuses further attempts from unknown IP addresses in every process", async () => {
    const { email, password } = await registerAtHome();
    await exhaustAttempts(email);
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        signIn(email, "wrong", newIp(), index % 2 ? otherProcess : fixture),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(429));
    expect((await signIn(email, password, newIp())).status).toBe(429);
  });

  test("lets its owner in from known IP addresses, including the rest of a known IPv6 network", async () => {
    const { email, password, homeIp } = await registerAtHome();
    expect((await signIn(email, password, "2001:db8:7:1::5")).status).toBe(200);
    await exhaustAttempts(email);
    expect((await signIn(email, password, homeIp)).status).toBe(200);
    expect((await signIn(email, password, homeIp, otherProcess)).status).toBe(200);
    expect((await signIn(email, password, "2001:db8:7:1::9")).status).toBe(200);
    expect((await signIn(email, password, "2001:db8:7:2::9")).status).toBe(429);
  });

  test("lets its owner in by email from any IP address, which is then known", async () => {
    const { email, password } = await registerAtHome();
    await exhaustAttempts(email);
    const awayIp = newIp();
    const headers = { "x-forwarded-for": awayIp };
    expect((await fixture.call("POST", "/recover", { body: { email }, headers })).status).toBe(200);
    const { linkToken } = await fixture.getLastMessageTo(email);
    const body = { type: "recovery", token_hash: linkToken };
    expect((await fixture.call("POST", "/verify", { body, headers })).status).toBe(200);
    expect((await signIn(email, password, awayIp)).status).toBe(200);
  });

  test("still checks some attempts per hour", async () => {
    const { email, password } = await registerAtHome();
    await fixture.database.pool.query("truncate auth.rate_limits");
    await setUsedAttempts(email, "auth.password", 100);
    expect((await signIn(email, "wrong", newIp())).body.error_code).toBe("invalid_credentials");
    expect((await signIn(email, password, newIp())).status).toBe(200);
  });

  test("accepts the current password from a signed-in session", async () => {
    const strictSite = await createAuthFixture({
      database: fixture.database,
      auth: { rateLimits: true, requireCurrentPassword: true },
    });
    const { email, password, session } = await fixture.register();
    await exhaustAttempts(email);
    const response = await strictSite.call("PUT", "/user", {
      token: session.access_token,
      body: { password: "another good one", current_password: password },
    });
    expect(response.status).toBe(200);
  });
});

test("an IP address that is known for one account isn't known for another", async () => {
  const victim = await registerAtHome();
  const attacker = await registerAtHome();
  await exhaustAttempts(victim.email);
  expect((await signIn(victim.email, victim.password, attacker.homeIp)).status).toBe(429);
});

test("the limit of ten wrong passwords applies to known IP addresses too", async () => {
  const { email, homeIp } = await registerAtHome();
  const responses = await Promise.all(Array.from({ length: 13 }, () => signIn(email, "wrong", homeIp)));
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(3);
});

test("a network of many IP addresses is allowed thirty attempts per hour", async () => {
  const { email } = await registerAtHome();
  const responses = [];
  for (let host = 1; host <= 33; host += 1)
    responses.push((await signIn(email, "wrong", `192.0.2.${host}`)).status);
  expect(responses.filter((status) => status === 429)).toHaveLength(3);
});

test("sign-ins to an unknown account are refused after the same number of attempts", async () => {
  const { email } = await registerAtHome();
  const statuses = [];
  for (const triedEmail of [email, "nobody@example.org"]) {
    await exhaustAttempts(triedEmail);
    statuses.push((await signIn(triedEmail, "wrong", newIp())).status);
  }
  expect(statuses).toEqual([429, 429]);
});

test("the list of known devices doesn't contain IP addresses", async () => {
  const { session, homeIp } = await registerAtHome();
  const { rows } = await fixture.database.pool.query(
    "select encode(fingerprint, 'escape') as fingerprint from auth.known_devices where user_id = $1",
    [session.user.id],
  );
  // Two rows are for the IP addresses, and two for the same device on two networks.
  expect(rows).toHaveLength(4);
  expect(JSON.stringify(rows)).not.toContain(homeIp);
});

test("guest sign-ins record no known device or IP address", async () => {
  const siteWithGuests = await createAuthFixture({ database: fixture.database, auth: { anonymous: true } });
  const { data } = await siteWithGuests.client().signInAnonymously();
  expect(data.user?.is_anonymous).toBe(true);
  const { rows } = await fixture.database.pool.query("select from auth.known_devices where user_id = $1", [
    data.user?.id,
  ]);
  expect(rows).toEqual([]);
});
