import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { buildCookieHeader } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";
import { type Browser, createOAuthFixture, type OAuthFixture, SITE } from "./oauth.fixture.ts";

let oauth: OAuthFixture;
let fixture: OAuthFixture["fixture"];
beforeAll(async () => {
  // `fixture.register` needs accounts that are confirmed without an email.
  oauth = await createOAuthFixture({ auth: { autoconfirm: true, anonymous: true } });
  ({ fixture } = oauth);
});
afterAll(() => oauth.end());

const PAGE = `${SITE}/settings`;
const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
const getError = (url: URL) => new URLSearchParams(url.hash.slice(1)).get("error_code");

/** Creates the official client on a page of this site, in this browser. */
const createClient = (browser: Browser) =>
  fixture.client({
    flowType: "pkce",
    fetch: async (input, init) => {
      const path = String(input).replace(`${SITE}/auth/v1`, "");
      const response = await fixture.auth.http.request(path, init as RequestInit);
      browser.store(response);
      return response;
    },
  });

async function signIn(browser = oauth.createBrowser()) {
  const { email, password } = await fixture.register();
  const client = createClient(browser);
  const { data } = await client.signInWithPassword({ email, password });
  if (!data.session) throw new Error("not signed in");
  return { browser, client, email, password, user: data.user, token: data.session.access_token };
}
type Member = Awaited<ReturnType<typeof signIn>>;

/** Starts linking and returns the callback URL that the provider redirects to. */
async function start({ client }: Pick<Member, "client">): Promise<string> {
  const { data, error } = await client.linkIdentity({
    provider: "custom:acme",
    options: { redirectTo: PAGE, skipBrowserRedirect: true },
  });
  if (error) throw error;
  return oauth.provider.visit(data.url);
}

async function link(member: Member) {
  const { url } = await member.browser.open(await start(member));
  const code = url.searchParams.get("code");
  if (code === null) throw new Error(url.href);
  const { data, error } = await member.client.exchangeCodeForSession(code);
  if (error) throw error;
  return data.user;
}

describe("linkIdentity", () => {
  test("adds the provider to the account, so that later sign-ins with the provider lead to that account", async () => {
    const member = await signIn();
    // The address at the provider doesn't matter.
    const user = oauth.newUser({ email_verified: false });
    oauth.provider.setUser(user);
    const linkedUser = await link(member);
    expect(linkedUser).toMatchObject({
      id: member.user.id,
      email: member.email,
      app_metadata: { provider: "email", providers: ["email", "custom:acme"] },
    });
    expect(linkedUser.identities?.map(({ provider, id }) => [provider, id])).toEqual([
      ["email", member.user.id],
      ["custom:acme", user.sub],
    ]);
    expect((await fixture.getLastMessageTo(member.email)).subject).toMatch(/^A sign-in method was added/);
    expect((await oauth.signIn({ user })).session.user.id).toBe(member.user.id);
  });

  test("is refused for another user's identity, and changes nothing if the identity is already the user's own", async () => {
    const user = oauth.newUser();
    oauth.provider.setUser(user);
    const owner = await signIn();
    await link(owner);
    expect((await link(owner)).identities).toHaveLength(2);
    const otherMember = await signIn();
    const { url } = await otherMember.browser.open(await start(otherMember));
    expect(getError(url)).toBe("identity_already_exists");
  });

  test("requires a recent sign-in", async () => {
    const member = await signIn();
    fixture.clock.advance(601);
    await expect(start(member)).rejects.toMatchObject({ code: "reauthentication_needed" });
    fixture.clock.advance(-601);
  });

  test("requires a session that has verified a factor, if the account has one", async () => {
    const steps = createFactorSteps(fixture);
    const { email, password } = await steps.signInWithFactor();
    const { data } = await fixture.client().signInWithPassword({ email, password });
    const { status, body } = await fixture.call("GET", "/user/identities/authorize?provider=custom:acme", {
      token: data.session?.access_token,
    });
    expect([status, body.error_code]).toEqual([401, "insufficient_aal"]);
  });

  test("is refused unless the site allows it", async () => {
    const siteWithoutLinking = await createOAuthFixture({
      database: fixture.database,
      provider: oauth.provider,
      auth: { manualLinking: false },
    });
    const { token } = await signIn();
    const path = "/user/identities/authorize?provider=custom:acme";
    expect((await siteWithoutLinking.fixture.call("GET", path, { token })).body.error_code).toBe(
      "manual_linking_disabled",
    );
  });

  test("fails once the session that started it has ended", async () => {
    const member = await signIn();
    oauth.provider.setUser(oauth.newUser());
    const callback = await start(member);
    await member.client.signOut();
    expect(getError((await member.browser.open(callback)).url)).toBe("bad_oauth_state");
  });

  test("can't be completed by a victim who opens an attacker's link", async () => {
    const attacker = await signIn();
    const { data } = await attacker.client.linkIdentity({
      provider: "custom:acme",
      options: { redirectTo: PAGE, skipBrowserRedirect: true },
    });
    // The victim is signed in at the provider, so it sends them back immediately.
    const victim = oauth.createBrowser();
    oauth.provider.setUser(oauth.newUser());
    const { url } = await victim.open(await oauth.provider.visit(data?.url ?? ""));
    expect(getError(url)).toBe("bad_oauth_state");
    expect((await attacker.client.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  test("can't be started by another site, because the endpoint ignores cookies", async () => {
    const { browser, token } = await signIn();
    const session = buildCookieHeader({ access_token: token, refresh_token: "x" });
    browser.cookies.set("lattice-session", session.split("=")[1] ?? "");
    const { status } = await browser.open(`${SITE}/auth/v1/user/identities/authorize?provider=custom:acme`);
    expect(status).toBe(401);
  });

  test("makes a guest a member with the provider's verified address", async () => {
    const browser = oauth.createBrowser();
    const client = createClient(browser);
    const { data } = await client.signInAnonymously();
    const guest = { browser, client, user: data.user } as Member;
    oauth.provider.setUser(oauth.newUser({ email_verified: false }));
    const refusedPage = await browser.open(await start(guest));
    expect(getError(refusedPage.url)).toBe("provider_email_needs_verification");
    oauth.provider.setUser(oauth.newUser({ email: (await fixture.register()).email }));
    expect(getError((await browser.open(await start(guest))).url)).toBe("email_exists");
    const user = oauth.newUser();
    oauth.provider.setUser(user);
    expect(await link(guest)).toMatchObject({
      id: data.user?.id,
      email: user.email,
      is_anonymous: false,
      app_metadata: { provider: "custom:acme", providers: ["custom:acme"] },
    });
  });

  test("doesn't deadlock with a sign-in that has locked the guest's new address", async () => {
    const browser = oauth.createBrowser();
    const client = createClient(browser);
    const { data } = await client.signInAnonymously();
    const guest = { browser, client, user: data.user } as Member;
    const user = oauth.newUser();
    oauth.provider.setUser(user);
    const signInTx = await fixture.database.pool.connect();
    try {
      await signInTx.query("begin");
      await signInTx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`email ${user.email}`]);
      const linking = link(guest);
      await expect
        .poll(async () => {
          const { rowCount } = await fixture.database.pool.query(
            `select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
          );
          return rowCount;
        })
        .toBe(1);
      await signInTx.query("select from auth.users where id = $1 for no key update", [guest.user?.id]);
      await signInTx.query("commit");
      expect(await linking).toMatchObject({ email: user.email, is_anonymous: false });
    } finally {
      signInTx.release(true);
    }
  });
});

describe("unlinkIdentity", () => {
  /** Returns the error code with which a session's access token is refused; undefined while it is accepted. */
  const getRefusal = async (token: string) => (await fixture.call("GET", "/user", { token })).body.error_code;

  test("removes the provider, which can then no longer be used to sign in", async () => {
    const member = await signIn();
    const user = oauth.newUser({ email_verified: false });
    oauth.provider.setUser(user);
    const identity = (await link(member)).identities?.find(({ provider }) => provider === "custom:acme");
    if (!identity) throw new Error("not linked");
    expect((await member.client.unlinkIdentity(identity)).error).toBeNull();
    expect(await oauth.attempt({ user })).toBe("provider_email_needs_verification");
    expect((await member.client.getUser()).data.user?.app_metadata.providers).toEqual(["email"]);
  });

  test("ends the other sessions that were started with the provider, but no session that was started in another way", async () => {
    const member = await signIn();
    const user = oauth.newUser();
    oauth.provider.setUser(user);
    const identity = (await link(member)).identities?.find(({ provider }) => provider === "custom:acme");
    const [providerSignIn, currentSignIn] = [await oauth.signIn({ user }), await oauth.signIn({ user })];
    const passwordClient = fixture.client();
    await passwordClient.signInWithPassword({ email: member.email, password: member.password });
    if (!identity) throw new Error("not linked");
    expect((await currentSignIn.client.unlinkIdentity(identity)).error).toBeNull();
    expect(await getRefusal(providerSignIn.session.access_token)).toBe("session_not_found");
    const { session } = (await passwordClient.getSession()).data;
    for (const token of [member.token, currentSignIn.session.access_token, session?.access_token ?? ""])
      expect(await getRefusal(token)).toBeUndefined();
  });

  test("ends a session even if its sign-in method is no longer recorded", async () => {
    const member = await signIn();
    const user = oauth.newUser();
    oauth.provider.setUser(user);
    const identity = (await link(member)).identities?.find(({ provider }) => provider === "custom:acme");
    const providerSignIn = await oauth.signIn({ user });
    await fixture.database.pool.query("delete from auth.sign_ins where user_id = $1", [member.user.id]);
    if (!identity) throw new Error("not linked");
    expect((await member.client.unlinkIdentity(identity)).error).toBeNull();
    expect(await getRefusal(providerSignIn.session.access_token)).toBe("session_not_found");
    expect(await getRefusal(member.token)).toBeUndefined();
  });

  test("can't remove the only sign-in method", async () => {
    const { client, session } = await oauth.signIn({ user: oauth.newUser() });
    const [identity] = session.user.identities ?? [];
    if (!identity) throw new Error("no identity");
    expect((await client.unlinkIdentity(identity)).error?.code).toBe("single_identity_not_deletable");
  });

  test("can remove a new member's provider once they have a password", async () => {
    const { client, session } = await oauth.signIn({ user: oauth.newUser() });
    const { email = "" } = session.user;
    const password = "a lantern for the evening";
    await client.updateUser({ password });
    const { data } = await client.getUserIdentities();
    const identity = data?.identities.find(({ provider }) => provider === "custom:acme");
    if (!identity) throw new Error("no identity");
    expect((await client.unlinkIdentity(identity)).error).toBeNull();
    const newSession = await fixture.client().signInWithPassword({ email, password });
    expect(newSession.data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"] });
  });

  test("can leave a member without an email address, and the member then confirms changes by signing in again", async () => {
    const member = await signIn();
    const user = oauth.newUser();
    oauth.provider.setUser(user);
    const identity = (await link(member)).identities?.find(({ provider }) => provider === "email");
    if (!identity) throw new Error("no identity");
    await member.client.unlinkIdentity(identity);
    await fixture.database.pool.query("update auth.users set encrypted_password = null where id = $1", [
      member.user.id,
    ]);
    const { client, session } = await oauth.signIn({ user });
    const changes = { email: `new-${member.email}` };
    fixture.clock.advance(601);
    const staleResponse = await fixture.call("PUT", "/user", { token: session.access_token, body: changes });
    expect(staleResponse.body.error_code).toBe("reauthentication_needed");
    const newSession = await oauth.signIn({ user, client });
    const freshResponse = await fixture.call("PUT", "/user", {
      token: newSession.session.access_token,
      body: changes,
    });
    expect(freshResponse.status).toBe(200);
    fixture.clock.advance(-601);
  });
});

describe("the site's pages", () => {
  const identify = async (cookies: string) => {
    const identity = await fixture.auth.identify(cookies);
    return identity.state === "member" ? identity.member : null;
  };
  const storeAll = (browser: Browser, cookies: readonly string[]) =>
    browser.store(new Response(null, { headers: cookies.map((cookie) => ["set-cookie", cookie]) }));
  const getCookies = (browser: Browser) =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  async function startSignIn(browser: Browser): Promise<URL> {
    const redirect = await fixture.auth.startProviderSignIn(
      { provider: "custom:acme", next: "/forum" },
      CLIENT,
    );
    storeAll(browser, redirect.cookies);
    const { url } = await browser.open(await oauth.provider.visit(redirect.url));
    return url;
  }

  test("sign a user in with a verifier in a cookie", async () => {
    const user = oauth.newUser();
    oauth.provider.setUser(user);
    const browser = oauth.createBrowser();
    const url = await startSignIn(browser);
    expect([url.pathname, url.searchParams.get("next")]).toEqual(["/auth", "/forum"]);
    const code = url.searchParams.get("code") ?? "";
    const session = await fixture.auth.completeProviderSignIn({ code, cookies: getCookies(browser) }, CLIENT);
    expect(session.user.email).toBe(user.email);
    await expect(
      fixture.auth.completeProviderSignIn({ code, cookies: getCookies(browser) }, CLIENT),
    ).rejects.toMatchObject({ code: "flow_state_not_found" });
  });

  test("don't sign a victim in with an attacker's code", async () => {
    oauth.provider.setUser(oauth.newUser());
    const code = (await startSignIn(oauth.createBrowser())).searchParams.get("code") ?? "";
    const victim = oauth.createBrowser();
    const complete = () => fixture.auth.completeProviderSignIn({ code, cookies: getCookies(victim) }, CLIENT);
    await expect(complete()).rejects.toMatchObject({ code: "bad_oauth_state" });
    await startSignIn(victim);
    await expect(complete()).rejects.toMatchObject({ code: "bad_code_verifier" });
  });

  test("link a provider with the session's link token, and then list the provider", async () => {
    const { email, session } = await fixture.register();
    const viewer: Viewer = await identify(buildCookieHeader(session));
    const { signInMethods } = await fixture.auth.account.describe(viewer);
    expect(signInMethods).toMatchObject({
      linked: [{ provider: "email", label: "Email", account: email, canUnlink: false }],
      linkable: [{ id: "custom:acme", label: "Acme" }],
    });
    const otherViewer: Viewer = await identify(buildCookieHeader((await fixture.register()).session));
    const otherToken = (await fixture.auth.account.describe(otherViewer)).signInMethods?.linkToken ?? "";
    for (const token of ["", "guessed", otherToken])
      await expect(
        fixture.auth.account.startLinking(viewer, { provider: "custom:acme", token }, CLIENT),
      ).rejects.toMatchObject({ code: "bad_oauth_state" });

    const user = oauth.newUser();
    oauth.provider.setUser(user);
    const token = signInMethods?.linkToken ?? "";
    const redirect = await fixture.auth.account.startLinking(
      viewer,
      { provider: "custom:acme", token },
      CLIENT,
    );
    const browser = oauth.createBrowser();
    storeAll(browser, redirect.cookies);
    const { url } = await browser.open(await oauth.provider.visit(redirect.url));
    // The browser already has a session.
    expect(url.href).toBe(`${SITE}/auth?with=custom%3Aacme&done=yes&next=%2Fsettings%2Fsecurity`);
    const linkedMethods = (await fixture.auth.account.describe(viewer)).signInMethods?.linked ?? [];
    expect(linkedMethods).toMatchObject([
      { provider: "email", canUnlink: true },
      { provider: "custom:acme", label: "Acme", account: user.email, canUnlink: true },
    ]);
    await fixture.auth.account.unlinkIdentity(viewer, linkedMethods[1]?.id ?? "");
    expect((await fixture.auth.account.describe(viewer)).signInMethods?.linked).toHaveLength(1);
    await expect(
      fixture.auth.account.startLinking(null, { provider: "custom:acme", token }, CLIENT),
    ).rejects.toBeInstanceOf(AppError);
  });
});
