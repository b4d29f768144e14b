import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";
import { CALLBACK, createOAuthFixture, type OAuthFixture, SITE } from "./oauth.fixture.ts";
import { describeProvider, type OpenIdProvider, startOpenIdProvider } from "./testing.ts";

// Tests the known ways to take over an account through sign-in with a provider.

const SECRET = "a secret of at least thirty-two characters";

let oauth: OAuthFixture;
let fixture: OAuthFixture["fixture"];
let otherProvider: { readonly id: string; readonly provider: OpenIdProvider };
beforeAll(async () => {
  otherProvider = { id: "custom:other", provider: await startOpenIdProvider(CALLBACK) };
  oauth = await createOAuthFixture({
    auth: { jwtSecret: SECRET },
    providers: [describeProvider(otherProvider.provider.issuer, { id: otherProvider.id, label: "Other" })],
  });
  ({ fixture } = oauth);
});
afterAll(async () => {
  await otherProvider.provider.end();
  await oauth.end();
});

const post = (path: string, body: object) => fixture.call("POST", path, { body });
const getCode = async (address: string) => (await fixture.getLastMessageTo(address)).code;

/** Creates an account with this address, confirmed by an emailed code, without a password unless one is given. */
async function createMember(email: string, password?: string) {
  if (password === undefined) await post("/otp", { email });
  else await post("/signup", { email, password });
  const { body } = await post("/verify", {
    type: password === undefined ? "email" : "signup",
    email,
    token: await getCode(email),
  });
  return { id: body.user.id as string, accessToken: body.access_token as string };
}

async function enrollFactor(accessToken: string) {
  const steps = createFactorSteps(fixture);
  const { body: factor } = await steps.enroll(accessToken);
  const { body: challenge } = await steps.challenge(accessToken, factor.id);
  const code = steps.getCode(factor.totp.secret);
  expect((await steps.verify(accessToken, factor.id, challenge.id, code)).status).toBe(200);
}

const countAccounts = async (email: string) =>
  (await fixture.database.pool.query("select from auth.users where email = $1", [email])).rowCount;

describe("the provider's email address", () => {
  test("signs no one in while it is unverified or missing, whether or not an account has it", async () => {
    const knownUser = oauth.newUser();
    await createMember(knownUser.email);
    for (const user of [
      { ...knownUser, email_verified: false },
      oauth.newUser({ email_verified: false }),
      { sub: "no-address" },
      { sub: "no-statement", email: knownUser.email },
      oauth.newUser({ email: "not an address" }),
    ])
      expect(await oauth.attempt({ user })).toBe("provider_email_needs_verification");
  });

  test("is linked to an account without a password if both sides have verified it, and linking ends other sessions", async () => {
    const user = oauth.newUser();
    const { id, accessToken } = await createMember(user.email);
    const { session } = await oauth.signIn({ user: { ...user, email: user.email.toUpperCase() } });
    expect(session.user.id).toBe(id);
    expect(session.user.app_metadata).toMatchObject({
      provider: "email",
      providers: ["email", "custom:acme"],
    });
    expect((await fixture.call("GET", "/user", { token: accessToken })).body.error_code).toBe(
      "session_not_found",
    );
    expect((await fixture.getLastMessageTo(user.email)).text).toContain("You can now sign in with Acme.");
  });

  test("isn't linked to an account with a password", async () => {
    const user = oauth.newUser();
    await createMember(user.email, "the owner's password");
    expect(await oauth.attempt({ user })).toBe("email_exists");
  });

  test("isn't linked to an account with two-factor authentication", async () => {
    const user = oauth.newUser();
    const { id, accessToken } = await createMember(user.email);
    await enrollFactor(accessToken);
    expect(await oauth.attempt({ user })).toBe("email_exists");
    expect(
      (await fixture.database.pool.query("select from auth.identities where user_id = $1", [id])).rowCount,
    ).toBe(1);
  });

  test("isn't linked to an account with a passkey", async () => {
    const user = oauth.newUser();
    const { id } = await createMember(user.email);
    await fixture.database.pool.query(
      `insert into auth.passkeys (user_id, credential_id, public_key, counter, is_backed_up, created_at)
       values ($1, 'x', 'x', 0, false, now())`,
      [id],
    );
    expect(await oauth.attempt({ user })).toBe("email_exists");
  });

  test("isn't linked to an account with a phone number, or with an identity that has another or an unverified address", async () => {
    for (const change of [
      "update auth.users set phone = '479' || floor(random() * 1e7)::text where id = $1",
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       values ($1, 'github', gen_random_uuid(), '{"email": "attacker@example.net", "email_verified": true}')`,
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       select id, 'github', gen_random_uuid(), jsonb_build_object('email', email, 'email_verified', false)
       from auth.users where id = $1`,
    ]) {
      const user = oauth.newUser();
      const { id } = await createMember(user.email);
      await fixture.database.pool.query(change, [id]);
      expect(await oauth.attempt({ user })).toBe("email_exists");
    }
  });

  test("is linked to an unconfirmed account that an attacker registered first, whose password and codes then stop working", async () => {
    const user = oauth.newUser();
    const password = "known to the attacker";
    await post("/signup", { email: user.email, password });
    const token = await getCode(user.email);
    const { session } = await oauth.signIn({ user });
    expect(session.user.email_confirmed_at).toBeTruthy();
    const oldSignIn = await post("/token?grant_type=password", { email: user.email, password });
    expect(oldSignIn.body.error_code).toBe("invalid_credentials");
    const codeResponse = await post("/verify", { type: "signup", email: user.email, token });
    expect(codeResponse.body.error_code).toBe("otp_expired");
    expect(await countAccounts(user.email)).toBe(1);
  });

  test("isn't linked to any account while addresses count as confirmed without an email", async () => {
    const victim = oauth.newUser();
    const autoconfirmSite = await createOAuthFixture({
      database: fixture.database,
      provider: oauth.provider,
      auth: { autoconfirm: true, anonymous: true },
    });
    // The attacker's guest account gets the victim's address, without any email.
    const guest = await autoconfirmSite.fixture.call("POST", "/signup", { body: {} });
    const token = guest.body.access_token;
    await autoconfirmSite.fixture.call("PUT", "/user", { token, body: { email: victim.email } });
    expect((await autoconfirmSite.fixture.call("GET", "/user", { token })).body.email).toBe(victim.email);
    expect(await autoconfirmSite.attempt({ user: victim })).toBe("email_exists");
    // Once addresses have to be confirmed, the account is linked, but the attacker's session ends.
    expect(await oauth.attempt({ user: victim })).toBe("signed_in");
    expect((await fixture.call("GET", "/user", { token })).body.error_code).toBe("session_not_found");
  });

  test("can change at the provider later, without any effect on accounts", async () => {
    const victim = oauth.newUser();
    const member = await createMember(victim.email);
    const attacker = oauth.newUser();
    const firstSignIn = await oauth.signIn({ user: attacker });
    const secondSignIn = await oauth.signIn({ user: { ...attacker, email: victim.email } });
    expect(secondSignIn.session.user).toMatchObject({
      id: firstSignIn.session.user.id,
      email: attacker.email,
    });
    expect(secondSignIn.session.user.id).not.toBe(member.id);
    // The victim's own sign-in with that address still leads to the victim's account.
    const { session } = await oauth.signIn({ user: victim });
    expect(session.user.id).toBe(member.id);
  });

  test("leads to the same account from two providers only if both have verified it", async () => {
    const user = oauth.newUser();
    const { session } = await oauth.signIn({ user });
    const unverifiedUser = { ...user, sub: "elsewhere", email_verified: false };
    expect(await oauth.attempt({ user: unverifiedUser, at: otherProvider })).toBe(
      "provider_email_needs_verification",
    );
    const secondSignIn = await oauth.signIn({
      user: { ...unverifiedUser, email_verified: true },
      at: otherProvider,
    });
    expect(secondSignIn.session.user.id).toBe(session.user.id);
    expect(secondSignIn.session.user.app_metadata).toEqual({
      provider: "custom:acme",
      providers: ["custom:acme", "custom:other"],
    });
  });
});

describe("the provider's ID of a user", () => {
  test("identifies a different user at another provider", async () => {
    const user = oauth.newUser();
    const firstSignIn = await oauth.signIn({ user });
    const secondSignIn = await oauth.signIn({
      user: { ...user, email: "namesake@example.com" },
      at: otherProvider,
    });
    expect(secondSignIn.session.user.id).not.toBe(firstSignIn.session.user.id);
  });

  test("is refused if the provider's name now belongs to another issuer", async () => {
    const user = oauth.newUser();
    await oauth.signIn({ user });
    const movedSite = await createOAuthFixture({ database: fixture.database });
    try {
      expect(await movedSite.attempt({ user })).toBe("bad_oauth_callback");
    } finally {
      await movedSite.provider.end();
    }
  });

  test("leads to only one account in simultaneous sign-ins", async () => {
    const user = oauth.newUser();
    oauth.provider.setUser(user);
    const sessions = await Promise.all([oauth.signIn(), oauth.signIn(), oauth.signIn()]);
    expect(new Set(sessions.map(({ session }) => session.user.id)).size).toBe(1);
  });
});

describe("the account", () => {
  const suspend = (id: string) =>
    fixture.database.pool.query(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [id],
    );

  test("can't be signed in to by identity or by address while it is suspended", async () => {
    const user = oauth.newUser();
    const { session } = await oauth.signIn({ user });
    await suspend(session.user.id);
    expect(await oauth.attempt({ user })).toBe("user_banned");
    expect(await oauth.attempt({ user: { ...user, sub: "another" }, at: otherProvider })).toBe("user_banned");
  });

  test("is a new one after the old one was deleted", async () => {
    const user = oauth.newUser();
    const firstSignIn = await oauth.signIn({ user });
    const token = await createServiceKey(SECRET);
    await fixture.call("DELETE", `/admin/users/${firstSignIn.session.user.id}`, { token });
    const secondSignIn = await oauth.signIn({ user });
    expect(secondSignIn.session.user.id).not.toBe(firstSignIn.session.user.id);
    await fixture.call("DELETE", `/admin/users/${secondSignIn.session.user.id}`, {
      token,
      body: { should_soft_delete: true },
    });
    const thirdSignIn = await oauth.signIn({ user });
    expect(thirdSignIn.session.user.id).not.toBe(secondSignIn.session.user.id);
  });

  test("isn't created while sign-up is closed, but members can still sign in", async () => {
    const user = oauth.newUser();
    await oauth.signIn({ user });
    const closedSite = await createOAuthFixture({
      database: fixture.database,
      provider: oauth.provider,
      auth: { disableSignup: true },
    });
    expect(await closedSite.attempt({ user })).toBe("signed_in");
    expect(await closedSite.attempt({ user: oauth.newUser() })).toBe("signup_disabled");
  });

  test("still requires two-factor authentication after a sign-in with the provider", async () => {
    const user = oauth.newUser();
    const { session } = await oauth.signIn({ user });
    await enrollFactor(session.access_token);
    const newSignIn = await oauth.signIn({ user });
    const { status, body } = await fixture.call("PUT", "/user", {
      token: newSignIn.session.access_token,
      body: { data: { seen: true } },
    });
    expect([status, body.error_code]).toEqual([401, "insufficient_aal"]);
  });
});

describe("the flow", () => {
  const HOME = `${SITE}/home`;
  const getError = (url: URL) => new URLSearchParams(url.hash.slice(1)).get("error_code") ?? "none";

  test("works once", async () => {
    oauth.provider.setUser(oauth.newUser());
    const browser = oauth.createBrowser();
    const callback = await oauth.visitProvider(browser);
    const cookies = new Map(browser.cookies);
    expect(getError((await browser.open(callback)).url)).toBe("none");
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const { url } = await browser.open(callback);
    expect([getError(url), url.pathname]).toEqual(["bad_oauth_state", "/auth/landing"]);
  });

  test("refuses a code that was already exchanged", async () => {
    oauth.provider.setUser(oauth.newUser());
    const [firstBrowser, secondBrowser] = [oauth.createBrowser(), oauth.createBrowser()];
    const usedCallback = new URL(await oauth.visitProvider(firstBrowser));
    await firstBrowser.open(usedCallback.href);
    const freshCallback = new URL(await oauth.visitProvider(secondBrowser));
    freshCallback.searchParams.set("code", usedCallback.searchParams.get("code") ?? "");
    expect(getError((await secondBrowser.open(freshCallback.href)).url)).toBe("bad_oauth_callback");
  });

  test("refuses an attacker's code in a victim's flow, because it belongs to another verifier", async () => {
    const attacker = oauth.newUser();
    oauth.provider.setUser(attacker);
    const stolenCallback = new URL(await oauth.visitProvider(oauth.createBrowser()));
    const victim = oauth.createBrowser();
    oauth.provider.setUser(oauth.newUser());
    const victimCallback = new URL(await oauth.visitProvider(victim));
    victimCallback.searchParams.set("code", stolenCallback.searchParams.get("code") ?? "");
    expect(getError((await victim.open(victimCallback.href)).url)).toBe("bad_oauth_callback");
    expect(await countAccounts(attacker.email)).toBe(0);
  });

  test("can only be completed in the browser that started it, even after an attempt in another", async () => {
    oauth.provider.setUser(oauth.newUser());
    const owner = oauth.createBrowser();
    const callback = await oauth.visitProvider(owner);
    const thief = oauth.createBrowser();
    expect(getError((await thief.open(callback)).url)).toBe("bad_oauth_state");
    await oauth.visitProvider(thief);
    expect(getError((await thief.open(callback)).url)).toBe("bad_oauth_state");
    expect(getError((await owner.open(callback)).url)).toBe("none");
  });

  test("requires a state", async () => {
    const browser = oauth.createBrowser();
    const callback = new URL(await oauth.visitProvider(browser));
    for (const state of [null, "", "x".repeat(43)]) {
      const changedUrl = new URL(callback);
      if (state === null) changedUrl.searchParams.delete("state");
      else changedUrl.searchParams.set("state", state);
      expect(getError((await browser.open(changedUrl.href)).url)).toBe("bad_oauth_state");
    }
  });

  test("expires after ten minutes", async () => {
    oauth.provider.setUser(oauth.newUser());
    const browser = oauth.createBrowser();
    const callback = await oauth.visitProvider(browser);
    fixture.clock.advance(601);
    const { url } = await browser.open(callback);
    fixture.clock.advance(-601);
    expect([getError(url), url.pathname]).toEqual(["flow_state_expired", "/home"]);
  });

  test.each([
    ["another site", "https://evil.example/"],
    ["another site whose hostname starts with ours", "http://lattice.test.evil.example/"],
    ["a URL with user information", "http://lattice.test@evil.example/"],
    ["a javascript: URL", "javascript:alert(1)"],
    ["a URL without a scheme", "//evil.example/"],
  ])("never redirects to %s", async (_what, redirect_to) => {
    oauth.provider.setUser(oauth.newUser());
    const browser = oauth.createBrowser();
    const callback = await oauth.visitProvider(browser, { redirect_to });
    // The callback ignores this parameter.
    const { url } = await browser.open(`${callback}&redirect_to=${encodeURIComponent(redirect_to)}`);
    expect(url.origin).toBe(SITE);
  });

  test("reports that the user canceled at the provider", async () => {
    const browser = oauth.createBrowser();
    const callback = new URL(await oauth.visitProvider(browser));
    callback.searchParams.delete("code");
    callback.searchParams.set("error", "access_denied");
    const { url } = await browser.open(callback.href);
    const fragment = new URLSearchParams(url.hash.slice(1));
    expect([fragment.get("error"), fragment.get("error_code")]).toEqual([
      "access_denied",
      "bad_oauth_callback",
    ]);
  });

  test("refuses a response from another issuer", async () => {
    const browser = oauth.createBrowser();
    const callback = new URL(await oauth.visitProvider(browser));
    callback.searchParams.set("iss", "https://evil.example");
    expect(getError((await browser.open(callback.href)).url)).toBe("bad_oauth_callback");
  });

  test("redirects if the provider posts a form, because a cross-site form doesn't carry the cookie", async () => {
    oauth.provider.setUser(oauth.newUser());
    const browser = oauth.createBrowser();
    const callback = new URL(await oauth.visitProvider(browser));
    const form = new URLSearchParams([...callback.searchParams, ["user", "{}"]]);
    const response = await fixture.auth.http.request("/callback", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    expect(response.status).toBe(303);
    const location = response.headers.get("location") ?? "";
    expect(new URL(location).searchParams.has("user")).toBe(false);
    const { url } = await browser.open(location);
    expect([getError(url), url.href.startsWith(`${HOME}#access_token=`)]).toEqual(["none", true]);
  });

  test("is limited per client", async () => {
    const limitedSite = await createOAuthFixture({
      database: fixture.database,
      provider: oauth.provider,
      auth: { rateLimits: true },
    });
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1)
      statuses.push((await limitedSite.fixture.call("GET", "/authorize?provider=nonsense")).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
