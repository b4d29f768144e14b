import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const refresh = (refresh_token: unknown) =>
  fixture.call("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });

const exchangeToken = async (token: string): Promise<string> => {
  const response = await refresh(token);
  expect(response.status).toBe(200);
  return response.body.refresh_token;
};

test("the official client refreshes and stays in its session", async () => {
  const { email, password } = await fixture.register();
  const client = fixture.client();
  const firstSession = (await client.signInWithPassword({ email, password })).data.session;
  fixture.clock.advance(1);
  const { data, error } = await client.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(firstSession?.refresh_token);
  expect(data.session?.access_token).not.toBe(firstSession?.access_token);
  const claims = [firstSession, data.session].map((session) => readClaims(session?.access_token ?? ""));
  expect(claims[1].session_id).toBe(claims[0].session_id);
  expect(claims[1].amr).toEqual(claims[0].amr);
  expect((await client.getUser()).data.user?.email).toBe(email);
});

const readClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

describe("a used token", () => {
  test("is exchanged for the active token again while it is the active token's parent, at any age", async () => {
    const { session } = await fixture.register();
    const secondToken = await exchangeToken(session.refresh_token);
    fixture.clock.advance(30 * 24 * 3600);
    const repeatedResponse = await refresh(session.refresh_token);
    expect(repeatedResponse.status).toBe(200);
    expect(repeatedResponse.body.refresh_token).toBe(secondToken);
    expect(repeatedResponse.body.access_token).toEqual(expect.any(String));
    const { rows } = await fixture.database.pool.query(
      "select count(*)::int as n from auth.refresh_tokens where user_id = $1",
      [session.user.id],
    );
    expect(rows[0].n).toBe(2);
  });

  test("further back in the chain works for ten seconds and gets a new token", async () => {
    const { session } = await fixture.register();
    const secondToken = await exchangeToken(session.refresh_token);
    const thirdToken = await exchangeToken(secondToken);
    fixture.clock.advance(8);
    const otherToken = await exchangeToken(session.refresh_token);
    expect([session.refresh_token, secondToken, thirdToken]).not.toContain(otherToken);
    await exchangeToken(thirdToken);
    await exchangeToken(otherToken);
  });

  test("further back in the chain ends the session with all its tokens after ten seconds", async () => {
    const { session } = await fixture.register();
    const secondToken = await exchangeToken(session.refresh_token);
    fixture.clock.advance(11);
    const thirdToken = await exchangeToken(secondToken);
    const fourthToken = await exchangeToken(thirdToken);
    const replayResponse = await refresh(session.refresh_token);
    expect(replayResponse.body).toEqual({
      code: 400,
      error_code: "refresh_token_already_used",
      msg: "Invalid Refresh Token: Already Used",
    });
    for (const token of [fourthToken, thirdToken, secondToken]) {
      expect((await refresh(token)).body.error_code).toBe("refresh_token_not_found");
    }
  });

  test("doesn't affect the user's other sessions", async () => {
    const { email, password, session } = await fixture.register();
    const otherSession = await fixture.auth.signInWithPassword(
      { email, password },
      { ip: "203.0.113.2", userAgent: null },
    );
    await exchangeToken(await exchangeToken(session.refresh_token));
    fixture.clock.advance(11);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    await exchangeToken(otherSession.refresh_token);
  });
});

test("tabs that refresh with one token simultaneously get the same next token", async () => {
  const { session } = await fixture.register();
  const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refresh_token)));
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
});

describe("a refresh is refused", () => {
  test.each([
    ["without a token", undefined],
    ["with null", null],
    ["with a short token", "abcdefghijk"],
    ["with invalid characters", "abcdefghijkl mnop"],
    ["with an access token", "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl"],
  ])("%s, as malformed", async (_what, token) => {
    const response = await refresh(token);
    expect(response.status).toBe(400);
    expect(response.body.error_code).toBe("validation_failed");
  });

  test("with an unknown token", async () => {
    expect((await refresh("abcdefghijkl")).body).toEqual({
      code: 400,
      error_code: "refresh_token_not_found",
      msg: "Invalid Refresh Token: Refresh Token Not Found",
    });
  });

  test("after the session has ended", async () => {
    const { session } = await fixture.register();
    await fixture.call("POST", "/logout?scope=local", { token: session.access_token });
    expect((await refresh(session.refresh_token)).body.error_code).toBe("refresh_token_not_found");
  });

  test("during a suspension", async () => {
    const { session } = await fixture.register();
    await fixture.database.pool.query("update auth.users set banned_until = '3000-01-01' where id = $1", [
      session.user.id,
    ]);
    const response = await refresh(session.refresh_token);
    expect(response.status).toBe(400);
    expect(response.body.error_code).toBe("user_banned");
  });

  test("with a conflict if the session stays locked too long, but the token stays valid", async () => {
    const { session } = await fixture.register();
    const blocker = new pg.Client({ connectionString: fixture.database.url });
    await blocker.connect();
    await blocker.query("begin");
    await blocker.query("select from auth.sessions where user_id = $1 for update", [session.user.id]);
    const response = await refresh(session.refresh_token);
    await blocker.query("rollback");
    await blocker.end();
    expect(response.status).toBe(409);
    expect(response.body.error_code).toBe("conflict");
    await exchangeToken(session.refresh_token);
  });
});

test("the database stores no plain-text refresh token, and no encrypted copy of a used one", async () => {
  const { session } = await fixture.register();
  const secondToken = await exchangeToken(session.refresh_token);
  const { rows } = await fixture.database.pool.query(
    "select * from auth.refresh_tokens where user_id = $1 order by id",
    [session.user.id],
  );
  expect(rows[0].token_sealed).toBeNull();
  for (const row of rows) {
    for (const bytes of [row.token_hash, row.token_sealed ?? Buffer.alloc(0)]) {
      expect(bytes.includes(Buffer.from(secondToken))).toBe(false);
      expect(bytes.includes(Buffer.from(session.refresh_token))).toBe(false);
    }
  }
});

test("token lifetime and reuse interval follow the settings", async () => {
  const shortLivedSite = await createAuthFixture({
    database: fixture.database,
    auth: { tokenSeconds: 120, reuseSeconds: 0 },
  });
  const user = { ...shortLivedSite.newUser(), email: "short@example.org", username: "Short Lived" };
  const session = await shortLivedSite.auth.signUp(user, { ip: "203.0.113.9", userAgent: null });
  expect(session.expires_in).toBe(120);
  const refresh = (refresh_token: string) =>
    shortLivedSite.call("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  const firstResponse = await refresh(session.refresh_token);
  await refresh(firstResponse.body.refresh_token);
  expect((await refresh(session.refresh_token)).body.error_code).toBe("refresh_token_already_used");
  shortLivedSite.clock.advance(121);
  expect((await shortLivedSite.call("GET", "/user", { token: session.access_token })).body.error_code).toBe(
    "bad_jwt",
  );
});
