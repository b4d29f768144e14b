import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";
import { createAuthenticator } from "./authenticator.fixture.ts";
import { createPasskeySteps, decodeClaims } from "./passkeys.fixture.ts";

const SECRET = "a secret of at least thirty-two characters";
let fixture: AuthFixture;
let steps: ReturnType<typeof createPasskeySteps>;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { jwtSecret: SECRET, anonymous: true } });
  steps = createPasskeySteps(fixture);
});
afterAll(() => fixture.end());

const query = (text: string, ...values: unknown[]) => fixture.database.pool.query(text, values);
const ELEVEN_MINUTES = 11 * 60;

describe("a recent sign-in is required", () => {
  test("to add or remove a passkey, but not to rename or list passkeys", async () => {
    const { client, passkey } = await steps.signInAndAddPasskey();
    fixture.clock.advance(ELEVEN_MINUTES);
    expect((await client.passkey.startRegistration()).error?.code).toBe("reauthentication_needed");
    expect((await client.passkey.delete({ passkeyId: passkey.id })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await client.passkey.update({ passkeyId: passkey.id, friendlyName: "Key" })).error).toBeNull();
    expect((await client.passkey.list()).data).toHaveLength(1);
  });

  test("and a sign-in with a passkey counts as one, even if two-factor authentication is on", async () => {
    const { client } = await createFactorSteps(fixture).signInWithFactor();
    const { authenticator } = await steps.addPasskey(client);
    fixture.clock.advance(ELEVEN_MINUTES);
    const newSignIn = await steps.signInWithPasskey(authenticator);
    expect((await newSignIn.client.passkey.startRegistration()).error).toBeNull();
  });
});

describe("a sign-in with a passkey is refused", () => {
  test("while the account is suspended, with the reason", async () => {
    const { passkey, userId } = await steps.signInAndAddPasskey();
    await query(
      "update auth.users set banned_until = $2, banned_reason = 'Spam' where id = $1",
      userId,
      new Date(fixture.clock.now().getTime() + 86_400_000),
    );
    const { error } = await steps.signInWithPasskey(passkey.authenticator);
    expect(error).toMatchObject({ status: 400, code: "user_banned" });
    expect(error?.message).toContain("Spam");
    await query("update auth.users set banned_until = null where id = $1", userId);
    expect((await steps.signInWithPasskey(passkey.authenticator)).error).toBeNull();
  });

  test.each([true, false])(
    "after the service key deleted the account (soft deletion: %s)",
    async (isSoft) => {
      const { passkey, userId } = await steps.signInAndAddPasskey();
      const token = await createServiceKey(SECRET);
      const body = { should_soft_delete: isSoft };
      expect((await fixture.call("DELETE", `/admin/users/${userId}`, { token, body })).status).toBe(200);
      expect((await query("select from auth.passkeys where user_id = $1", userId)).rowCount).toBe(0);
      expect((await steps.signInWithPasskey(passkey.authenticator)).error?.code).toBe(
        "webauthn_verification_failed",
      );
    },
  );

  test("after the account was marked as deleted", async () => {
    const { passkey, userId } = await steps.signInAndAddPasskey();
    await query("update auth.users set deleted_at = now() where id = $1", userId);
    expect((await steps.signInWithPasskey(passkey.authenticator)).error?.code).toBe(
      "webauthn_verification_failed",
    );
  });
});

test("guests, and accounts that an organization manages, can't have passkeys", async () => {
  const guest = fixture.client();
  await guest.signInAnonymously();
  expect((await guest.passkey.startRegistration()).error).toMatchObject({
    status: 403,
    code: "no_authorization",
  });

  const { client, passkey, userId } = await steps.signInAndAddPasskey();
  await query(
    "update auth.users set is_sso_user = true, sso_email = email, email = null where id = $1",
    userId,
  );
  expect((await client.passkey.startRegistration()).error?.code).toBe("user_sso_managed");
  expect((await client.mfa.webauthn.enroll({ friendlyName: "Key" })).error).toMatchObject({
    code: "user_sso_managed",
  });
  expect((await steps.signInWithPasskey(passkey.authenticator)).error?.code).toBe("user_sso_managed");
});

test("the last usable sign-in method can't be removed", async () => {
  const { client, passkey, userId } = await steps.signInAndAddPasskey();
  // The site no longer offers this provider.
  await query("update auth.identities set provider = 'custom:gone' where user_id = $1", userId);
  const secondPasskey = await steps.addPasskey(client);
  expect((await client.passkey.delete({ passkeyId: secondPasskey.id })).error).toBeNull();
  expect((await client.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject({
    status: 422,
    code: "single_identity_not_deletable",
  });
  // Two simultaneous requests each try to remove one of two passkeys.
  const thirdPasskey = await steps.addPasskey(client);
  const results = await Promise.all(
    [passkey.id, thirdPasskey.id].map((passkeyId) => client.passkey.delete({ passkeyId })),
  );
  expect(results.filter(({ error }) => error === null)).toHaveLength(1);
});

describe("another user's passkey", () => {
  test("can't be renamed or removed, and isn't listed", async () => {
    const owner = await steps.signInAndAddPasskey();
    const { client } = await steps.signIn();
    const passkeyId = owner.passkey.id;
    for (const { error } of [
      await client.passkey.update({ passkeyId, friendlyName: "Mine" }),
      await client.passkey.delete({ passkeyId }),
      await client.passkey.delete({ passkeyId: "nonsense" }),
    ])
      expect(error).toMatchObject({ status: 404, code: "validation_failed" });
    expect((await client.passkey.list()).data).toEqual([]);
    expect((await owner.client.passkey.list()).data).toHaveLength(1);
  });
});

test("a name has at most 120 characters; an empty one is omitted", async () => {
  const { client, passkey } = await steps.signInAndAddPasskey();
  const rename = (friendlyName: string) => client.passkey.update({ passkeyId: passkey.id, friendlyName });
  expect((await rename("x".repeat(121))).error?.code).toBe("validation_failed");
  expect((await rename("😀".repeat(120))).data?.friendly_name).toHaveLength(240);
  expect((await rename("  ")).data).not.toHaveProperty("friendly_name");
});

test("an account has at most twenty passkeys", async () => {
  const { client, userId } = await steps.signInAndAddPasskey();
  const startResult = await client.passkey.startRegistration();
  await query(
    `insert into auth.passkeys (user_id, credential_id, public_key, counter, is_backed_up, created_at)
     select $1, uuid_send(gen_random_uuid()), '\\x01', 0, false, now() from generate_series(1, 19)`,
    userId,
  );
  expect((await client.passkey.startRegistration()).error?.code).toBe("too_many_passkeys");
  if (!startResult.data) throw new Error("no challenge");
  const credential = createAuthenticator().create(startResult.data.options);
  const lateResponse = await client.passkey.verifyRegistration({
    challengeId: startResult.data.challenge_id,
    credential,
  });
  expect(lateResponse.error?.code).toBe("too_many_passkeys");
});

test("the service key lists and removes a user's passkeys; a removal is logged and emailed to the owner", async () => {
  const { passkey, userId, email } = await steps.signInAndAddPasskey();
  const token = await createServiceKey(SECRET);
  const path = `/admin/users/${userId}/passkeys`;
  expect((await fixture.call("GET", path, { token })).body).toMatchObject([{ id: passkey.id }]);
  expect((await fixture.call("DELETE", `${path}/${passkey.id}`, { token })).status).toBe(204);
  expect((await fixture.call("DELETE", `${path}/${passkey.id}`, { token })).status).toBe(404);
  expect((await fixture.call("GET", path, { token })).body).toEqual([]);
  expect((await fixture.getLastMessageTo(email)).subject).toContain("A passkey was removed");
  const { rows } = await query("select action, before from public.audit_log where target_id = $1", userId);
  expect(rows).toEqual([{ action: "member.edit", before: { passkey: passkey.friendly_name } }]);
});

test("the settings list passkeys, and the export contains them without their keys", async () => {
  const { client, passkey } = await steps.signInAndAddPasskey();
  const { session_id: sessionId } = decodeClaims(await steps.getToken(client));
  const { data } = await client.getUser();
  const viewer = { id: data.user?.id ?? "", sessionId } as Parameters<
    typeof fixture.auth.account.describe
  >[0];
  expect((await fixture.auth.account.describe(viewer)).passkeys).toEqual([
    {
      id: passkey.id,
      name: passkey.friendly_name,
      createdAt: passkey.created_at,
      lastUsedAt: null,
      isBackedUp: false,
      isFactor: false,
    },
  ]);
  const { passkeys } = await fixture.auth.account.exportAccount(viewer);
  expect(passkeys).toEqual([
    {
      id: passkey.id,
      friendly_name: passkey.friendly_name,
      created_at: passkey.created_at,
      is_backed_up: false,
    },
  ]);
});

test("whether a passkey is synced is updated with each use", async () => {
  const { client, passkey, userId } = await steps.signInAndAddPasskey();
  const isBackedUp = async () =>
    (await query("select is_backed_up from auth.passkeys where user_id = $1", userId)).rows[0].is_backed_up;
  expect(await isBackedUp()).toBe(false);
  await steps.signInWithPasskey(passkey.authenticator, { isBackedUp: true });
  expect(await isBackedUp()).toBe(true);
  expect((await client.passkey.list()).error).toBeNull();
});

test("a member can start adding a passkey at most thirty times an hour, no matter how many IP addresses they use", async () => {
  const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
  const { session } = await fixture.register();
  const statuses = [];
  for (let request = 0; request < 31; request += 1) {
    const response = await limitedSite.call("POST", "/passkeys/registration/options", {
      token: session.access_token,
      body: {},
      headers: { "x-forwarded-for": `192.0.2.${request}` },
    });
    statuses.push(response.status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test("requests are limited per IP address", async () => {
  const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
  const post = async (path: string, ip: string) =>
    (
      await limitedSite.call("POST", `/passkeys/authentication/${path}`, {
        body: {},
        headers: { "x-forwarded-for": ip },
      })
    ).status;
  const statuses = [];
  for (let request = 0; request < 61; request += 1) statuses.push(await post("options", "198.51.100.7"));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
  expect(await post("options", "198.51.100.8")).toBe(200);
  const verifyStatuses = [];
  for (let request = 0; request < 31; request += 1) verifyStatuses.push(await post("verify", "198.51.100.9"));
  expect(verifyStatuses.filter((status) => status === 429)).toHaveLength(1);
  expect(verifyStatuses.at(-1)).toBe(429);
});

test("with AUTH_PASSKEYS=off, every call is refused and nothing is offered", async () => {
  const siteWithoutPasskeys = await createAuthFixture({
    database: fixture.database,
    auth: { jwtSecret: SECRET, passkeys: false },
  });
  const { session } = await fixture.register();
  const serviceKey = await createServiceKey(SECRET);
  const calls: [string, string, string?][] = [
    ["POST", "/passkeys/authentication/options"],
    ["POST", "/passkeys/authentication/verify"],
    ["POST", "/passkeys/registration/options", session.access_token],
    ["POST", "/passkeys/registration/verify", session.access_token],
    ["GET", "/passkeys", session.access_token],
    ["PATCH", "/passkeys/x", session.access_token],
    ["DELETE", "/passkeys/x", session.access_token],
    ["GET", "/admin/users/x/passkeys", serviceKey],
    ["DELETE", "/admin/users/x/passkeys/x", serviceKey],
  ];
  for (const [method, path, token] of calls) {
    const response = await siteWithoutPasskeys.call(method, path, {
      token,
      ...(method === "GET" ? {} : { body: {} }),
    });
    expect([method, path, response.status, response.body.error_code]).toEqual([
      method,
      path,
      404,
      "passkey_disabled",
    ]);
  }
  const enrollResponse = await siteWithoutPasskeys.call("POST", "/factors", {
    token: session.access_token,
    body: { factor_type: "webauthn" },
  });
  expect(enrollResponse.body.error_code).toBe("mfa_webauthn_enroll_not_enabled");
  expect((await siteWithoutPasskeys.auth.describe()).passkeys).toBe(false);
  expect((await siteWithoutPasskeys.call("GET", "/settings")).body.passkeys_enabled).toBe(false);
});
