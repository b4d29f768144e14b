import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";

const NO_LIMITS = {
  timeboxSeconds: undefined,
  inactivitySeconds: undefined,
  lowAalSeconds: undefined,
  single: false,
};
const HOUR = 3600;

/** Each fixture has its own limits and its own database. */
const fixtures: AuthFixture[] = [];
async function createLimitedFixture(limits: Partial<typeof NO_LIMITS> | Record<string, number | boolean>) {
  const fixture = await createAuthFixture({ auth: { sessions: { ...NO_LIMITS, ...limits } } });
  fixtures.push(fixture);
  return fixture;
}
let unlimitedFixture: AuthFixture;
beforeAll(async () => {
  unlimitedFixture = await createLimitedFixture({});
});
afterAll(async () => {
  for (const fixture of fixtures) await fixture.end();
});
afterEach(() => {
  vi.useRealTimers();
});

const refresh = (fixture: AuthFixture, refresh_token: string, headers = {}) =>
  fixture.call("POST", "/token?grant_type=refresh_token", { body: { refresh_token }, headers });

const buildExpiredError = (suffix = "") => ({
  code: 400,
  error_code: "session_expired",
  msg: `Invalid Refresh Token: Session Expired${suffix}`,
});

const signInWithFactor = async (fixture: AuthFixture) => {
  const steps = createFactorSteps(fixture);
  return { ...(await steps.signInWithFactor()), getCode: steps.getCode };
};

const countSessions = async (fixture: AuthFixture, userId: string) => {
  const { rows } = await fixture.database.pool.query("select id from auth.sessions where user_id = $1", [
    userId,
  ]);
  return rows.length;
};

test("by default, sessions don't end because of age, inactivity or another sign-in", async () => {
  const { email, password, session } = await unlimitedFixture.register();
  const { error } = await unlimitedFixture.client().signInWithPassword({ email, password });
  expect(error).toBeNull();
  unlimitedFixture.clock.advance(170 * 24 * HOUR);
  expect((await refresh(unlimitedFixture, session.refresh_token)).status).toBe(200);
  expect(await countSessions(unlimitedFixture, session.user.id)).toBe(2);
});

test("a time-box ends even an active session and deletes its row", async () => {
  const fixture = await createLimitedFixture({ timeboxSeconds: 8 * HOUR });
  const { session } = await fixture.register();
  let token = session.refresh_token;
  for (let hours = 1; hours < 8; hours += 1) {
    fixture.clock.advance(HOUR);
    const response = await refresh(fixture, token);
    expect(response.status).toBe(200);
    token = response.body.refresh_token;
  }
  const lastToken = token;
  fixture.clock.advance(HOUR);
  const refusedResponse = await refresh(fixture, lastToken);
  expect([refusedResponse.status, refusedResponse.body]).toEqual([400, buildExpiredError()]);
  expect(refusedResponse.headers.get("x-sb-error-code")).toBe("session_expired");
  expect(await countSessions(fixture, session.user.id)).toBe(0);
  // The session was deleted, so its token now gets the same error as an unknown one.
  expect((await refresh(fixture, lastToken)).body.error_code).toBe("refresh_token_not_found");
});

test("the newer protocol version uses its own error shape", async () => {
  const fixture = await createLimitedFixture({ timeboxSeconds: 60 });
  const { session } = await fixture.register();
  fixture.clock.advance(60);
  const response = await refresh(fixture, session.refresh_token, { "x-supabase-api-version": "2024-01-01" });
  expect(response.body).toEqual({ code: "session_expired", message: buildExpiredError().msg });
  expect(response.headers.get("x-supabase-api-version")).toBe("2024-01-01");
});

test("inactivity is counted from the last refresh or visit, whichever was later", async () => {
  const fixture = await createLimitedFixture({ inactivitySeconds: 2 * HOUR });
  const { session } = await fixture.register();
  fixture.clock.advance(2 * HOUR - 1);
  const secondResponse = await refresh(fixture, session.refresh_token);
  expect(secondResponse.status).toBe(200);
  fixture.clock.advance(HOUR - 60);
  expect(await fixture.auth.identify(buildCookieHeader(secondResponse.body))).toMatchObject({
    state: "member",
  });
  fixture.clock.advance(2 * HOUR - 1);
  const thirdResponse = await refresh(fixture, secondResponse.body.refresh_token);
  expect(thirdResponse.status).toBe(200);
  fixture.clock.advance(2 * HOUR);
  expect((await refresh(fixture, thirdResponse.body.refresh_token)).body).toEqual(
    buildExpiredError(" (Inactivity)"),
  );
  expect(await countSessions(fixture, session.user.id)).toBe(0);
});

test.each<Record<string, number>>([{ timeboxSeconds: HOUR }, { inactivitySeconds: HOUR }])(
  "a signed upload URL of a session past its limit %j ends with the last access token",
  async (limits) => {
    const fixture = await createLimitedFixture(limits);
    const { session } = await fixture.register();
    const { session_id: sessionId } = decodeJwt<{ session_id: string }>(session.access_token);
    const isStillSignedIn = () => fixture.auth.isStillSignedIn({ userId: session.user.id, sessionId });
    fixture.clock.advance(2 * HOUR - 1);
    expect(await isStillSignedIn()).toBe(true);
    fixture.clock.advance(1);
    expect(await isStillSignedIn()).toBe(false);
  },
);

test("a session that doesn't complete two-factor authentication in time ends; other sessions don't", async () => {
  const fixture = await createLimitedFixture({ lowAalSeconds: 15 * 60 });
  const steps = createFactorSteps(fixture);
  const userWithoutFactor = await fixture.register();
  const { client, email, password } = await steps.signInWithFactor();
  const pendingClient = fixture.client();
  const { data } = await pendingClient.signInWithPassword({ email, password });
  fixture.clock.advance(15 * 60 - 1);
  const timelyResponse = await refresh(fixture, data.session?.refresh_token ?? "");
  expect(timelyResponse.status).toBe(200);
  fixture.clock.advance(1);
  expect((await refresh(fixture, timelyResponse.body.refresh_token)).body).toEqual(
    buildExpiredError(" (Low AAL: User Needs MFA Verification)"),
  );
  expect((await client.refreshSession()).error).toBeNull();
  expect((await refresh(fixture, userWithoutFactor.session.refresh_token)).status).toBe(200);
});

test("with single sessions, a session with microseconds in its start time isn't considered newer than itself", async () => {
  const fixture = await createLimitedFixture({ single: true });
  const { session } = await fixture.register();
  await fixture.database.pool.query(
    "update auth.sessions set created_at = date_trunc('second', created_at) + interval '123456 microseconds'",
  );
  expect((await refresh(fixture, session.refresh_token)).status).toBe(200);
});

test("with single sessions, the newest sign-in remains and the others end at their next refresh", async () => {
  const fixture = await createLimitedFixture({ single: true });
  const otherUser = await fixture.register();
  const { email, password, session } = await fixture.register();
  fixture.clock.advance(1);
  const phoneClient = fixture.client();
  await phoneClient.signInWithPassword({ email, password });
  fixture.clock.advance(1);
  const desktopClient = fixture.client();
  await desktopClient.signInWithPassword({ email, password });

  expect((await refresh(fixture, session.refresh_token)).body).toEqual(
    buildExpiredError(" (Revoked by Newer Login)"),
  );
  const { error } = await phoneClient.refreshSession();
  expect(error).toMatchObject({ name: "AuthApiError", status: 400, code: "session_expired" });
  expect((await desktopClient.refreshSession()).error).toBeNull();
  expect(await countSessions(fixture, session.user.id)).toBe(1);
  expect((await refresh(fixture, otherUser.session.refresh_token)).status).toBe(200);
});

test("with single sessions, a sign-in replaces the others only after two-factor authentication", async () => {
  const fixture = await createLimitedFixture({ single: true });
  const { client, email, password, factorId, secret, getCode } = await signInWithFactor(fixture);
  fixture.clock.advance(60);
  const otherClient = fixture.client();
  await otherClient.signInWithPassword({ email, password });
  expect((await client.refreshSession()).error).toBeNull();
  expect((await otherClient.refreshSession()).error).toBeNull();

  const { error } = await otherClient.mfa.challengeAndVerify({ factorId, code: getCode(secret) });
  expect(error).toBeNull();
  expect((await client.refreshSession()).error).toMatchObject({ code: "session_expired" });
  expect((await otherClient.refreshSession()).error).toBeNull();
});

test("with single sessions, only one of several simultaneous sign-ins remains", async () => {
  const fixture = await createLimitedFixture({ single: true });
  const { email, password, session } = await fixture.register();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1000 });
  const tokens = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { data } = await fixture.client().signInWithPassword({ email, password });
      return data.session?.refresh_token ?? "";
    }),
  );
  const responses = await Promise.all(tokens.map((token) => refresh(fixture, token)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  expect(await countSessions(fixture, session.user.id)).toBe(2);
});

test("the official client is signed out once its session has expired", async () => {
  const fixture = await createLimitedFixture({ timeboxSeconds: 2 * HOUR });
  const { email, password } = await fixture.register();
  const client = fixture.client();
  await client.signInWithPassword({ email, password });
  const events: string[] = [];
  client.onAuthStateChange((event) => {
    events.push(event);
  });
  await expect.poll(() => events).toEqual(["INITIAL_SESSION"]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR * 1000 });
  const { data, error } = await client.getSession();
  expect(data.session).toBeNull();
  expect(error).toMatchObject({ status: 400, code: "session_expired", message: buildExpiredError().msg });
  expect(events.at(-1)).toBe("SIGNED_OUT");
  expect((await client.getSession()).error).toBeNull();
});

test("parallel refreshes of an expired session end it once, and none gets a token", async () => {
  const fixture = await createLimitedFixture({ timeboxSeconds: 60 });
  const { session } = await fixture.register();
  fixture.clock.advance(60);
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => refresh(fixture, session.refresh_token)),
  );
  const codes = responses.map(({ body }) => body.error_code);
  expect(codes.filter((code) => code === "session_expired")).toHaveLength(1);
  expect(new Set(codes)).not.toContain(undefined);
  expect(responses.every(({ status }) => status === 400)).toBe(true);
});

test("the session list omits expired sessions", async () => {
  const fixture = await createLimitedFixture({ inactivitySeconds: 3 * HOUR });
  const { email, password } = await fixture.register();
  fixture.clock.advance(3 * HOUR);
  const { data } = await fixture.client().signInWithPassword({ email, password });
  const identity = await fixture.auth.identify(buildCookieHeader(data.session ?? {}));
  if (identity.state !== "member") throw new Error("not signed in");
  expect(
    (await fixture.auth.account.listSessions(identity.member)).map(({ isCurrent }) => isCurrent),
  ).toEqual([true]);
});

test("abandoned expired sessions are deleted after a week, not before", async () => {
  const fixture = await createLimitedFixture({ timeboxSeconds: 30 * 24 * HOUR, inactivitySeconds: 2 * HOUR });
  const abandonedUser = await fixture.register();
  fixture.clock.advance(7 * 24 * HOUR);
  expect(await fixture.auth.deleteExpiredData()).toMatchObject({ inactiveSessions: 0, timeboxedSessions: 0 });
  expect((await refresh(fixture, abandonedUser.session.refresh_token)).body).toEqual(
    buildExpiredError(" (Inactivity)"),
  );
  await fixture.register();
  fixture.clock.advance(9 * 24 * HOUR);
  expect(await fixture.auth.deleteExpiredData()).toMatchObject({ inactiveSessions: 1, timeboxedSessions: 0 });
  const { rows } = await fixture.database.pool.query("select count(*)::int as n from auth.sessions");
  expect(rows[0].n).toBe(0);
});

test("a page view doesn't revive a session that is past its limits", async () => {
  for (const limit of ["inactivitySeconds", "timeboxSeconds"]) {
    const fixture = await createLimitedFixture({ [limit]: 300 });
    const { session } = await fixture.register();
    expect(await fixture.auth.identify(buildCookieHeader(session))).toMatchObject({ state: "member" });
    fixture.clock.advance(300);
    expect(await fixture.auth.identify(buildCookieHeader(session))).toEqual({ state: "visitor" });
    expect((await refresh(fixture, session.refresh_token)).status).toBe(400);
  }
});
