import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "./factors.fixture.ts";

let fixture: AuthFixture;
let steps: ReturnType<typeof createFactorSteps>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  steps = createFactorSteps(fixture);
});
afterAll(() => fixture.end());

describe("the limit is", () => {
  let limitedSite: AuthFixture;
  beforeAll(async () => {
    limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
  });
  const send = (path: string, token: string | undefined, ip: string, body: object = {}) =>
    limitedSite.call("POST", path, { token, body, headers: { "x-forwarded-for": ip } });

  test("fifteen challenges and fifteen verifications a minute per IP address", async () => {
    const { session } = await fixture.register();
    const { body: factor } = await steps.enroll(session.access_token);
    for (const path of ["challenge", "verify"]) {
      const responses = await Promise.all(
        Array.from({ length: 18 }, () =>
          send(`/factors/${factor.id}/${path}`, session.access_token, "198.51.100.9"),
        ),
      );
      const refusedResponses = responses.filter(({ body }) => body.error_code === "over_request_rate_limit");
      expect([path, refusedResponses.length]).toEqual([path, 3]);
      expect(refusedResponses[0]?.status).toBe(429);
    }
  });

  test("twenty wrong codes an hour per user, from all IP addresses together", async () => {
    const { session } = await fixture.register();
    const token = session.access_token;
    const { body: factor } = await steps.enroll(token);
    const code = steps.getWrongCode(factor.totp.secret);
    const responses = await Promise.all(
      Array.from({ length: 23 }, async (_, index) => {
        const ip = `198.51.101.${index}`;
        const challenge = await steps.challenge(token, factor.id, ip);
        return send(`/factors/${factor.id}/verify`, token, ip, { challenge_id: challenge.body.id, code });
      }),
    );
    expect(responses.filter(({ body }) => body.error_code === "mfa_verification_failed")).toHaveLength(20);
    expect(responses.filter(({ body }) => body.error_code === "over_request_rate_limit")).toHaveLength(3);
  });
});
