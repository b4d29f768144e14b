import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  clearSessionCookies,
  decodeSessionCookies,
  encodeSessionCookies,
  SESSION_KEY,
} from "#core/accounts/session-cookie.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

/** Identifies the user of a Cookie header and counts the queries. */
const identifyAndCount = (cookie: string | null) =>
  runInRequestScope("test", async () => ({
    ...(await fixture.auth.identify(cookie)),
    statements: getRequestScope()?.statements,
  }));

const getSessionId = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).session_id;

test("a session cookie identifies its member in one query", async () => {
  const { session, username, email } = await fixture.register();
  expect(await identifyAndCount(`theme=dark; ${buildCookieHeader(session)}`)).toEqual({
    state: "member",
    member: {
      id: session.user.id,
      username,
      email,
      avatarUrl: null,
      isVerified: false,
      role: "user",
      sessionId: getSessionId(session.access_token),
    },
    unread: 0,
    isNew: true,
    statements: 1,
  });
});

test("role, badge and avatar are current, not the token's", async () => {
  const { session } = await fixture.register();
  const { pool } = fixture.database;
  await pool.query("update public.user_roles set role = 'admin' where user_id = $1", [session.user.id]);
  await pool.query("update public.profiles set is_verified = true, avatar_url = '/a.svg' where id = $1", [
    session.user.id,
  ]);
  const { member } = (await identifyAndCount(buildCookieHeader(session))) as unknown as { member: unknown };
  expect(member).toMatchObject({ role: "admin", isVerified: true, avatarUrl: "/a.svg" });
});

test("a new member is welcomed for two weeks, or until they dismiss the welcome on any device", async () => {
  const isNew = async (cookie: string) => {
    const identity = await fixture.auth.identify(cookie);
    return identity.state === "member" && identity.isNew;
  };
  const { session, username, email, password } = await fixture.register();
  const cookie = buildCookieHeader(session);
  expect(await isNew(cookie)).toBe(true);
  await expect(fixture.auth.account.dismissWelcome(null)).rejects.toMatchObject({ code: "not_signed_in" });
  const identity = await fixture.auth.identify(cookie);
  if (identity.state !== "member") throw new Error("not signed in");
  await fixture.auth.account.dismissWelcome(identity.member);
  await fixture.auth.account.dismissWelcome(identity.member);
  expect(await isNew(cookie)).toBe(false);
  const { data } = await fixture.client().signInWithPassword({ email, password });
  if (!data.session) throw new Error("not signed in");
  expect(await isNew(buildCookieHeader(data.session))).toBe(false);
  expect(data.session.user.user_metadata).toMatchObject({ username, welcome_dismissed: true });

  const { pool } = fixture.database;
  const laterUser = await fixture.register();
  const setJoinDate = (time: string) =>
    pool.query(`update public.profiles set join_date = ${time} where id = $1`, [laterUser.session.user.id]);
  await setJoinDate("now() - interval '15 days'");
  expect(await isNew(buildCookieHeader(laterUser.session))).toBe(false);
  await setJoinDate("now()");
  expect(await isNew(buildCookieHeader(laterUser.session))).toBe(true);
  await pool.query("update public.user_roles set role = 'admin' where user_id = $1", [
    laterUser.session.user.id,
  ]);
  expect(await isNew(buildCookieHeader(laterUser.session))).toBe(false);
});

describe("the user is a visitor", () => {
  test.each([
    null,
    "",
    "theme=dark",
    "lattice-session=rubbish",
    encodeSessionCookies("[]").join("; "),
    encodeSessionCookies("null").join("; "),
    encodeSessionCookies('{"access_token":7}').join("; "),
    encodeSessionCookies('{"access_token":"a.b.c","refresh_token":"x"}').join("; "),
  ])("if the Cookie header is %s, and no SQL statement is executed", async (cookie) => {
    expect(await identifyAndCount(cookie)).toEqual({ state: "visitor", statements: 0 });
  });

  test("if the token is the public key", async () => {
    const cookie = buildCookieHeader({ access_token: fixture.auth.publicKey, refresh_token: "x" });
    expect(await identifyAndCount(cookie)).toEqual({ state: "visitor", statements: 0 });
  });

  test.each([
    ["was signed out", "delete from auth.sessions where user_id = $1"],
    ["was suspended", "update auth.users set banned_until = '3000-01-01' where id = $1"],
    ["was marked as deleted", "update auth.users set deleted_at = now() where id = $1"],
    ["was deleted", "delete from auth.users where id = $1"],
  ])("if the member %s a moment ago", async (_what, statement) => {
    const { session } = await fixture.register();
    expect(await identifyAndCount(buildCookieHeader(session))).toMatchObject({ state: "member" });
    await fixture.database.pool.query(statement, [session.user.id]);
    expect(await identifyAndCount(buildCookieHeader(session))).toEqual({ state: "visitor", statements: 1 });
  });
});

test("with an expired access token, the session is expired if there is a refresh token, otherwise the user is a visitor; neither case runs a query", async () => {
  const { session } = await fixture.register();
  fixture.clock.advance(3601);
  const cookie = buildCookieHeader(session);
  expect(await identifyAndCount(cookie)).toEqual({ state: "expired", statements: 0 });
  expect(await identifyAndCount(buildCookieHeader({ access_token: session.access_token }))).toEqual({
    state: "visitor",
    statements: 0,
  });
  fixture.clock.advance(-3601);
  expect(await identifyAndCount(cookie)).toMatchObject({ state: "member" });
});

describe("the last-seen time", () => {
  const readLastSeen = async (userId: string): Promise<number> =>
    (
      await fixture.database.pool.query("select last_seen_at from auth.sessions where user_id = $1", [userId])
    ).rows[0].last_seen_at.getTime();

  test("is updated in the same query, at most once a minute", async () => {
    const { session } = await fixture.register();
    const initialTime = await readLastSeen(session.user.id);
    fixture.clock.advance(50);
    await identifyAndCount(buildCookieHeader(session));
    expect(await readLastSeen(session.user.id)).toBe(initialTime);
    fixture.clock.advance(20);
    expect((await identifyAndCount(buildCookieHeader(session))).statements).toBe(1);
    expect(await readLastSeen(session.user.id)).toBeGreaterThanOrEqual(initialTime + 70_000);
  });

  test("never delays a page because of a locked session", async () => {
    const { session } = await fixture.register();
    fixture.clock.advance(120);
    const blocker = await fixture.database.pool.connect();
    await blocker.query("begin");
    await blocker.query("select from auth.sessions where user_id = $1 for update", [session.user.id]);
    expect(await identifyAndCount(buildCookieHeader(session))).toMatchObject({ state: "member" });
    await blocker.query("rollback");
    blocker.release();
  });
});

describe("the browser client with cookie storage", () => {
  /** Simulates a browser with our cookie storage and the client's separate storage for the user. */
  function createBrowser() {
    const cookies = new Map<string, string>();
    const users = new Map<string, string>();
    const buildHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const storeCookies = (lines: string[]) => {
      for (const line of lines) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*);/.exec(line) ?? [];
        if (line.includes("Max-Age=0")) cookies.delete(name);
        else cookies.set(name, value);
      }
    };
    const createClient = () =>
      fixture.client({
        storage: {
          getItem: (key: string) => (key === SESSION_KEY ? decodeSessionCookies(buildHeader()) : null),
          setItem: (key: string, value: string) => {
            if (key === SESSION_KEY) storeCookies(encodeSessionCookies(value));
          },
          removeItem: (key: string) => {
            if (key === SESSION_KEY) storeCookies(clearSessionCookies());
          },
        },
        userStorage: {
          getItem: (key: string) => users.get(key) ?? null,
          setItem: (key: string, value: string) => void users.set(key, value),
          removeItem: (key: string) => void users.delete(key),
        },
      });
    return { createClient, buildHeader, cookies, users };
  }

  test("writes what the server reads: the tokens, without the user", async () => {
    const { email, password, session } = await fixture.register();
    const { createClient, buildHeader, cookies } = createBrowser();
    const browserClient = createClient();
    await browserClient.signInWithPassword({ email, password });
    expect(await identifyAndCount(buildHeader())).toMatchObject({
      state: "member",
      member: { id: session.user.id },
    });
    expect(Object.keys(JSON.parse(decodeSessionCookies(buildHeader()) ?? "")).sort()).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "refresh_token",
      "token_type",
    ]);
    await browserClient.signOut();
    expect(cookies.size).toBe(0);
  });

  test("reads the cookies that the server sets, and fetches the user, which they don't contain", async () => {
    const { session } = await fixture.register();
    const { createClient, cookies, users } = createBrowser();
    for (const pair of buildCookieHeader(session).split("; ")) {
      const index = pair.indexOf("=");
      cookies.set(pair.slice(0, index), pair.slice(index + 1));
    }
    const browserClient = createClient();
    await browserClient.initialize();
    const { data } = await browserClient.getSession();
    expect(data.session?.access_token).toBe(session.access_token);
    expect(data.session?.user.id).toBe(session.user.id);
    expect([...users.keys()]).toEqual([`${SESSION_KEY}-user`]);
    expect((await browserClient.refreshSession()).error).toBeNull();
  });
});
