import { decodeJwt } from "jose";
import { Secret } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "./factors.fixture.ts";
import { computeTotp } from "./totp.ts";

let fixture: AuthFixture;
let steps: ReturnType<typeof createFactorSteps>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  steps = createFactorSteps(fixture);
});
afterAll(() => fixture.end());

describe("the official client", () => {
  test("enrolls, lists, challenges, verifies and removes a factor, and reads the assurance level", async () => {
    const { client, email } = await steps.signIn();
    const getLevel = async () => (await client.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(await getLevel()).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });

    const enrollment = await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(enrollment.error).toBeNull();
    const factor = enrollment.data;
    if (!factor) throw new Error("no factor");
    expect(factor).toMatchObject({ type: "totp", friendly_name: "Phone" });
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    // In a data URL, "#" would end the image.
    expect(factor.totp.qr_code).not.toContain("#");
    const uri = new URL(factor.totp.uri);
    expect(decodeURIComponent(uri.pathname)).toContain(`lattice.test:${email}`);
    expect(uri.searchParams.get("issuer")).toBe("lattice.test");
    expect((await client.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factor.id, friendly_name: "Phone", factor_type: "totp", status: "unverified" }],
      totp: [],
    });
    expect(await getLevel()).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });

    const challenge = await client.mfa.challenge({ factorId: factor.id });
    expect(challenge.error).toBeNull();
    expect(challenge.data?.expires_at).toBeGreaterThan(Date.now() / 1000 + 290);
    const oldSession = (await client.getSession()).data.session;
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const verification = await client.mfa.verify({
      factorId: factor.id,
      challengeId: challenge.data?.id ?? "",
      code: steps.getCode(factor.totp.secret),
    });
    expect(verification.error).toBeNull();
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factor.id }]);
    expect(await getLevel()).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
    });
    const newSession = (await client.getSession()).data.session;
    const [oldClaims, newClaims] = [oldSession, newSession].map((session) =>
      decodeJwt(session?.access_token ?? ""),
    );
    expect(newClaims?.session_id).toBe(oldClaims?.session_id);
    expect(newSession?.refresh_token).not.toBe(oldSession?.refresh_token);
    // A refresh doesn't change the level or add a method.
    const refreshedClaims = decodeJwt((await client.refreshSession()).data.session?.access_token ?? "");
    expect([refreshedClaims.aal, refreshedClaims.amr]).toEqual(["aal2", newClaims?.amr]);

    const removal = await client.mfa.unenroll({ factorId: factor.id });
    expect(removal).toEqual({ data: { id: factor.id }, error: null });
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
    await client.refreshSession();
    expect(await getLevel()).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
      currentAuthenticationMethods: [{ method: "password" }],
    });
  });

  test("learns after a password sign-in that a factor is required", async () => {
    const { email, password } = await steps.signInWithFactor();
    const client = fixture.client();
    await client.signInWithPassword({ email, password });
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
  });
});

describe("verifying a factor", () => {
  test("ends the user's other sessions at aal1, but not those at aal2", async () => {
    const user = await steps.signInWithFactor();
    expect(
      (await fixture.call("GET", "/user", { token: user.signUpSession.access_token })).body.error_code,
    ).toBe("session_not_found");
    const otherClient = fixture.client();
    await otherClient.signInWithPassword(user);
    const aal1Client = fixture.client();
    await aal1Client.signInWithPassword(user);
    const { error } = await otherClient.mfa.challengeAndVerify({
      factorId: user.factorId,
      code: steps.getCode(user.secret, 1),
    });
    expect(error).toBeNull();
    expect((await user.client.getUser()).error).toBeNull();
    expect((await aal1Client.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  test("deletes only the other unverified factors", async () => {
    const { client } = await steps.signIn();
    const firstFactor = await client.mfa.enroll({ factorType: "totp", friendlyName: "one" });
    const secondFactor = await client.mfa.enroll({ factorType: "totp", friendlyName: "two" });
    await client.mfa.challengeAndVerify({
      factorId: firstFactor.data?.id ?? "",
      code: steps.getCode(firstFactor.data?.totp.secret ?? ""),
    });
    const thirdFactor = await client.mfa.enroll({ factorType: "totp", friendlyName: "three" });
    await client.mfa.challengeAndVerify({
      factorId: thirdFactor.data?.id ?? "",
      code: steps.getCode(thirdFactor.data?.totp.secret ?? ""),
    });
    const names = (await client.mfa.listFactors()).data?.all.map(({ friendly_name }) => friendly_name);
    expect(names).toEqual(["one", "three"]);
    expect(secondFactor.data?.id).toBeDefined();
  });

  test("replaces the refresh token, and a retry with the old one returns the new one", async () => {
    const { client } = await steps.signIn();
    const oldSession = (await client.getSession()).data.session;
    const { data } = await client.mfa.enroll({ factorType: "totp" });
    await client.mfa.challengeAndVerify({
      factorId: data?.id ?? "",
      code: steps.getCode(data?.totp.secret ?? ""),
    });
    const newSession = (await client.getSession()).data.session;
    const response = await fixture.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: oldSession?.refresh_token },
    });
    // The old token is the active one's parent, so a retry returns the active one instead of creating another.
    expect(response.body.refresh_token).toBe(newSession?.refresh_token);
  });

  test("lets only one of two sessions that verify simultaneously reach aal2", async () => {
    const user = await steps.signInWithFactor();
    const tokens = await Promise.all(
      [1, 2].map(async () => {
        const client = fixture.client();
        await client.signInWithPassword(user);
        return (await client.getSession()).data.session?.access_token;
      }),
    );
    const challenges = await Promise.all(tokens.map((token) => steps.challenge(token, user.factorId)));
    fixture.clock.advance(60);
    const responses = await Promise.all(
      tokens.map((token, index) =>
        steps.verify(token, user.factorId, challenges[index]?.body.id, steps.getCode(user.secret, index)),
      ),
    );
    fixture.clock.advance(-60);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(["session_not_found", "mfa_verification_failed"]).toContain(
      responses.find(({ status }) => status !== 200)?.body.error_code,
    );
  });
});

describe("a code works once", () => {
  test("and is refused in a second challenge, as is the code before it", async () => {
    const user = await steps.signInWithFactor();
    const token = await steps.getToken(user);
    for (const offset of [0, -1]) {
      const challenge = await steps.challenge(token, user.factorId);
      const result = await steps.verify(
        token,
        user.factorId,
        challenge.body.id,
        computeTotp(user.secret, user.usedStep + offset),
      );
      expect([result.status, result.body.error_code]).toEqual([422, "mfa_verification_failed"]);
    }
    const challenge = await steps.challenge(token, user.factorId);
    expect(
      (await steps.verify(token, user.factorId, challenge.body.id, steps.getCode(user.secret, 1))).status,
    ).toBe(200);
  });

  test("even if it is sent five times in parallel, in one challenge or five", async () => {
    for (const usesSameChallenge of [true, false]) {
      const { client } = await steps.signIn();
      const token = (await client.getSession()).data.session?.access_token;
      const { body: factor } = await steps.enroll(token);
      const ids = await Promise.all(
        Array.from({ length: 5 }, async () => (await steps.challenge(token, factor.id)).body.id as string),
      );
      const code = steps.getCode(factor.totp.secret);
      const responses = await Promise.all(
        ids.map((id) => steps.verify(token, factor.id, usesSameChallenge ? ids[0] : id, code)),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      // A request may check for a recent sign-in after another one has turned the factor on. The check then fails,
      // because that sign-in used no factor.
      const refusals = [
        usesSameChallenge ? "mfa_ip_address_mismatch" : "mfa_verification_failed",
        "reauthentication_needed",
      ];
      for (const { status, body } of responses)
        if (status !== 200) expect(refusals).toContain(body.error_code);
    }
  });
});

test("an account with two-factor authentication can be changed only at aal2", async () => {
  const user = await steps.signInWithFactor();
  const client = fixture.client();
  await client.signInWithPassword(user);
  for (const change of [
    { password: "another secret" },
    { email: "new@example.org" },
    { phone: "4712345678" },
  ]) {
    const { error } = await client.updateUser(change);
    expect([error?.status, error?.code]).toEqual([401, "insufficient_aal"]);
  }
  expect((await client.updateUser({ data: { city: "Oslo" } })).error?.code).toBe("insufficient_aal");
  expect((await user.client.updateUser({ password: "another secret" })).error).toBeNull();
});

test("the secret isn't stored in plain text, and only the enrollment response contains it", async () => {
  const user = await steps.signInWithFactor();
  const { rows } = await fixture.database.pool.query("select f.*::text as row from auth.mfa_factors f");
  const storedJson = JSON.stringify(rows);
  expect(storedJson).not.toContain(user.secret);
  expect(storedJson).not.toContain(Secret.fromBase32(user.secret).hex.toLowerCase());
  const { body } = await fixture.call("GET", "/user", { token: await steps.getToken(user) });
  expect(Object.keys(body.factors[0]).sort()).toEqual([
    "created_at",
    "factor_type",
    "id",
    "last_challenged_at",
    "status",
    "updated_at",
  ]);
});
