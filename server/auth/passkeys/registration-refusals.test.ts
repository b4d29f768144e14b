import { isoCBOR } from "@simplewebauthn/server/helpers";
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

describe("adding a passkey is refused", () => {
  const CASES: [string, Changes][] = [
    ["from another origin", { origin: "https://evil.example" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["with another challenge", { challenge: "AAAA" }],
    ["without user verification", { isUserVerified: false }],
    ["with a sign-in response", { type: "webauthn.get" }],
    ["in another site's frame", { crossOrigin: true }],
    ["with an algorithm that wasn't offered", { algorithm: -65535 }],
  ];
  test.each(CASES)("%s", async (_name, changes) => {
    const { client } = await steps.signIn();
    await expect(steps.addPasskey(client, createAuthenticator(), changes)).rejects.toMatchObject({
      code: VERIFICATION_FAILED,
    });
    expect((await client.passkey.list()).data).toEqual([]);
  });

  test("if it belongs to another account, even if both accounts add it simultaneously", async () => {
    const firstUser = await steps.signInAndAddPasskey();
    const secondUser = await steps.signIn();
    await expect(steps.addPasskey(secondUser.client, firstUser.passkey.authenticator)).rejects.toMatchObject({
      status: 422,
      code: "webauthn_credential_exists",
    });
    const authenticator = createAuthenticator();
    const results = await Promise.allSettled([
      steps.addPasskey(firstUser.client, authenticator),
      steps.addPasskey(secondUser.client, authenticator),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("with a challenge that is for another user, another session or a sign-in, or that has been used", async () => {
    const attacker = await steps.signIn();
    const victim = await steps.signIn();
    const { data } = await victim.client.passkey.startRegistration();
    if (!data) throw new Error("no challenge");
    const authenticator = createAuthenticator();
    const credential = authenticator.create(data.options);
    const add = async (client = attacker.client, challengeId = data.challenge_id) =>
      (await client.passkey.verifyRegistration({ challengeId, credential })).error?.code;
    expect(await add()).toBe("webauthn_challenge_not_found");
    const otherSessionClient = fixture.client();
    await otherSessionClient.signInWithPassword(victim);
    expect(await add(otherSessionClient)).toBe("webauthn_challenge_not_found");
    const signInChallenge = await attacker.client.passkey.startAuthentication();
    expect(await add(attacker.client, signInChallenge.data?.challenge_id)).toBe(
      "webauthn_challenge_not_found",
    );
    // The failed attempts haven't used up the challenge.
    expect(await add(victim.client)).toBeUndefined();
    expect(await add(victim.client)).toBe("webauthn_challenge_not_found");
  });

  test("after five minutes, and after the session has ended", async () => {
    const { client, ...user } = await steps.signIn();
    const { data } = await client.passkey.startRegistration();
    if (!data) throw new Error("no challenge");
    const credential = createAuthenticator().create(data.options);
    const add = () => client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
    fixture.clock.advance(301);
    expect((await add()).error?.code).toBe("webauthn_challenge_expired");

    await client.signInWithPassword(user);
    const token = await steps.getToken(client);
    const { body } = await fixture.call("POST", "/passkeys/registration/options", { token, body: {} });
    await fixture.call("POST", "/logout?scope=global", { token });
    const lateResponse = await fixture.call("POST", "/passkeys/registration/verify", {
      token,
      body: { challenge_id: body.challenge_id, credential: createAuthenticator().create(body.options) },
    });
    expect(lateResponse.body.error_code).toBe("session_not_found");
  });

  const nestMaps = (depth: number): Map<string, unknown> =>
    depth === 0 ? new Map() : new Map([["a", nestMaps(depth - 1)]]);
  const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
  const ATTESTATIONS: [string, string][] = [
    ["empty", ""],
    ["not CBOR", toBase64Url(new Uint8Array([255, 255, 255]))],
    ["cut off", toBase64Url(isoCBOR.encode(new Map([["fmt", "none"]])).slice(0, 4))],
    ["a string instead of a map", toBase64Url(isoCBOR.encode("none"))],
    ["a map without authenticator data", toBase64Url(isoCBOR.encode(new Map([["fmt", "none"]])))],
    ["deeply nested", toBase64Url(Buffer.alloc(40_000, 0x81))],
    ["made of nested maps", toBase64Url(isoCBOR.encode(nestMaps(200) as never))],
    ["an array that claims a huge length", toBase64Url(Buffer.from("9affffffff", "hex"))],
    ["a string that claims a huge length", toBase64Url(Buffer.from("7bffffffffffffffff", "hex"))],
    ["larger than allowed", "A".repeat(70_000)],
    [
      "a map with authenticator data that is too short",
      toBase64Url(isoCBOR.encode(new Map([["authData", new Uint8Array(10)]]))),
    ],
  ];
  test.each(ATTESTATIONS)("with an attestation object that is %s", async (_name, attestationObject) => {
    const { client } = await steps.signIn();
    const { data } = await client.passkey.startRegistration();
    if (!data) throw new Error("no challenge");
    const { response, ...credential } = createAuthenticator().create(data.options);
    const { error } = await client.passkey.verifyRegistration({
      challengeId: data.challenge_id,
      credential: { ...credential, response: { ...response, attestationObject } },
    });
    expect(error).toMatchObject({ status: 400, code: VERIFICATION_FAILED });
  });

  test("with an ID that differs from the one in the authenticator data", async () => {
    const { client } = await steps.signIn();
    const { data } = await client.passkey.startRegistration();
    if (!data) throw new Error("no challenge");
    const credential = createAuthenticator().create(data.options);
    const { id } = createAuthenticator();
    const { error } = await client.passkey.verifyRegistration({
      challengeId: data.challenge_id,
      credential: { ...credential, id, rawId: id },
    });
    expect(error?.code).toBe(VERIFICATION_FAILED);
  });
});

test("the authenticator's certificates are ignored, because verifying them would fetch the URLs they contain", async () => {
  const { client } = await steps.signIn();
  const { authenticator } = await steps.addPasskey(client, createAuthenticator(), { format: "packed" });
  expect((await steps.signInWithPasskey(authenticator)).error).toBeNull();
});
