import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createAuthenticator } from "./authenticator.fixture.ts";
import { createPasskeySteps, decodeClaims } from "./passkeys.fixture.ts";

let fixture: AuthFixture;
let steps: ReturnType<typeof createPasskeySteps>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  steps = createPasskeySteps(fixture);
});
afterAll(() => fixture.end());

test("the official client adds a passkey, signs in with it, and lists, renames and deletes it", async () => {
  const { client, email, userId } = await steps.signIn();
  const startResult = await client.passkey.startRegistration();
  expect(startResult.data?.options).toMatchObject({
    rp: { id: "lattice.test" },
    user: { id: Buffer.from(userId).toString("base64url"), name: email },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: [],
  });
  expect(startResult.data?.options.pubKeyCredParams).toContainEqual({ alg: -7, type: "public-key" });
  const authenticator = createAuthenticator();
  const passkey = await steps.addPasskey(client, authenticator);
  expect(passkey).toMatchObject({ id: expect.any(String), created_at: expect.any(String) });
  expect((await fixture.getLastMessageTo(email)).subject).toBe("A passkey was added to your Lattice account");

  const { data, error } = await steps.signInWithPasskey(authenticator);
  expect(error).toBeNull();
  expect(data?.session?.user.id).toBe(userId);
  expect(decodeClaims(data?.session?.access_token ?? "")).toMatchObject({
    aal: "aal2",
    amr: [{ method: "passkey" }],
  });

  const { data: passkeys } = await client.passkey.list();
  expect(passkeys).toEqual([
    {
      id: passkey.id,
      friendly_name: expect.any(String),
      created_at: passkey.created_at,
      last_used_at: expect.any(String),
    },
  ]);
  const renameResult = await client.passkey.update({ passkeyId: passkey.id, friendlyName: " My key " });
  expect(renameResult.data?.friendly_name).toBe("My key");
  expect((await client.passkey.startRegistration()).data?.options.excludeCredentials).toEqual([
    { id: authenticator.id, type: "public-key", transports: ["internal", "hybrid"] },
  ]);
  expect(await client.passkey.delete({ passkeyId: passkey.id })).toEqual({ data: null, error: null });
  expect((await client.passkey.list()).data).toEqual([]);
  expect((await fixture.getLastMessageTo(email)).text).toContain("the passkey “My key”");
  const signInAfterDeletion = await steps.signInWithPasskey(authenticator);
  expect(signInAfterDeletion.error?.code).toBe("webauthn_verification_failed");
});

test("the options for signing in contain no account or credential", async () => {
  const { data } = await fixture.client().passkey.startAuthentication();
  expect(data).toEqual({
    challenge_id: expect.any(String),
    options: {
      rpId: "lattice.test",
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      userVerification: "required",
    },
    expires_at: Math.floor(fixture.clock.now().getTime() / 1000) + 300,
  });
});
