import { createLocalJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

const SECRET = "a secret of at least thirty-two characters";
const CLIENT = { ip: "203.0.113.5", userAgent: null };
let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const isAccepted = async (site: AuthFixture, token: string) =>
  (await site.call("GET", "/user", { token })).status === 200;

async function createKey(algorithm: "ES256" | "RS256", kid: string, operations: string[]) {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: algorithm, key_ops: operations };
}

test("the published keys verify the server's tokens and contain nothing private", async () => {
  const { session } = await fixture.register();
  const { body, headers } = await fixture.call("GET", "/.well-known/jwks.json");
  expect(headers.get("cache-control")).toBe("public, max-age=600");
  expect(body.keys).toEqual([
    {
      kid: expect.any(String),
      kty: "EC",
      alg: "ES256",
      use: "sig",
      key_ops: ["verify"],
      crv: "P-256",
      x: expect.any(String),
      y: expect.any(String),
    },
  ]);
  const { payload } = await jwtVerify(session.access_token, createLocalJWKSet(body), {
    issuer: "http://lattice.test/auth/v1",
    audience: "authenticated",
    subject: session.user.id,
  });
  expect(payload).toMatchObject({
    email: session.user.email,
    phone: "",
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    is_anonymous: false,
    app_metadata: session.user.app_metadata,
    user_metadata: session.user.user_metadata,
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  expect(payload.exp).toBe(session.expires_at);
});

test("the official client verifies tokens with the published keys", async () => {
  const { email, password } = await fixture.register();
  const client = fixture.client();
  await client.signInWithPassword({ email, password });
  const { data, error } = await client.getClaims();
  expect(error).toBeNull();
  expect(data?.claims.email).toBe(email);
  expect(data?.header.alg).toBe("ES256");
});

test("processes that start at the same time on a new database share their signing keys and the public API key", async () => {
  await fixture.database.pool.query("delete from auth.secrets");
  const sites = await Promise.all(
    Array.from({ length: 4 }, () => createAuthFixture({ database: fixture.database })),
  );
  const { session } = await fixture.auth.signUp(fixture.newUser(), CLIENT).then(
    // The old process still signs with the deleted keys, which other processes must not accept.
    async (oldSession) => {
      for (const site of sites) expect(await isAccepted(site, oldSession.access_token)).toBe(false);
      return {
        session: await sites[0]?.auth.signUp({ ...fixture.newUser(), username: "Shared" }, CLIENT),
      };
    },
  );
  for (const site of sites) {
    expect(await isAccepted(site, session?.access_token ?? "")).toBe(true);
    expect(site.auth.publicKey).toBe(sites[0]?.auth.publicKey);
    const response = await site.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session?.refresh_token },
    });
    expect(response.status).toBe(200);
  }
});

describe("configured keys", () => {
  test("can be rotated: the new key signs, and tokens that the old key signed are still accepted", async () => {
    const oldKey = await createKey("ES256", "old", ["sign", "verify"]);
    const newKey = await createKey("RS256", "new", ["sign", "verify"]);
    const siteBefore = await createAuthFixture({
      database: fixture.database,
      auth: { jwtSecret: SECRET, jwtKeys: [oldKey] },
    });
    const session = await siteBefore.auth.signUp({ ...fixture.newUser(), username: "Rotated" }, CLIENT);
    const siteAfter = await createAuthFixture({
      database: fixture.database,
      auth: { jwtSecret: SECRET, jwtKeys: [{ ...oldKey, key_ops: ["verify"] }, newKey] },
    });
    expect(await isAccepted(siteAfter, session.access_token)).toBe(true);
    const { body } = await siteAfter.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: "RS256", kid: "new" });
    expect(await isAccepted(siteBefore, body.access_token)).toBe(false);
    const publishedKeys = (await siteAfter.call("GET", "/.well-known/jwks.json")).body.keys;
    expect(publishedKeys.map(({ kid }: { kid: string }) => kid)).toEqual(["old", "new"]);
    for (const key of publishedKeys) {
      for (const privateField of ["d", "p", "q", "dp", "dq", "qi", "k"])
        expect(key).not.toHaveProperty(privateField);
    }
  });

  test("that are symmetric can sign, but are not published", async () => {
    const k = Buffer.from(SECRET).toString("base64url");
    const site = await createAuthFixture({
      database: fixture.database,
      auth: { jwtKeys: [{ kty: "oct", kid: "shared", alg: "HS256", k, key_ops: ["sign", "verify"] }] },
    });
    const session = await site.auth.signUp({ ...fixture.newUser(), username: "Symmetric" }, CLIENT);
    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: "HS256", kid: "shared" });
    expect(await isAccepted(site, session.access_token)).toBe(true);
    expect((await site.call("GET", "/.well-known/jwks.json")).body).toEqual({ keys: [] });
  });

  test.each([
    ["without a signing key", [["verify"]]],
    ["with two signing keys", [["sign"], ["sign"]]],
  ])("%s prevent startup", async (_what, operationLists) => {
    const jwtKeys = await Promise.all(
      operationLists.map((operations, index) => createKey("ES256", `key ${index}`, operations)),
    );
    await expect(createAuthFixture({ database: fixture.database, auth: { jwtKeys } })).rejects.toThrow(
      "AUTH_JWT_KEYS must have exactly one key",
    );
  });

  test("for an unsupported algorithm prevent startup", async () => {
    const jwtKeys = [{ kty: "OKP", crv: "Ed25519", x: "x", kid: "ed", key_ops: ["sign"] }];
    await expect(createAuthFixture({ database: fixture.database, auth: { jwtKeys } })).rejects.toThrow(
      "ES256",
    );
  });
});

test("the public API key depends only on the secret and grants only a visitor's role", async () => {
  const [firstSite, secondSite] = await Promise.all(
    [1, 2].map(() => createAuthFixture({ database: fixture.database, auth: { jwtSecret: SECRET } })),
  );
  expect(firstSite?.auth.publicKey).toBe(secondSite?.auth.publicKey);
  const { payload } = await jwtVerify(firstSite?.auth.publicKey ?? "", new TextEncoder().encode(SECRET));
  expect(payload.role).toBe("anon");
  expect(payload.sub).toBeUndefined();
});
