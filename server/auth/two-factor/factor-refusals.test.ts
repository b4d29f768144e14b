import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "./factors.fixture.ts";

let fixture: AuthFixture;
let steps: ReturnType<typeof createFactorSteps>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  steps = createFactorSteps(fixture);
});
afterAll(() => fixture.end());

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

describe("enrolling is refused", () => {
  test.each([
    [{ factor_type: "sms" }, 400, "validation_failed"],
    [{ factor_type: null }, 400, "validation_failed"],
    [{ factor_type: "phone", phone: "4712345678" }, 422, "mfa_phone_enroll_not_enabled"],
    [{ friendly_name: "x".repeat(101) }, 400, "validation_failed"],
    [{ issuer: "x".repeat(101) }, 400, "validation_failed"],
  ])("with %j", async (body, status, code) => {
    const { session } = await fixture.register();
    const response = await steps.enroll(session.access_token, body);
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });

  test("with another factor's name, or a second time without a name", async () => {
    const { session } = await fixture.register();
    for (const name of ["Phone", undefined]) {
      expect((await steps.enroll(session.access_token, { friendly_name: name })).status).toBe(200);
      expect((await steps.enroll(session.access_token, { friendly_name: name })).body).toMatchObject({
        code: 422,
        error_code: "mfa_factor_name_conflict",
      });
    }
  });

  test("beyond ten factors, even in parallel", async () => {
    const { session } = await fixture.register();
    const responses = await Promise.all(
      Array.from({ length: 13 }, (_, index) =>
        steps.enroll(session.access_token, { friendly_name: `f${index}` }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ body }) => body.error_code === "too_many_enrolled_mfa_factors")).toHaveLength(
      3,
    );
  });

  test("at aal1 if the user already has a factor, as is verifying one that was enrolled at aal2", async () => {
    const user = await steps.signInWithFactor();
    const client = fixture.client();
    await client.signInWithPassword(user);
    const token = await steps.getToken({ client });
    const response = await steps.enroll(token, { friendly_name: "second" });
    expect([response.status, response.body.error_code]).toEqual([403, "insufficient_aal"]);
    const { body: secondFactor } = await steps.enroll(await steps.getToken(user), {
      friendly_name: "second",
    });
    const { body: challenge } = await steps.challenge(token, secondFactor.id);
    const verification = await steps.verify(
      token,
      secondFactor.id,
      challenge.id,
      steps.getCode(secondFactor.totp.secret),
    );
    expect([verification.status, verification.body.error_code]).toEqual([403, "insufficient_aal"]);
  });

  test("while two-factor authentication is off, which also disables existing factors", async () => {
    const user = await steps.signInWithFactor();
    const token = await steps.getToken(user);
    const siteWithoutTotp = await createAuthFixture({
      database: fixture.database,
      auth: { mfaTotpEnroll: false, mfaTotpVerify: false },
    });
    const call = (path: string, body: object) => siteWithoutTotp.call("POST", path, { token, body });
    for (const [path, body, code] of [
      ["/factors", { factor_type: "totp" }, "mfa_totp_enroll_not_enabled"],
      [`/factors/${user.factorId}/challenge`, {}, "mfa_totp_verify_not_enabled"],
      [
        `/factors/${user.factorId}/verify`,
        { challenge_id: UNKNOWN_ID, code: "123456" },
        "mfa_totp_verify_not_enabled",
      ],
    ] as const)
      expect((await call(path, body)).body).toMatchObject({ code: 422, error_code: code });
  });
});

test("anonymous users can't have factors, and the settings say whether an email address would help", async () => {
  const { session } = await fixture.register();
  const { database } = fixture;
  const siteWithoutTotp = await createAuthFixture({ database, auth: { mfaTotpEnroll: false } });
  const viewer = { id: session.user.id, sessionId: decodeJwt(session.access_token).session_id };
  const describeEnrollment = async ({ auth }: AuthFixture) =>
    (await auth.account.describe(viewer as Viewer)).factorEnrollment;
  expect(await describeEnrollment(fixture)).toBe("allowed");
  expect(await describeEnrollment(siteWithoutTotp)).toBe("off");
  await database.pool.query("update auth.users set is_anonymous = true where id = $1", [viewer.id]);
  expect(await describeEnrollment(fixture)).toBe("address");
  expect(await describeEnrollment(siteWithoutTotp)).toBe("off");
  const response = await steps.enroll(session.access_token);
  expect([response.status, response.body.error_code]).toEqual([403, "no_authorization"]);
});

test("after five minutes, the next enrollment deletes an unverified factor that was never challenged", async () => {
  const { session } = await fixture.register();
  const { body: idleFactor } = await steps.enroll(session.access_token, { friendly_name: "idle" });
  const { body: challengedFactor } = await steps.enroll(session.access_token, {
    friendly_name: "challenged",
  });
  await steps.challenge(session.access_token, challengedFactor.id);
  fixture.clock.advance(301);
  expect((await steps.enroll(session.access_token, { friendly_name: "idle" })).status).toBe(200);
  expect((await steps.enroll(session.access_token, { friendly_name: "challenged" })).status).toBe(422);
  fixture.clock.advance(-301);
  const { body: user } = await fixture.call("GET", "/user", { token: session.access_token });
  expect(user.factors.map(({ id }: { id: string }) => id)).not.toContain(idleFactor.id);
});

describe("a factor that isn't the user's own", () => {
  test.each([
    ["POST", "/challenge"],
    ["POST", "/verify"],
    ["DELETE", ""],
  ])("is not found: %s /factors/{id}%s", async (method, path) => {
    const { session } = await fixture.register();
    const { body: otherFactor } = await steps.enroll((await fixture.register()).session.access_token);
    const body = { challenge_id: UNKNOWN_ID, code: "123456" };
    for (const [id, code] of [
      [otherFactor.id, "mfa_factor_not_found"],
      [UNKNOWN_ID, "mfa_factor_not_found"],
      ["not-a-uuid", "validation_failed"],
    ]) {
      const response = await fixture.call(method, `/factors/${id}${path}`, {
        token: session.access_token,
        body,
      });
      expect([response.status, response.body.error_code]).toEqual([404, code]);
    }
  });
});

describe("a code is refused", () => {
  test("if it is empty, wrong, or for an unknown challenge", async () => {
    const { session } = await fixture.register();
    const token = session.access_token;
    const { body: factor } = await steps.enroll(token);
    const { body: challenge } = await steps.challenge(token, factor.id);
    const correctCode = steps.getCode(factor.totp.secret);
    for (const [challengeId, code, status, error] of [
      [challenge.id, "", 400, "validation_failed"],
      [challenge.id, null, 400, "validation_failed"],
      [challenge.id, steps.getWrongCode(factor.totp.secret), 422, "mfa_verification_failed"],
      [challenge.id, `${correctCode} `, 422, "mfa_verification_failed"],
      [UNKNOWN_ID, correctCode, 422, "mfa_factor_not_found"],
      ["rubbish", correctCode, 422, "mfa_factor_not_found"],
      [null, correctCode, 422, "mfa_factor_not_found"],
    ] as const) {
      const result = await steps.verify(token, factor.id, challengeId, code);
      expect([code, result.status, result.body.error_code]).toEqual([code, status, error]);
    }
    // A wrong code doesn't invalidate the challenge.
    expect((await steps.verify(token, factor.id, challenge.id, correctCode)).status).toBe(200);
  });

  test("from another IP address, or for a challenge that is another factor's, used or five minutes old", async () => {
    const { session } = await fixture.register();
    const token = session.access_token;
    const { body: factor } = await steps.enroll(token, { friendly_name: "a" });
    const { body: otherFactor } = await steps.enroll(token, { friendly_name: "b" });
    const { body: challenge } = await steps.challenge(token, factor.id, "198.51.100.1");
    const code = steps.getCode(factor.totp.secret);
    const otherIpResponse = await steps.verify(token, factor.id, challenge.id, code, "198.51.100.2");
    expect(otherIpResponse.body).toMatchObject({ code: 422, error_code: "mfa_ip_address_mismatch" });
    const otherFactorResponse = await steps.verify(
      token,
      otherFactor.id,
      challenge.id,
      steps.getCode(otherFactor.totp.secret),
      "198.51.100.1",
    );
    expect(otherFactorResponse.body).toMatchObject({ code: 422, error_code: "mfa_factor_not_found" });
    fixture.clock.advance(300);
    const lateResponse = await steps.verify(
      token,
      factor.id,
      challenge.id,
      steps.getCode(factor.totp.secret),
      "198.51.100.1",
    );
    fixture.clock.advance(-300);
    expect(lateResponse.body).toMatchObject({ code: 422, error_code: "mfa_challenge_expired" });
    expect((await steps.verify(token, factor.id, challenge.id, code, "198.51.100.1")).status).toBe(200);
    const repeatedResponse = await steps.verify(
      token,
      factor.id,
      challenge.id,
      steps.getCode(factor.totp.secret, 1),
      "198.51.100.1",
    );
    expect(repeatedResponse.body).toMatchObject({ code: 422, error_code: "mfa_ip_address_mismatch" });
  });
});

describe("removing a factor", () => {
  test("requires aal2 if the factor is verified, but not otherwise", async () => {
    const user = await steps.signInWithFactor();
    const client = fixture.client();
    await client.signInWithPassword(user);
    const refusedResult = await client.mfa.unenroll({ factorId: user.factorId });
    expect([refusedResult.error?.status, refusedResult.error?.code]).toEqual([422, "insufficient_aal"]);
    const { session } = await fixture.register();
    const { body: factor } = await steps.enroll(session.access_token);
    const response = await fixture.call("DELETE", `/factors/${factor.id}`, { token: session.access_token });
    expect([response.status, response.body]).toEqual([200, { id: factor.id }]);
  });

  test("lowers the level of the other sessions that the factor upgraded", async () => {
    const user = await steps.signInWithFactor();
    const otherClient = fixture.client();
    await otherClient.signInWithPassword(user);
    await otherClient.mfa.challengeAndVerify({
      factorId: user.factorId,
      code: steps.getCode(user.secret, 1),
    });
    await user.client.mfa.unenroll({ factorId: user.factorId });
    await otherClient.refreshSession();
    const claims = decodeJwt((await otherClient.getSession()).data.session?.access_token ?? "");
    expect([claims.aal, claims.amr]).toMatchObject(["aal1", [{ method: "password" }]]);
  });
});
