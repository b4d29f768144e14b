import type { GoTrueClient } from "@supabase/auth-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

const SECRET = "a secret of at least thirty-two characters";
let fixture: AuthFixture;
let token: string;
let admin: GoTrueClient["admin"];
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth: {
      jwtSecret: SECRET,
      autoconfirm: false,
      emailSpacingSeconds: 0,
      redirectAllow: ["https://app.example.org/**"],
    },
  });
  token = await createServiceKey(SECRET);
  admin = fixture.client({ headers: { authorization: `Bearer ${token}` } }).admin;
});
afterAll(() => fixture.end());

let emailCount = 0;
const generateEmail = () => {
  emailCount += 1;
  return `invited${emailCount}@example.org`;
};
async function registerMember() {
  const email = generateEmail();
  await fixture.call("POST", "/signup", { body: { email, password: "a fine secret" } });
  await fixture
    .client()
    .verifyOtp({ email, token: (await fixture.getLastMessageTo(email)).code, type: "signup" });
  return email;
}
const generateLink = (body: Record<string, unknown>) =>
  fixture.call("POST", "/admin/generate_link", { token, body });

describe("an invitation", () => {
  test("is emailed, and its code signs the new user in to choose a password", async () => {
    const email = generateEmail();
    const { data, error } = await admin.inviteUserByEmail(email, {
      data: { username: "Invited One", city: "Oslo" },
      redirectTo: "https://app.example.org/welcome",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      confirmation_sent_at: expect.any(String),
    });
    expect(data.user?.user_metadata).toEqual({ username: "Invited One", city: "Oslo" });
    const { kind, link, code } = await fixture.getLastMessageTo(email);
    expect(kind).toBe("invite");
    expect(new URL(link).searchParams.get("redirect_to")).toBe("https://app.example.org/welcome");
    const client = fixture.client();
    const verification = await client.verifyOtp({ email, token: code, type: "invite" });
    expect(verification.data.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      user_metadata: { username: "Invited One" },
    });
    expect((await client.updateUser({ password: "a fine secret" })).error).toBeNull();
    expect(
      (await fixture.client().signInWithPassword({ email, password: "a fine secret" })).error,
    ).toBeNull();
  });

  test("is sent again to an unconfirmed account, and refused for a member", async () => {
    const email = generateEmail();
    const firstResult = await admin.inviteUserByEmail(email);
    const secondResult = await admin.inviteUserByEmail(email);
    expect(secondResult.data.user?.id).toBe(firstResult.data.user?.id);
    expect(await fixture.listMessagesTo(email)).toHaveLength(2);
    const existingEmail = await registerMember();
    expect((await admin.inviteUserByEmail(existingEmail)).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
  });

  test("is refused for an invalid address, and without an admin token", async () => {
    expect((await admin.inviteUserByEmail("nobody")).error).toMatchObject({
      status: 400,
      code: "validation_failed",
    });
    const body = { email: generateEmail() };
    expect((await fixture.call("POST", "/invite", { body })).body.error_code).toBe("no_authorization");
    const visitorResponse = await fixture.call("POST", "/invite", { body, token: fixture.auth.publicKey });
    expect(visitorResponse.body).toMatchObject({ code: 403, error_code: "not_admin" });
  });
});

describe("a generated link", () => {
  test.each([
    ["signup", { password: "a fine secret" }],
    ["invite", {}],
  ] as const)("for %s creates the account, emails nothing and works", async (type, fields) => {
    const email = generateEmail();
    const { status, body } = await generateLink({ type, email, ...fields, data: { city: "Oslo" } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email,
      verification_type: type,
      redirect_to: "http://lattice.test",
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    });
    expect(body.user_metadata).toEqual({ city: "Oslo" });
    const link = new URL(body.action_link);
    expect(link.href.startsWith("http://lattice.test/auth/v1/verify?")).toBe(true);
    expect(link.searchParams.get("token")).toBe(body.hashed_token);
    expect(await fixture.listMessagesTo(email)).toEqual([]);
    expect((await fixture.follow(link.href)).location.hash).toContain(`type=${type}`);
  });

  test("is returned by the official client as `properties` and `user`, and its code works too", async () => {
    const email = await registerMember();
    const { data, error } = await admin.generateLink({
      type: "magiclink",
      email,
      options: { redirectTo: "https://app.example.org/in" },
    });
    expect(error).toBeNull();
    expect(data.properties).toMatchObject({
      verification_type: "magiclink",
      redirect_to: "https://app.example.org/in",
    });
    expect(data.user?.email).toBe(email);
    const token = data.properties?.email_otp ?? "";
    expect((await fixture.client().verifyOtp({ email, token, type: "magiclink" })).error).toBeNull();
  });

  test("contains the redirect URL in readable form, with all characters escaped that could change the link", async () => {
    const redirect_to = "https://app.example.org/in?a=b%20c&type=recovery%3A%2F+";
    const { body } = await generateLink({ type: "magiclink", email: await registerMember(), redirect_to });
    const link = new URL(body.action_link);
    expect(body.action_link).toContain("redirect_to=https://app.example.org/in%3Fa%3Db");
    expect(link.searchParams.get("redirect_to")).toBe(body.redirect_to);
    expect(body.redirect_to).toContain("&type=recovery%3A%2F");
    expect(link.searchParams.getAll("type")).toEqual(["magiclink"]);
    expect(link.hash).toBe("");
  });

  test("for an unknown address is a sign-up link instead of a magic link, and fails for recovery", async () => {
    const email = generateEmail();
    const { body } = await generateLink({ type: "magiclink", email });
    expect(body.verification_type).toBe("signup");
    expect((await generateLink({ type: "recovery", email: generateEmail() })).body).toMatchObject({
      code: 404,
      error_code: "user_not_found",
    });
    const existingEmail = await registerMember();
    const recovery = await generateLink({ type: "recovery", email: existingEmail });
    expect((await fixture.follow(recovery.body.action_link)).location.hash).toContain("type=recovery");
  });

  test("for an email change is created for each address, and both are needed", async () => {
    const email = await registerMember();
    const new_email = generateEmail();
    const currentLink = await generateLink({ type: "email_change_current", email, new_email });
    const newLink = await generateLink({ type: "email_change_new", email, new_email });
    for (const { body } of [currentLink, newLink]) {
      expect(body.new_email).toBe(new_email);
      expect(new URL(body.action_link).searchParams.get("type")).toBe("email_change");
    }
    expect((await fixture.follow(currentLink.body.action_link)).location.hash).toContain("message=");
    const repeatedLink = await generateLink({ type: "email_change_current", email, new_email });
    expect((await fixture.follow(repeatedLink.body.action_link)).location.hash).toContain("message=");
    const landing = await fixture.follow(newLink.body.action_link);
    const accessToken = new URLSearchParams(landing.location.hash.slice(1)).get("access_token") ?? "";
    expect((await fixture.call("GET", "/user", { token: accessToken })).body.email).toBe(new_email);
  });

  test("never redirects to an untrusted page", async () => {
    const email = await registerMember();
    const { body } = await generateLink({ type: "magiclink", email, redirect_to: "https://evil.test/" });
    expect(body.redirect_to).toBe("http://lattice.test");
    const trustedLink = await generateLink({
      type: "magiclink",
      email,
      redirect_to: "https://app.example.org/x",
    });
    expect(trustedLink.body.redirect_to).toBe("https://app.example.org/x");
  });

  test("is refused for invalid types, addresses and passwords, and for unknown or taken addresses", async () => {
    const existingEmail = await registerMember();
    const otherEmail = await registerMember();
    const cases: [Record<string, unknown>, number, string][] = [
      [{ type: "toString", email: existingEmail }, 400, "validation_failed"],
      [{ email: existingEmail }, 400, "validation_failed"],
      [{ type: "signup", email: generateEmail() }, 400, "validation_failed"],
      [{ type: "signup", email: generateEmail(), password: "12345" }, 422, "weak_password"],
      [{ type: "signup", email: existingEmail, password: "a fine secret" }, 422, "email_exists"],
      [{ type: "invite", email: existingEmail }, 422, "email_exists"],
      [{ type: "magiclink", email: "nobody" }, 400, "validation_failed"],
      [{ type: "email_change_new", email: existingEmail }, 400, "validation_failed"],
      [{ type: "email_change_new", email: existingEmail, new_email: otherEmail }, 422, "email_exists"],
      [
        { type: "email_change_new", email: generateEmail(), new_email: generateEmail() },
        404,
        "user_not_found",
      ],
    ];
    for (const [body, status, code] of cases) {
      const response = await generateLink(body);
      expect([response.status, response.body.error_code], JSON.stringify(body)).toEqual([status, code]);
    }
    const singleConfirmationFixture = await createAuthFixture({
      database: fixture.database,
      auth: { jwtSecret: SECRET, secureEmailChange: false },
    });
    const body = { type: "email_change_current", email: existingEmail, new_email: generateEmail() };
    const result = await singleConfirmationFixture.call("POST", "/admin/generate_link", { token, body });
    expect(result.body).toMatchObject({ code: 400, error_code: "validation_failed" });
    expect((await fixture.call("POST", "/admin/generate_link", { body })).status).toBe(401);
  });
});
