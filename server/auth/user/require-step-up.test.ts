import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const ELEVEN_MINUTES = 660;

/** Registers a member who signed in eleven minutes ago. */
async function signInEarlier() {
  const user = await fixture.register();
  const client = fixture.client();
  await client.signInWithPassword(user);
  fixture.clock.advance(ELEVEN_MINUTES);
  return { ...user, client };
}

describe("eleven minutes after signing in, a session", () => {
  test("can't change the password or email address, or add an authenticator app, without further proof", async () => {
    const { client, password } = await signInEarlier();
    for (const { error } of [
      await client.updateUser({ password: "another secret 5" }),
      await client.updateUser({ email: "elsewhere@example.org" }),
      await client.mfa.enroll({ factorType: "totp" }),
    ])
      expect([error?.status, error?.code]).toEqual([400, "reauthentication_needed"]);
    for (const current_password of ["not it", ""]) {
      const { error } = await client.updateUser({ password: "another secret 5", current_password });
      expect(error?.code).toBe(current_password ? "current_password_invalid" : "reauthentication_needed");
    }
    const { error } = await client.updateUser({ password: "another secret 5", nonce: "000000" });
    expect(error?.code).toBe("reauthentication_not_valid");
    expect((await client.updateUser({ data: { city: "Oslo" } })).error).toBeNull();
    expect(
      (await client.updateUser({ password: "another secret 5", current_password: password })).error,
    ).toBeNull();
  });

  test("can't remove an authenticator app or create recovery codes", async () => {
    const steps = createFactorSteps(fixture);
    const { client, factorId } = await steps.signInWithFactor();
    fixture.clock.advance(ELEVEN_MINUTES);
    for (const { error } of [
      await client.mfa.unenroll({ factorId }),
      await client.mfa.enroll({ factorType: "totp", friendlyName: "Another" }),
    ])
      expect(error?.code).toBe("reauthentication_needed");
    for (const path of ["/factors/recovery-codes", "/factors/recovery-codes/regenerate"]) {
      const { body } = await fixture.call("POST", path, { token: await steps.getToken({ client }) });
      expect(body.error_code).toBe("reauthentication_needed");
    }
  });

  test("can't turn on an authenticator app that it enrolled earlier", async () => {
    const user = await fixture.register();
    const client = fixture.client();
    await client.signInWithPassword(user);
    const { data } = await client.mfa.enroll({ factorType: "totp" });
    if (!data) throw new Error("no factor");
    fixture.clock.advance(ELEVEN_MINUTES);
    const code = createFactorSteps(fixture).getCode(data.totp.secret);
    const { error } = await client.mfa.challengeAndVerify({ factorId: data.id, code });
    expect(error?.code).toBe("reauthentication_needed");
  });

  test("can change the password with a reauthentication code, and then needs no further proof to add an authenticator app", async () => {
    const { client, email } = await signInEarlier();
    await client.reauthenticate();
    const { code: nonce } = await fixture.getLastMessageTo(email);
    expect((await client.updateUser({ password: "another secret 6", nonce })).error).toBeNull();
    expect((await client.mfa.enroll({ factorType: "totp" })).error).toBeNull();
  });

  test("can't export data", async () => {
    const { session } = await fixture.register();
    const claims = JSON.parse(Buffer.from(session.access_token.split(".")[1] ?? "", "base64url").toString());
    const viewer = {
      id: session.user.id,
      sessionId: claims.session_id as string,
      username: "",
      email: null,
      avatarUrl: null,
      isVerified: false,
      role: "user" as const,
    };
    expect(await fixture.auth.account.exportAccount(viewer)).toMatchObject({
      account: { id: session.user.id },
    });
    fixture.clock.advance(ELEVEN_MINUTES);
    await expect(fixture.auth.account.exportAccount(viewer)).rejects.toMatchObject({
      code: "step_up_required",
    });
  });
});

test("a guest, who has no way to reauthenticate, can still become a member later", async () => {
  const guestSite = await createAuthFixture({ database: fixture.database, auth: { anonymous: true } });
  const client = guestSite.client();
  await client.signInAnonymously();
  guestSite.clock.advance(ELEVEN_MINUTES);
  const { data, error } = await client.updateUser({ email: "guest@example.org" });
  expect([error, data.user?.email]).toEqual([null, "guest@example.org"]);
});

describe("guessing the password from inside a session", () => {
  test("gets other errors first, whether or not the guess is right", async () => {
    const otherUser = await fixture.register();
    const { client, password } = await signInEarlier();
    const data = { username: otherUser.username };
    for (const guess of [password, "not the password 1"]) {
      const { error } = await client.updateUser({ password: guess, data });
      expect(error?.code).toBe("username_taken");
      const conflict = await client.updateUser({ password: guess, email: otherUser.email });
      expect(conflict.error?.code).toBe("email_exists");
    }
  });

  test("counts toward the sign-in limit", async () => {
    const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const user = await fixture.register();
    const client = limitedSite.client();
    await client.signInWithPassword(user);
    const codes = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      codes.push((await client.updateUser({ password: user.password })).error?.code);
    expect(codes).toEqual([...Array(10).fill("same_password"), "over_request_rate_limit"]);
  });
});

test("a wrong password gets the same error for suspended, unknown and normal accounts", async () => {
  const suspendedUser = await fixture.register();
  const member = await fixture.register();
  await fixture.database.pool.query("update auth.users set banned_until = '9999-12-31' where id = $1", [
    suspendedUser.session.user.id,
  ]);
  const responses = [];
  for (const email of [suspendedUser.email, member.email, "nobody@example.org"]) {
    const { status, body } = await fixture.call("POST", "/token?grant_type=password", {
      body: { email, password: "not the password 1" },
    });
    responses.push({ status, body });
  }
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  expect(responses[0]).toMatchObject({ status: 400, body: { error_code: "invalid_credentials" } });
});
