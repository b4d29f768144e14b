import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuthFixture } from "../testing.ts";
import { createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";
import { type Authenticator, type Changes, createAuthenticator } from "./authenticator.fixture.ts";
import { createPasskeySteps, decodeClaims } from "./passkeys.fixture.ts";

let fixture: AuthFixture;
let steps: ReturnType<typeof createPasskeySteps>;
let factorSteps: ReturnType<typeof createFactorSteps>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  steps = createPasskeySteps(fixture);
  factorSteps = createFactorSteps(fixture);
});
afterAll(() => fixture.end());

type Client = Awaited<ReturnType<typeof steps.signIn>>["client"];
const WEBAUTHN = { rpId: "lattice.test", rpOrigins: ["http://lattice.test"] };
const toCredential = (json: object) => ({ ...json, toJSON: () => json }) as never;
const toBase64Url = (challenge: unknown) => Buffer.from(challenge as ArrayBuffer).toString("base64url");

/** Registers a WebAuthn factor using the official client. */
async function enroll(client: Client, authenticator: Authenticator, name = "Security key") {
  const enrollment = await client.mfa.webauthn.enroll({ friendlyName: name });
  if (enrollment.error) throw enrollment.error;
  const { data } = await client.mfa.challenge({ factorId: enrollment.data.id, webauthn: WEBAUTHN });
  if (data?.type !== "webauthn" || data.webauthn.type !== "create") throw new Error("no challenge");
  const { publicKey } = data.webauthn.credential_options;
  const options = {
    challenge: toBase64Url(publicKey.challenge),
    user: { id: toBase64Url(publicKey.user.id) },
  };
  const result = await client.mfa.verify({
    factorId: enrollment.data.id,
    challengeId: data.id,
    webauthn: {
      type: "create",
      ...WEBAUTHN,
      credential_response: toCredential(authenticator.create(options)),
    },
  });
  if (result.error) throw result.error;
  return { factorId: enrollment.data.id, session: result.data };
}

/** Verifies a factor or passkey using the official client. */
async function verify(client: Client, factorId: string, authenticator: Authenticator, changes: Changes = {}) {
  const { data, error } = await client.mfa.challenge({ factorId, webauthn: WEBAUTHN });
  if (error) throw error;
  if (data?.type !== "webauthn" || data.webauthn.type !== "request") throw new Error("no challenge");
  const { publicKey } = data.webauthn.credential_options;
  const credential = authenticator.get({ challenge: toBase64Url(publicKey.challenge) }, changes);
  const result = await client.mfa.verify({
    factorId,
    challengeId: data.id,
    webauthn: { type: "request", ...WEBAUTHN, credential_response: toCredential(credential) },
  });
  return { ...result, publicKey, challengeId: data.id, credential };
}

test("the official client registers a WebAuthn factor, which a password sign-in then requires", async () => {
  const { client, email, password } = await steps.signIn();
  const authenticator = createAuthenticator();
  const { factorId, session } = await enroll(client, authenticator);
  expect(decodeClaims(session.access_token)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "mfa/webauthn" }, { method: "password" }],
  });
  expect((await fixture.getLastMessageTo(email)).text).toContain("a passkey or another two-factor method");

  const laterClient = fixture.client();
  const { data } = await laterClient.signInWithPassword({ email, password });
  const token = data.session?.access_token ?? "";
  expect(data.user?.factors).toMatchObject([{ id: factorId, factor_type: "webauthn", status: "verified" }]);
  expect((await fixture.call("GET", "/passkeys", { token })).body.error_code).toBe("insufficient_aal");
  expect((await laterClient.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  const verification = await verify(laterClient, factorId, authenticator);
  expect(verification.error).toBeNull();
  expect(verification.publicKey).toMatchObject({ rpId: "lattice.test", userVerification: "required" });
  expect(decodeClaims(await steps.getToken(laterClient)).session_id).toBe(decodeClaims(token).session_id);
  expect((await laterClient.passkey.list()).data).toMatchObject([{ friendly_name: "Security key" }]);

  // The same passkey also signs in without a password.
  const { data: passkeySignIn } = await steps.signInWithPasskey(authenticator);
  expect(decodeClaims(passkeySignIn?.session?.access_token ?? "").aal).toBe("aal2");
  const { rows: signIns } = await fixture.database.pool.query(
    "select outcome from auth.sign_ins where session_id = $1",
    [decodeClaims(passkeySignIn?.session?.access_token ?? "").session_id],
  );
  expect(signIns).toEqual([{ outcome: "succeeded" }]);

  expect((await laterClient.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await laterClient.passkey.list()).data).toEqual([]);
  const { data: user } = await laterClient.getUser();
  expect(user.user?.factors).toBeUndefined();
  expect(decodeClaims((await laterClient.refreshSession()).data.session?.access_token ?? "").aal).toBe(
    "aal1",
  );
});

describe("with an authenticator app, every passkey is a factor too", () => {
  async function signInWithBoth() {
    const user = await factorSteps.signInWithFactor();
    const { authenticator, ...passkey } = await steps.addPasskey(user.client);
    const client = fixture.client();
    const { data } = await client.signInWithPassword({ email: user.email, password: user.password });
    return { user, passkey, authenticator, client, session: data.session };
  }

  test("the passkey is listed and upgrades the session", async () => {
    const { passkey, authenticator, client, session } = await signInWithBoth();
    expect(session?.user.factors).toMatchObject([
      { factor_type: "totp" },
      { id: passkey.id, factor_type: "webauthn", status: "verified" },
    ]);
    const factors = await fixture.auth.listFactors(session?.access_token ?? "");
    expect(factors.map(({ type }) => type)).toEqual(["totp", "webauthn"]);
    const { error, publicKey } = await verify(client, passkey.id, authenticator);
    expect(error).toBeNull();
    expect(publicKey.allowCredentials).toHaveLength(1);
    expect(decodeClaims(await steps.getToken(client))).toMatchObject({ aal: "aal2" });
  });

  test("another user's passkey, a passkey without user verification and a used challenge aren't accepted", async () => {
    const { passkey, authenticator, client } = await signInWithBoth();
    const otherUser = await steps.signInAndAddPasskey();
    expect((await verify(client, passkey.id, otherUser.passkey.authenticator)).error?.code).toBe(
      "webauthn_verification_failed",
    );
    const unverifiedResult = await verify(client, passkey.id, authenticator, { isUserVerified: false });
    expect(unverifiedResult.error?.code).toBe("webauthn_verification_failed");
    const { challengeId, credential } = await verify(client, passkey.id, authenticator);
    const replayResult = await client.mfa.verify({
      factorId: passkey.id,
      challengeId,
      webauthn: { type: "request", ...WEBAUTHN, credential_response: toCredential(credential) },
    });
    expect(replayResult.error?.code).toBe("webauthn_challenge_not_found");
    const otherChallenge = await client.mfa.challenge({ factorId: otherUser.passkey.id, webauthn: WEBAUTHN });
    expect(otherChallenge.error?.code).toBe("mfa_factor_not_found");
  });

  test("another session's challenge isn't accepted, and a code doesn't replace the passkey", async () => {
    const { user, passkey, authenticator, client } = await signInWithBoth();
    const { data } = await user.client.mfa.challenge({ factorId: passkey.id, webauthn: WEBAUTHN });
    if (data?.type !== "webauthn" || data.webauthn.type !== "request") throw new Error("no challenge");
    const { publicKey } = data.webauthn.credential_options;
    const credential = authenticator.get({ challenge: toBase64Url(publicKey.challenge) });
    const otherSessionResult = await client.mfa.verify({
      factorId: passkey.id,
      challengeId: data.id,
      webauthn: { type: "request", ...WEBAUTHN, credential_response: toCredential(credential) },
    });
    expect(otherSessionResult.error?.code).toBe("webauthn_challenge_not_found");
    const codeResult = await client.mfa.verify({
      factorId: passkey.id,
      challengeId: data.id,
      code: "123456",
    });
    expect(codeResult.error?.code).toBe("webauthn_challenge_not_found");
  });

  test("before a factor is verified, the session can't add, list or remove passkeys", async () => {
    const { passkey, session } = await signInWithBoth();
    const token = session?.access_token ?? "";
    const results = [
      await fixture.call("POST", "/passkeys/registration/options", { token, body: {} }),
      await fixture.call("GET", "/passkeys", { token }),
      await fixture.call("DELETE", `/passkeys/${passkey.id}`, { token }),
      await fixture.call("DELETE", `/factors/${passkey.id}`, { token }),
    ];
    expect(results.map(({ status, body }) => [status, body.error_code])).toEqual([
      [401, "insufficient_aal"],
      [401, "insufficient_aal"],
      [401, "insufficient_aal"],
      [422, "insufficient_aal"],
    ]);
  });

  test("removing the passkey lowers the assurance level of sessions that used it, and of no others", async () => {
    const { user, passkey, authenticator, client } = await signInWithBoth();
    await verify(client, passkey.id, authenticator);
    const passkeySignIn = await steps.signInWithPasskey(authenticator);
    expect((await user.client.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    const levels = [];
    for (const sessionClient of [user.client, client, passkeySignIn.client])
      levels.push(decodeClaims((await sessionClient.refreshSession()).data.session?.access_token ?? "").aal);
    expect(levels).toEqual(["aal2", "aal1", "aal1"]);
  });
});

test("without two-factor authentication, a passkey isn't a factor, but can confirm the user's identity", async () => {
  const { client, passkey, email, password } = await steps.signInAndAddPasskey();
  const otherClient = fixture.client();
  await otherClient.signInWithPassword({ email, password });
  expect((await otherClient.getUser()).data.user?.factors).toBeUndefined();
  fixture.clock.advance(11 * 60);
  expect((await client.passkey.startRegistration()).error?.code).toBe("reauthentication_needed");
  expect((await verify(client, passkey.id, passkey.authenticator)).error).toBeNull();
  expect((await client.passkey.startRegistration()).error).toBeNull();
  // Sessions that haven't verified a factor are ended only when two-factor authentication is on.
  expect((await otherClient.getUser()).error).toBeNull();
});

test("a factor is verified by only one of two simultaneous requests, and no extra passkey remains", async () => {
  const { client } = await steps.signIn();
  const { data: factor } = await client.mfa.webauthn.enroll({ friendlyName: "Key" });
  const token = await steps.getToken(client);
  const attempt = async () => {
    const { body } = await fixture.call("POST", `/factors/${factor?.id}/challenge`, { token, body: {} });
    const { publicKey } = body.webauthn.credential_options;
    return fixture.call("POST", `/factors/${factor?.id}/verify`, {
      token,
      body: {
        challenge_id: body.id,
        webauthn: { type: "create", credential_response: createAuthenticator().create(publicKey) },
      },
    });
  };
  const responses = await Promise.all([attempt(), attempt()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await fixture.call("GET", "/passkeys", { token })).body).toHaveLength(1);
});
