import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

const SECRET = "a secret of at least thirty-two characters";
let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { jwtSecret: SECRET } });
});
afterAll(() => fixture.end());

/** Creates a token signed with the shared secret, which the server accepts like its own. */
const signToken = (
  claims: Record<string, unknown>,
  header: Record<string, string> = {},
  key: unknown = SECRET,
) =>
  new SignJWT({
    aud: "authenticated",
    role: "authenticated",
    exp: Math.floor(Date.now() / 1000) + 600,
    ...claims,
  })
    .setProtectedHeader({ alg: "HS256", ...header })
    .sign(typeof key === "string" ? new TextEncoder().encode(key) : (key as CryptoKey));

const sendRequest = (authorization?: string) =>
  fixture.call("GET", "/user", { headers: authorization === undefined ? {} : { authorization } });

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

describe("a user's request is refused", () => {
  test.each([undefined, "", "Bearer", "Bearer ", "Basic abc", "Bearer a b"])(
    "without a bearer token: %s",
    async (authorization) => {
      const response = await sendRequest(authorization);
      expect(response.body).toEqual({
        code: 401,
        error_code: "no_authorization",
        msg: "This endpoint requires a valid Bearer token",
      });
      expect(response.status).toBe(401);
    },
  );

  test("with only the public key, as apikey or token", async () => {
    const { publicKey } = fixture.auth;
    expect((await fixture.call("GET", "/user", { headers: { apikey: publicKey } })).status).toBe(401);
    expect((await sendRequest(`Bearer ${publicKey}`)).body).toMatchObject({
      code: 403,
      error_code: "bad_jwt",
      msg: "invalid claim: missing sub claim",
    });
  });

  test("with an invalid or unsigned token, or one signed with another key or algorithm", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    const { session } = await fixture.register();
    const unsignedHeader = Buffer.from('{"alg":"none"}').toString("base64url");
    const payload = session.access_token.split(".")[1];
    const kid = JSON.parse(Buffer.from(session.access_token.split(".")[0] ?? "", "base64url").toString()).kid;
    const tokens = [
      "rubbish",
      "a.b.c",
      await signToken({ sub: session.user.id }, {}, "another secret of thirty-two characters"),
      await signToken({ sub: session.user.id }, { alg: "ES256", kid: "unknown" }, privateKey),
      await signToken({ sub: session.user.id }, { alg: "ES256", kid }, privateKey),
      // A token that names the asymmetric key's kid must not be accepted with an HS256 signature.
      await signToken({ sub: session.user.id }, { kid }),
      await signToken({ sub: session.user.id }, { alg: "HS512" }),
      `${unsignedHeader}.${payload}.`,
      `${session.access_token.slice(0, -8)}AAAAAAAA`,
    ];
    for (const token of tokens) {
      const response = await sendRequest(`Bearer ${token}`);
      expect([token, response.status, response.body.error_code]).toEqual([token, 403, "bad_jwt"]);
      expect(response.body.msg).toMatch(/^invalid JWT: unable to parse or verify signature, ./);
    }
  });

  test("with an expired token", async () => {
    const { session } = await fixture.register();
    expect((await sendRequest(`Bearer ${session.access_token}`)).status).toBe(200);
    fixture.clock.advance(3601);
    const response = await sendRequest(`Bearer ${session.access_token}`);
    fixture.clock.advance(-3601);
    expect(response.body).toMatchObject({ code: 403, error_code: "bad_jwt" });
    expect(response.body.msg).toContain("expired");
  });

  test.each([
    ["in which sub is not a UUID", { sub: "ann" }, 400, "bad_jwt"],
    ["for an unknown user", { sub: UNKNOWN_ID }, 403, "user_not_found"],
  ])("with a token %s", async (_what, claims, status, code) => {
    const response = await sendRequest(`Bearer ${await signToken(claims)}`);
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });

  test("with a malformed or unknown session ID, or with the ID of another user's session", async () => {
    const { session } = await fixture.register();
    const otherUser = await fixture.register();
    const otherSessionId = JSON.parse(
      Buffer.from(otherUser.session.access_token.split(".")[1] ?? "", "base64url").toString(),
    ).session_id;
    for (const [session_id, status, code] of [
      ["nonsense", 403, "bad_jwt"],
      [UNKNOWN_ID, 403, "session_not_found"],
      [otherSessionId, 403, "session_not_found"],
    ] as const) {
      const response = await sendRequest(`Bearer ${await signToken({ sub: session.user.id, session_id })}`);
      expect([response.status, response.body.error_code]).toEqual([status, code]);
    }
  });

  test("for a suspended or deleted user", async () => {
    const { session } = await fixture.register();
    const { pool } = fixture.database;
    await pool.query("update auth.users set banned_until = '3000-01-01' where id = $1", [session.user.id]);
    expect((await sendRequest(`Bearer ${session.access_token}`)).body).toMatchObject({
      code: 403,
      error_code: "user_banned",
    });
    await pool.query("delete from auth.users where id = $1", [session.user.id]);
    expect((await sendRequest(`Bearer ${session.access_token}`)).body).toMatchObject({
      code: 403,
      error_code: "user_not_found",
    });
  });
});

test("a token signed with the shared secret needs no session", async () => {
  const { session } = await fixture.register();
  const response = await sendRequest(`Bearer ${await signToken({ sub: session.user.id })}`);
  expect(response.status).toBe(200);
  expect(response.body.id).toBe(session.user.id);
});

test("a request that names an audience other than the token's is refused", async () => {
  const { session } = await fixture.register();
  const response = await fixture.call("GET", "/user", {
    token: session.access_token,
    headers: { "x-jwt-aud": "somewhere else" },
  });
  expect(response.body).toMatchObject({ code: 400, error_code: "validation_failed" });
});

test("the client drops its session when the server says it has ended", async () => {
  const { email, password, session } = await fixture.register();
  const client = fixture.client();
  await client.signInWithPassword({ email, password });
  await fixture.call("POST", "/logout?scope=global", { token: session.access_token });
  const { error } = await client.getUser();
  expect(error?.name).toBe("AuthSessionMissingError");
  expect((await client.getSession()).data.session).toBeNull();
});
