import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { type Changes, createAuthenticator } from "./authenticator.fixture.ts";
import { createPasskeySteps } from "./passkeys.fixture.ts";

let fixture: AuthFixture;
let steps: ReturnType<typeof createPasskeySteps>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  steps = createPasskeySteps(fixture);
});
afterAll(() => fixture.end());

const VERIFICATION_FAILED = "webauthn_verification_failed";

const startSignIn = async () => {
  const { data } = await fixture.client().passkey.startAuthentication();
  if (!data) throw new Error("no challenge");
  return data;
};
const finishSignIn = (challengeId: unknown, credential: unknown, headers = {}) =>
  fixture.call("POST", "/passkeys/authentication/verify", {
    body: { challenge_id: challengeId, credential },
    headers,
  });

describe("a sign-in is refused", () => {
  const CASES: [string, Changes][] = [
    ["from another origin", { origin: "https://evil.example" }],
    ["from a subdomain", { origin: "http://shop.lattice.test" }],
    ["from another port", { origin: "http://lattice.test:8080" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["with another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["without user verification", { isUserVerified: false }],
    ["without user presence", { isUserPresent: false }],
    ["with the response of a registration", { type: "webauthn.create" }],
    ["in another site's frame", { crossOrigin: true }],
    [
      "in another site's frame, with that site's origin",
      { crossOrigin: true, topOrigin: "https://evil.example" },
    ],
    [
      "with a user handle that isn't the owner's",
      { userHandle: Buffer.from("someone else").toString("base64url") },
    ],
    ["without a user handle", { userHandle: null }],
    ["with an unknown credential", { credentialId: Buffer.alloc(32, 7).toString("base64url") }],
  ];
  test.each(CASES)("%s", async (_name, changes) => {
    const { passkey, client } = await steps.signInAndAddPasskey();
    const refusedSignIn = await steps.signInWithPasskey(passkey.authenticator, changes);
    expect(refusedSignIn.error).toMatchObject({ status: 400, code: VERIFICATION_FAILED });
    // Nothing was recorded, and the passkey still works.
    expect((await client.passkey.list()).data?.[0]?.last_used_at).toBeUndefined();
    expect((await steps.signInWithPasskey(passkey.authenticator)).error).toBeNull();
  });

  test("with the signature of another key", async () => {
    const { passkey } = await steps.signInAndAddPasskey();
    const otherUser = await steps.signInAndAddPasskey();
    const { error } = await steps.signInWithPasskey(otherUser.passkey.authenticator, {
      credentialId: passkey.authenticator.id,
      userHandle: Buffer.from((await getOwnerId(passkey.authenticator.id)) ?? "").toString("base64url"),
    });
    expect(error?.code).toBe(VERIFICATION_FAILED);
  });

  test("with a counter that decreased or didn't change, but not if the authenticator has none", async () => {
    const { passkey } = await steps.signInAndAddPasskey();
    const { authenticator } = passkey;
    expect((await steps.signInWithPasskey(authenticator, { counter: 9 })).error).toBeNull();
    for (const counter of [9, 8, 0])
      expect((await steps.signInWithPasskey(authenticator, { counter })).error?.code).toBe(
        VERIFICATION_FAILED,
      );
    expect((await steps.signInWithPasskey(authenticator, { counter: 10 })).error).toBeNull();

    const { client } = await steps.signIn();
    const passkeyWithoutCounter = await steps.addPasskey(client, createAuthenticator({ hasCounter: false }));
    for (let round = 0; round < 2; round += 1)
      expect((await steps.signInWithPasskey(passkeyWithoutCounter.authenticator)).error).toBeNull();
  });

  test("with a replayed response, and with the challenge of a failed attempt", async () => {
    const { passkey } = await steps.signInAndAddPasskey();
    const { challengeId, credential } = await steps.signInWithPasskey(passkey.authenticator);
    expect((await finishSignIn(challengeId, credential)).body.error_code).toBe(
      "webauthn_challenge_not_found",
    );
    const { challenge_id, options } = await startSignIn();
    const wrongCredential = passkey.authenticator.get(options, { origin: "https://evil.example" });
    expect((await finishSignIn(challenge_id, wrongCredential)).body.error_code).toBe(VERIFICATION_FAILED);
    const rightCredential = passkey.authenticator.get(options);
    expect((await finishSignIn(challenge_id, rightCredential)).body.error_code).toBe(
      "webauthn_challenge_not_found",
    );
  });

  test("for all but one of several simultaneous requests with the same response", async () => {
    const { passkey } = await steps.signInAndAddPasskey();
    const { challenge_id, options } = await startSignIn();
    const credential = passkey.authenticator.get(options);
    const responses = await Promise.all([1, 2, 3].map(() => finishSignIn(challenge_id, credential)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("for one of two simultaneous requests with different challenges but the same counter value", async () => {
    const { passkey } = await steps.signInAndAddPasskey();
    const challenges = [await startSignIn(), await startSignIn()];
    const responses = await Promise.all(
      challenges.map(({ challenge_id, options }) =>
        finishSignIn(challenge_id, passkey.authenticator.get(options, { counter: 50 })),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("after five minutes", async () => {
    const { passkey } = await steps.signInAndAddPasskey();
    const { challenge_id, options } = await startSignIn();
    fixture.clock.advance(301);
    const lateResponse = await finishSignIn(challenge_id, passkey.authenticator.get(options));
    expect([lateResponse.status, lateResponse.body.error_code]).toEqual([400, "webauthn_challenge_expired"]);
  });

  test("with a challenge for adding a passkey", async () => {
    const { passkey, client } = await steps.signInAndAddPasskey();
    const { data } = await client.passkey.startRegistration();
    if (!data) throw new Error("no challenge");
    const credential = passkey.authenticator.get(data.options);
    expect((await finishSignIn(data.challenge_id, credential)).body.error_code).toBe(
      "webauthn_challenge_not_found",
    );
  });

  test("in a browser other than the one that started it, and the first browser can still complete it", async () => {
    const { passkey } = await steps.signInAndAddPasskey();
    const sameOriginHeaders = { "sec-fetch-site": "same-origin" };
    const { body, headers } = await fixture.call("POST", "/passkeys/authentication/options", {
      body: {},
      headers: sameOriginHeaders,
    });
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^lattice-passkey=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Strict$/);
    const credential = passkey.authenticator.get(body.options);
    const finish = (cookies?: string) =>
      finishSignIn(body.challenge_id, credential, cookies ? { cookie: cookies } : {});
    expect((await finish()).body.error_code).toBe("webauthn_challenge_not_found");
    const otherCookie = `lattice-passkey=${"x".repeat(43)}`;
    expect((await finish(otherCookie)).body.error_code).toBe("webauthn_challenge_not_found");
    expect((await finish(cookie.split(";")[0])).status).toBe(200);
  });
});

describe("a response is refused", () => {
  const createCredential = () => createAuthenticator().get({ challenge: "AAAA" });
  const HUGE_TEXT = "A".repeat(300_000);
  const CASES: [string, (credential: ReturnType<typeof createCredential>) => unknown][] = [
    ["that is missing", () => undefined],
    ["that is null", () => null],
    ["that is a string", () => "credential"],
    ["that is an array", () => []],
    ["without an ID", ({ id: _, ...rest }) => rest],
    ["without a response", ({ response: _, ...rest }) => rest],
    ["of another type", (credential) => ({ ...credential, type: "password" })],
    ["with another raw ID", (credential) => ({ ...credential, rawId: "AAAA" })],
    ["with an ID that isn't base64url", (credential) => ({ ...credential, id: "a/b+c=" })],
    ["with a huge ID", (credential) => ({ ...credential, id: HUGE_TEXT, rawId: HUGE_TEXT })],
    [
      "with huge authenticator data",
      (credential) => ({ ...credential, response: { ...credential.response, authenticatorData: HUGE_TEXT } }),
    ],
    [
      "with short authenticator data",
      (credential) => ({ ...credential, response: { ...credential.response, authenticatorData: "AAAA" } }),
    ],
    [
      "with client data that isn't JSON",
      (credential) => ({ ...credential, response: { ...credential.response, clientDataJSON: "AAAA" } }),
    ],
    [
      "with a number as a signature",
      (credential) => ({ ...credential, response: { ...credential.response, signature: 7 } }),
    ],
  ];
  test.each(CASES)("%s", async (_name, change) => {
    const { passkey } = await steps.signInAndAddPasskey();
    const { challenge_id, options } = await startSignIn();
    const credential = change(passkey.authenticator.get(options));
    const response = await finishSignIn(challenge_id, credential);
    expect([response.status, response.body.error_code]).toEqual([400, VERIFICATION_FAILED]);
  });

  test.each([[undefined], [null], [""], ["x"], ["00000000-0000-4000-8000-000000000000"]])(
    "for the challenge %j",
    async (id) => {
      const response = await finishSignIn(id, createCredential());
      expect([response.status, response.body.error_code]).toEqual([400, "webauthn_challenge_not_found"]);
    },
  );

  test("with a challenge that isn't a string", async () => {
    expect((await finishSignIn({ a: 1 }, createCredential())).body.error_code).toBe("bad_json");
  });
});

test("expired challenges are deleted", async () => {
  await startSignIn();
  fixture.clock.advance(25 * 60 * 60);
  await fixture.auth.deleteExpiredData();
  const { rows } = await fixture.database.pool.query("select from auth.passkey_challenges");
  expect(rows).toEqual([]);
});

async function getOwnerId(credentialId: string): Promise<string | undefined> {
  const { rows } = await fixture.database.pool.query<{ user_id: string }>(
    "select user_id from auth.passkeys where credential_id = $1",
    [Buffer.from(credentialId, "base64url")],
  );
  return rows[0]?.user_id;
}
