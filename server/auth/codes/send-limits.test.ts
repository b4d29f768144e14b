import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createEmailFixtures, generateEmail, times } from "./email.fixture.ts";

let fixtures: Awaited<ReturnType<typeof createEmailFixtures>>;
let fixture: AuthFixture;
beforeAll(async () => {
  fixtures = await createEmailFixtures();
  ({ fixture } = fixtures);
});
afterAll(() => fixture.end());

describe("the minimum time between two emails to one address", () => {
  test("applies to known and unknown addresses, and separately to each group of emails", async () => {
    const { email: knownEmail } = await fixtures.createMember();
    const spacedSite = await createAuthFixture({ database: fixture.database, auth: { autoconfirm: false } });
    const unknownEmail = generateEmail();
    for (const email of [knownEmail, unknownEmail]) {
      const firstResponse = await spacedSite.call("POST", "/recover", { body: { email } });
      const secondResponse = await spacedSite.call("POST", "/recover", {
        body: { email: email.toUpperCase() },
      });
      // Magic links and recovery share one minimum interval.
      const thirdResponse = await spacedSite.call("POST", "/otp", { body: { email } });
      const confirmationResponse = await spacedSite.call("POST", "/resend", {
        body: { type: "signup", email },
      });
      expect([
        firstResponse.status,
        secondResponse.status,
        thirdResponse.status,
        confirmationResponse.status,
      ]).toEqual([200, 429, 429, 200]);
      expect(secondResponse.body).toEqual({
        code: 429,
        error_code: "over_email_send_rate_limit",
        msg: expect.stringMatching(
          /^For security purposes, you can only request this after (5\d|60) seconds\.$/,
        ),
      });
    }
    spacedSite.clock.advance(61);
    for (const email of [knownEmail, unknownEmail])
      expect((await spacedSite.call("POST", "/recover", { body: { email } })).status).toBe(200);
    const { rows } = await fixture.database.pool.query("select key::text from auth.message_spacing");
    expect(JSON.stringify(rows)).not.toContain("@");
  });

  test("lets only one of many parallel requests send an email", async () => {
    const { email } = await fixtures.createMember();
    const spacedSite = await createAuthFixture({ database: fixture.database, auth: { autoconfirm: false } });
    const responses = await times(10, () => spacedSite.call("POST", "/recover", { body: { email } }));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(9);
    expect(await spacedSite.listMessagesTo(email)).toHaveLength(1);
  });

  test("is shared by sign-up and resend, and a sign-up that is too early creates nothing", async () => {
    const spacedSite = await createAuthFixture({ database: fixture.database, auth: { autoconfirm: false } });
    const { email, password } = spacedSite.newUser();
    const address = `early.${email}`;
    const signUp = () => spacedSite.call("POST", "/signup", { body: { email: address, password } });
    expect(
      (await spacedSite.call("POST", "/resend", { body: { type: "signup", email: address } })).status,
    ).toBe(200);
    expect((await signUp()).body.error_code).toBe("over_email_send_rate_limit");
    expect(await fixtures.listAccounts(address)).toEqual([]);
  });
});

test("each endpoint has its own limit per client IP address", async () => {
  const limitedSite = await createAuthFixture({ auth: { autoconfirm: false, rateLimits: true } });
  try {
    const bodies = { "/otp": {}, "/recover": {}, "/resend": {}, "/verify": {} };
    for (const [path, body] of Object.entries(bodies)) {
      const headers = { "x-forwarded-for": "198.51.100.77" };
      const responses = await times(33, () => limitedSite.call("POST", path, { body, headers }));
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(30);
      const refusedResponses = responses.filter(({ status }) => status === 429);
      expect(refusedResponses.map(({ body }) => body.error_code)).toEqual(
        Array(3).fill("over_request_rate_limit"),
      );
    }
    const linkResponse = await limitedSite.follow("http://lattice.test/auth/v1/verify?token=x&type=email", {
      "x-forwarded-for": "198.51.100.77",
    });
    expect(linkResponse.location.hash).toContain("error_code=over_request_rate_limit");
  } finally {
    await limitedSite.end();
  }
});

test("responses that could reveal whether an address is known are never sent early", async () => {
  const { email: knownEmail } = await fixtures.createMember();
  const equalizedSite = await createAuthFixture({
    database: fixture.database,
    auth: { autoconfirm: false, emailSpacingSeconds: 0 },
    timingStepMs: 400,
  });
  const measureDuration = async (path: string, body: object) => {
    const start = performance.now();
    await equalizedSite.call("POST", path, { body });
    return performance.now() - start;
  };
  const unknownEmail = generateEmail();
  const durations = await Promise.all([
    ...[knownEmail, unknownEmail].map((email) => measureDuration("/recover", { email })),
    ...[knownEmail, unknownEmail].map((email) => measureDuration("/otp", { email, create_user: false })),
    ...[knownEmail, unknownEmail].map((email) => measureDuration("/resend", { type: "signup", email })),
    ...[knownEmail, unknownEmail].map((email) =>
      measureDuration("/verify", { type: "email", email, token: "000000" }),
    ),
    ...[knownEmail, unknownEmail].map((email) =>
      measureDuration("/signup", { email, password: "green lamps 1" }),
    ),
  ]);
  for (const duration of durations) expect(duration).toBeGreaterThanOrEqual(399);
});
