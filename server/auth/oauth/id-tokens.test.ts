import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOAuthFixture, type OAuthFixture, SITE } from "./oauth.fixture.ts";
import {
  createKey,
  describeProvider,
  type Forgery,
  type ForgingProvider,
  startForgingProvider,
} from "./testing.ts";

let forger: ForgingProvider;
let oauth: OAuthFixture;
let fixture: OAuthFixture["fixture"];
beforeAll(async () => {
  forger = await startForgingProvider();
  oauth = await createOAuthFixture({
    providers: [
      describeProvider(forger.issuer, {
        id: "custom:forger",
        label: "Forger",
        clientIds: ["lattice", "our-mobile-app"],
      }),
      describeProvider("http://127.0.0.1:1", { id: "custom:down", label: "Down" }),
    ],
  });
  ({ fixture } = oauth);
});
afterAll(async () => {
  await forger.end();
  await oauth.end();
});

const removeSignature = (token: string) => {
  const header = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  return `${header}.${token.split(".")[1]}.`;
};
const changePayload = (token: string) => {
  const [header, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changedPayload = Buffer.from(JSON.stringify({ ...claims, sub: "someone else" })).toString(
    "base64url",
  );
  return [header, changedPayload, signature].join(".");
};
const claimSymmetricAlgorithm = (token: string) => {
  const header = Buffer.from(JSON.stringify({ alg: "HS256", kid: "x" })).toString("base64url");
  return `${header}.${token.split(".")[1]}.${token.split(".")[2]}`;
};

/** ID tokens that are wrong in one respect. Both ways to submit ID tokens are tested with them. */
const FORGERIES: readonly (readonly [what: string, forgery: Forgery])[] = [
  ["another issuer", { claims: { iss: "https://evil.example" } }],
  ["no issuer", { claims: { iss: undefined } }],
  ["another audience", { claims: { aud: "another-client" } }],
  ["several audiences, but issued to another client", { claims: { aud: ["lattice", "x"], azp: "x" } }],
  ["no subject", { claims: { sub: undefined } }],
  ["an empty subject", { claims: { sub: "" } }],
  ["no expiry", { claims: { exp: undefined } }],
  ["an expiry in the past", { skew: -400 }],
  ["a start time in the future", { claims: { nbf: Math.floor(Date.now() / 1000) + 3_600 } }],
  ["no signature", { edit: removeSignature }],
  ["a changed payload", { edit: changePayload }],
  ["a symmetric algorithm in its header", { edit: claimSymmetricAlgorithm }],
];

describe("the ID token of a sign-in", () => {
  /** Signs in with this token. Returns the error code, or "signed_in". */
  async function signIn(forgery: Forgery = {}, nonce?: string): Promise<string> {
    const browser = oauth.createBrowser();
    const query = new URLSearchParams({ provider: "custom:forger", redirect_to: `${SITE}/home` });
    const { url } = await browser.open(`${SITE}/auth/v1/authorize?${query}`);
    forger.forge(nonce ?? url.searchParams.get("nonce"), forgery);
    const callback = new URLSearchParams({ code: "a code", state: url.searchParams.get("state") ?? "" });
    const landingPage = await browser.open(`${SITE}/auth/v1/callback?${callback}`);
    const fragment = new URLSearchParams(landingPage.url.hash.slice(1));
    return fragment.get("error_code") ?? (fragment.has("access_token") ? "signed_in" : landingPage.url.href);
  }

  test("is accepted when everything is right, even with twenty seconds of clock skew", async () => {
    expect(await signIn()).toBe("signed_in");
    for (const skew of [-20, 20]) expect(await signIn({ skew })).toBe("signed_in");
    expect(await signIn({ claims: { exp: Math.floor(Date.now() / 1000) - 20 } })).toBe("signed_in");
  });

  test.each(FORGERIES)("is refused with %s", async (_what, forgery) => {
    expect(await signIn(forgery)).toBe("bad_oauth_callback");
  });

  test("is refused with another nonce, or none", async () => {
    expect(await signIn({}, "another nonce")).toBe("bad_oauth_callback");
    expect(await signIn({ claims: { nonce: undefined } })).toBe("bad_oauth_callback");
  });

  test("is accepted with a rotated key, which is fetched once, but not with an unpublished one", async () => {
    expect(await signIn()).toBe("signed_in");
    const previousCount = forger.countKeyRequests();
    await forger.rotateKeys();
    expect(await signIn()).toBe("signed_in");
    expect(await signIn()).toBe("signed_in");
    expect(forger.countKeyRequests()).toBe(previousCount + 1);
    expect(await signIn({ key: await createKey() })).toBe("bad_oauth_callback");
    expect(forger.countKeyRequests()).toBe(previousCount + 2);
  });

  test("is also accepted from a real provider that has rotated its keys", async () => {
    const user = oauth.newUser();
    await oauth.signIn({ user });
    await oauth.provider.rotateKeys();
    expect(await oauth.attempt({ user })).toBe("signed_in");
  });
});

describe("signInWithIdToken", () => {
  let userCount = 0;
  const newClaims = () => {
    userCount += 1;
    return { sub: `app-${userCount}`, email: `app${userCount}@example.com` };
  };
  const send = (body: object, token?: string) =>
    fixture.call("POST", "/token?grant_type=id_token", {
      body: { provider: "custom:forger", ...body },
      token,
    });

  test("signs in through the official client with an ID token issued to the site or to its mobile app", async () => {
    const nonce = "the app's nonce";
    const claims = { ...newClaims(), nonce: createHash("sha256").update(nonce).digest("hex") };
    for (const aud of ["lattice", "our-mobile-app"]) {
      const token = await forger.sign({ ...claims, aud });
      const { data, error } = await fixture
        .client()
        .signInWithIdToken({ provider: "custom:forger", token, nonce });
      expect([error, data.user?.email]).toEqual([null, claims.email]);
      expect(data.user?.app_metadata).toEqual({ provider: "custom:forger", providers: ["custom:forger"] });
    }
  });

  test.each(FORGERIES)("refuses a token with %s", async (_what, forgery) => {
    const { status, body } = await send({ id_token: await forger.sign(newClaims(), forgery) });
    expect([status, body]).toEqual([400, { error: "invalid request", error_description: "Bad ID token" }]);
  });

  test("refuses anything that isn't a token, without asking the provider", async () => {
    const provider = "custom:down";
    for (const id_token of ["mock-id-token", "a.b.c", "e30.e30", `${btoa("null")}.${btoa("[]")}.x`]) {
      const { status, body } = await send({ provider, id_token });
      expect([status, body.error_description]).toEqual([400, "Bad ID token"]);
    }
    const { status, body } = await send({ provider, id_token: await forger.sign(newClaims()) });
    expect([status, body.msg]).toEqual([503, "Down can't be reached right now"]);
  });

  test("refuses a wrong, missing or unexpected nonce", async () => {
    const nonceHash = createHash("sha256").update("right").digest("hex");
    for (const [tokenNonce, sentNonce, error] of [
      [nonceHash, "wrong", "invalid nonce"],
      [nonceHash, undefined, "invalid request"],
      ["right", "right", "invalid nonce"],
      [undefined, "right", "invalid request"],
    ] as const) {
      const id_token = await forger.sign({ ...newClaims(), nonce: tokenNonce });
      const { status, body } = await send({ id_token, nonce: sentNonce });
      expect([status, body.error]).toEqual([400, error]);
    }
  });

  test("accepts each token once, even in parallel", async () => {
    const id_token = await forger.sign(newClaims());
    const statuses = await Promise.all([1, 2, 3].map(async () => (await send({ id_token })).status));
    expect(statuses.sort()).toEqual([200, 400, 400]);
  });

  test("requires a verified address for a new account", async () => {
    const id_token = await forger.sign({ ...newClaims(), email_verified: "false" });
    expect((await send({ id_token })).body.error_code).toBe("provider_email_needs_verification");
    // Apple's booleans are strings.
    expect(
      (await send({ id_token: await forger.sign({ ...newClaims(), email_verified: "true" }) })).status,
    ).toBe(200);
  });

  test.each([
    [{}, { error: "invalid request", error_description: "id_token required" }],
    [
      { id_token: "x", provider: null },
      { error: "invalid request", error_description: "provider required" },
    ],
    [{ id_token: "x" }, { error: "invalid request", error_description: "Bad ID token" }],
    [{ id_token: "x", provider: "google" }, { error_code: "provider_disabled" }],
  ])("refuses %o", async (body, expected) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject(expected);
  });
});
