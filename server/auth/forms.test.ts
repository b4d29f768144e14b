import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { createServiceKey } from "./keys/create-service-key.ts";
import { startIdentityProvider } from "./sso/testing.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "./testing.ts";
import { computeTotp, getTimeStep } from "./two-factor/totp.ts";

const SECRET = "a secret of at least thirty-two characters";
const CLIENT = { ip: "203.0.113.9", userAgent: "a form" };
let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { emailSpacingSeconds: 0, jwtSecret: SECRET, saml: true } });
});
afterAll(() => fixture.end());

let user: Awaited<ReturnType<AuthFixture["register"]>>;
beforeEach(async () => {
  user = await fixture.register();
});

const getErrorCode = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof AuthError ? error.code : error;
};

describe("the sign-in options", () => {
  test("follow the settings", async () => {
    const restrictedSite = await createAuthFixture({
      database: fixture.database,
      auth: { disableSignup: true, anonymous: true, email: false, otpLength: 8 },
    });
    expect(await restrictedSite.auth.describe()).toEqual({
      signupDisabled: true,
      email: false,
      isEmailConfigured: false,
      phone: false,
      // Signing in as a guest creates an account, so it isn't offered while sign-up is closed.
      anonymous: false,
      sso: false,
      passkeys: false,
      providers: [],
      ethereum: false,
      codeLength: 8,
      password: { minLength: 6, characterSets: [] },
    });
    const openSite = await createAuthFixture({ database: fixture.database, auth: { anonymous: true } });
    expect(await openSite.auth.describe()).toMatchObject({
      signupDisabled: false,
      email: true,
      anonymous: true,
    });
  });

  test("include single sign-on only while a provider is enabled", async () => {
    const idp = await startIdentityProvider();
    const token = await createServiceKey(SECRET);
    expect((await fixture.auth.describe()).sso).toBe(false);
    const { body } = await fixture.call("POST", "/admin/sso/providers", {
      token,
      body: { type: "saml", metadata_xml: idp.metadata, domains: ["forms.example"] },
    });
    expect((await fixture.auth.describe()).sso).toBe(true);
    await fixture.call("PUT", `/admin/sso/providers/${body.id}`, { token, body: { disabled: true } });
    expect((await fixture.auth.describe()).sso).toBe(false);
    await idp.end();
  });
});

describe("an emailed code", () => {
  test("for recovery signs the user in once, even if typed with spaces, and the email's link leads to the landing page", async () => {
    await fixture.auth.sendRecoveryEmail(user.email, CLIENT);
    const { code, link } = await fixture.getLastMessageTo(user.email);
    expect(new URL(link).searchParams.get("redirect_to")).toBe(
      "http://lattice.test/auth/landing?for=recovery",
    );
    const typedCode = {
      purpose: "recovery",
      email: ` ${user.email.toUpperCase()}`,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    } as const;
    const session = await fixture.auth.verifyEmailedCode(typedCode, CLIENT);
    expect(await fixture.auth.identify(buildCookieHeader(session ?? {}))).toMatchObject({ state: "member" });
    expect(await getErrorCode(fixture.auth.verifyEmailedCode(typedCode, CLIENT))).toBe("otp_expired");
  });

  test("for sign-in doesn't work as a sign-up code, but stays valid", async () => {
    await fixture.auth.sendSignInEmail(user.email, CLIENT);
    const { code } = await fixture.getLastMessageTo(user.email);
    const input = { purpose: "signup", email: user.email, code } as const;
    expect(await getErrorCode(fixture.auth.verifyEmailedCode(input, CLIENT))).toBe("otp_expired");
    expect(await fixture.auth.verifyEmailedCode({ ...input, purpose: "magic-link" }, CLIENT)).not.toBeNull();
  });

  test("that confirms only one side of an email change doesn't sign the user in yet", async () => {
    const site = await createAuthFixture({
      database: fixture.database,
      auth: { autoconfirm: false, emailSpacingSeconds: 0 },
    });
    const token = user.session.access_token;
    const newEmail = `new-${user.email}`;
    expect((await site.call("PUT", "/user", { token, body: { email: newEmail } })).status).toBe(200);
    const confirmAddress = async (email: string) =>
      site.auth.verifyEmailedCode(
        { purpose: "email-change", email, code: (await site.getLastMessageTo(email)).code },
        CLIENT,
      );
    expect(await confirmAddress(user.email)).toBeNull();
    expect((await confirmAddress(newEmail))?.user.email).toBe(newEmail);
  });
});

describe("two-factor authentication", () => {
  async function registerWithFactor() {
    const client = fixture.client({ experimental: { recoveryCodes: true } });
    await client.signInWithPassword(user);
    const { data } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    if (!data) throw new Error("no factor");
    const computeCode = (offset: number) =>
      computeTotp(data.totp.secret, getTimeStep(fixture.clock.now()) + offset);
    await client.mfa.challengeAndVerify({ factorId: data.id, code: computeCode(0) });
    // The next sign-in needs a later code.
    fixture.clock.advance(30);
    const recovery = (await client.mfa.recoveryCodes.generate()).data;
    const pendingSession = await fixture.auth.signInWithPassword(user, CLIENT);
    return { pendingSession, computeCode, factorId: data.id, recovery };
  }

  test("is required after the password, and recovery codes are listed last", async () => {
    const { pendingSession, computeCode, factorId, recovery } = await registerWithFactor();
    expect(await fixture.auth.identify(buildCookieHeader(pendingSession))).toEqual({
      state: "visitor",
      pendingUserId: pendingSession.user.id,
    });
    expect(await fixture.auth.listFactors(pendingSession.access_token)).toEqual([
      { id: factorId, name: "Phone", type: "totp" },
      { id: recovery?.id, name: "Recovery codes", type: "recovery_code" },
    ]);
    const wrongInput = { factorId, code: computeCode(7) };
    expect(
      await getErrorCode(fixture.auth.verifyOwnFactor(pendingSession.access_token, wrongInput, CLIENT)),
    ).toBe("mfa_verification_failed");
    const session = await fixture.auth.verifyOwnFactor(
      pendingSession.access_token,
      { factorId, code: computeCode(0) },
      CLIENT,
    );
    expect(await fixture.auth.identify(buildCookieHeader(session))).toMatchObject({ state: "member" });
  });

  test("accepts a recovery code, but not another user's factor", async () => {
    const { pendingSession, recovery } = await registerWithFactor();
    const input = { factorId: recovery?.id ?? "", code: recovery?.codes[0] ?? "" };
    const strangerToken = (await fixture.register()).session.access_token;
    expect(await getErrorCode(fixture.auth.verifyOwnFactor(strangerToken, input, CLIENT))).toBe(
      "mfa_factor_not_found",
    );
    const session = await fixture.auth.verifyOwnFactor(pendingSession.access_token, input, CLIENT);
    expect(await fixture.auth.identify(buildCookieHeader(session))).toMatchObject({ state: "member" });
  });

  test("is required before choosing a new password", async () => {
    const { pendingSession } = await registerWithFactor();
    const change = fixture.auth.choosePassword(
      pendingSession.access_token,
      { password: "seven green lamps" },
      CLIENT,
    );
    expect(await getErrorCode(change)).toBe("insufficient_aal");
  });
});

describe("a password chosen in a form", () => {
  test("must follow the password rules, and can be submitted together with a username", async () => {
    const token = user.session.access_token;
    const error = await fixture.auth.choosePassword(token, { password: "letmein" }, CLIENT).catch((e) => e);
    expect(error).toMatchObject({ code: "weak_password", reasons: ["pwned"] });
    expect(await getErrorCode(fixture.auth.choosePassword(token, { password: "" }, CLIENT))).toBe(
      "validation_failed",
    );
    await fixture.auth.choosePassword(
      token,
      { password: "seven green lamps", username: `${user.username} II` },
      CLIENT,
    );
    const newSession = await fixture.auth.signInWithPassword(
      { ...user, password: "seven green lamps" },
      CLIENT,
    );
    expect(await fixture.auth.identify(buildCookieHeader(newSession))).toMatchObject({
      member: { username: `${user.username} II` },
    });
  });

  test("is refused without a session", async () => {
    expect(
      await getErrorCode(fixture.auth.choosePassword("", { password: "seven green lamps" }, CLIENT)),
    ).toBe("no_authorization");
  });
});

test("visitors can sign in as guests only if the site allows it and sign-up isn't closed", async () => {
  expect(await getErrorCode(fixture.auth.signInAsGuest(CLIENT))).toBe("anonymous_provider_disabled");
  const guestSite = await createAuthFixture({ database: fixture.database, auth: { anonymous: true } });
  const session = await guestSite.auth.signInAsGuest(CLIENT);
  expect(session.user.is_anonymous).toBe(true);
  const closedSite = await createAuthFixture({
    database: fixture.database,
    auth: { anonymous: true, disableSignup: true },
  });
  expect(await getErrorCode(closedSite.auth.signInAsGuest(CLIENT))).toBe("signup_disabled");
});
