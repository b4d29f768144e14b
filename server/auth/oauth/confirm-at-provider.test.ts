import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { buildCookieHeader } from "../testing.ts";
import { type Browser, createOAuthFixture, type OAuthFixture, SITE } from "./oauth.fixture.ts";
import { describeProvider, type ForgingProvider, startForgingProvider } from "./testing.ts";

let oauth: OAuthFixture;
let forger: ForgingProvider;
beforeAll(async () => {
  forger = await startForgingProvider();
  oauth = await createOAuthFixture({
    providers: [describeProvider(forger.issuer, { id: "custom:forger", label: "Forger" })],
  });
});
afterAll(async () => {
  await oauth.end();
  await forger.end();
});

const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
const NEXT = "/settings/data";
const CONFIRMED_URL = `${SITE}/settings/confirm?next=%2Fsettings%2Fdata&done=yes`;
const getAccount = () => oauth.fixture.auth.account;

async function getViewer(session: Parameters<typeof buildCookieHeader>[0]): Promise<NonNullable<Viewer>> {
  const identity = await oauth.fixture.auth.identify(buildCookieHeader(session));
  if (identity.state !== "member") throw new Error("not signed in");
  return identity.member;
}

/** Signs up a member with the provider, and makes that sign-in too old to count as recent. */
async function signIn() {
  const user = oauth.newUser();
  const { session } = await oauth.signIn({ user });
  const viewer = await getViewer(session as Parameters<typeof getViewer>[0]);
  await ageSession(viewer);
  return { user, viewer };
}

/**
 * Moves the session's sign-ins into the past instead of changing the clock, because the provider's clock can't
 * be changed.
 */
const ageSession = ({ sessionId }: NonNullable<Viewer>) =>
  oauth.fixture.database.pool.query(
    `update auth.sessions set amr = (select jsonb_agg(entry || '{"timestamp": 1}') from jsonb_array_elements(amr) entry)
     where id = $1`,
    [sessionId],
  );

const isConfirmed = (viewer: Viewer) =>
  oauth.fixture.auth.requireStepUp(viewer).then(
    () => true,
    () => false,
  );

/** Follows the link on the viewer's page and returns the provider's URL. */
async function start(viewer: Viewer, browser: Browser, provider = "custom:acme"): Promise<URL> {
  const { providerToken: token } = await getAccount().describeProof(viewer);
  const { url, cookies } = await getAccount().startConfirmation(
    viewer,
    { provider, token, next: NEXT },
    CLIENT,
  );
  browser.store(
    new Response(null, { headers: cookies.map((cookie): [string, string] => ["set-cookie", cookie]) }),
  );
  return new URL(url);
}

async function confirm(viewer: Viewer): Promise<string> {
  const browser = oauth.createBrowser();
  const callback = await oauth.provider.visit((await start(viewer, browser)).href);
  return (await browser.open(callback)).url.href;
}

describe("confirming one's identity at a provider", () => {
  test("is offered to a member with a linked provider, and asks for a new sign-in", async () => {
    const { viewer } = await signIn();
    expect(await isConfirmed(viewer)).toBe(false);
    expect(await getAccount().describeProof(viewer)).toMatchObject({
      first: "code",
      providers: [{ id: "custom:acme", label: "Acme" }],
    });
    const url = await start(viewer, oauth.createBrowser());
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
  });

  test("makes the session's sign-in count as recent, and starts no other session", async () => {
    const { viewer, user } = await signIn();
    oauth.provider.setUser(user);
    expect(await confirm(viewer)).toBe(CONFIRMED_URL);
    expect(await isConfirmed(viewer)).toBe(true);
    expect(await getAccount().listSessions(viewer)).toHaveLength(1);
    await ageSession(viewer);
    expect(await isConfirmed(viewer)).toBe(false);
  });

  test("is refused for a different user of the provider, and links nothing", async () => {
    const { viewer } = await signIn();
    const otherMember = await signIn();
    for (const user of [otherMember.user, oauth.newUser()]) {
      oauth.provider.setUser(user);
      expect(await confirm(viewer)).toBe(
        `${SITE}/settings/confirm?next=%2Fsettings%2Fdata&failed=identity_not_found`,
      );
    }
    expect(await isConfirmed(viewer)).toBe(false);
    expect(await isConfirmed(otherMember.viewer)).toBe(false);
    expect((await getAccount().describe(viewer)).signInMethods?.linked).toHaveLength(1);
  });

  test("works once, and only in the browser that started it", async () => {
    const { viewer, user } = await signIn();
    oauth.provider.setUser(user);
    const browser = oauth.createBrowser();
    const callback = await oauth.provider.visit((await start(viewer, browser)).href);
    const otherBrowserPage = await oauth.createBrowser().open(callback);
    expect(otherBrowserPage.url.searchParams.get("error_code")).toBe("bad_oauth_state");
    expect(await isConfirmed(viewer)).toBe(false);
    const cookies = new Map(browser.cookies);
    expect((await browser.open(callback)).url.href).toBe(CONFIRMED_URL);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.open(callback)).url.searchParams.get("error_code")).toBe("bad_oauth_state");
  });

  test("requires a token issued to the same session for this purpose", async () => {
    const { viewer } = await signIn();
    const otherMember = await signIn();
    const { providerToken } = await getAccount().describeProof(otherMember.viewer);
    const { linkToken } = (await getAccount().describe(viewer)).signInMethods ?? { linkToken: "" };
    for (const token of ["", "x".repeat(5_000), providerToken, linkToken])
      await expect(
        getAccount().startConfirmation(viewer, { provider: "custom:acme", token, next: NEXT }, CLIENT),
      ).rejects.toMatchObject({ code: "bad_oauth_state" });
    await expect(
      getAccount().startConfirmation(null, { provider: "custom:acme", token: "", next: NEXT }, CLIENT),
    ).rejects.toMatchObject({ code: "not_signed_in" });
  });

  test("fails after the session has ended, and after ten minutes", async () => {
    const { viewer, user } = await signIn();
    oauth.provider.setUser(user);
    const browser = oauth.createBrowser();
    const lateCallback = await oauth.provider.visit((await start(viewer, browser)).href);
    await oauth.fixture.database.pool.query(
      "update auth.oauth_flows set created_at = created_at - interval '601 seconds'",
    );
    expect((await browser.open(lateCallback)).url.searchParams.get("failed")).toBe("flow_state_expired");
    const callback = await oauth.provider.visit((await start(viewer, browser)).href);
    await oauth.fixture.database.pool.query("delete from auth.sessions where id = $1", [viewer.sessionId]);
    expect((await browser.open(callback)).url.searchParams.get("error_code")).toBe("bad_oauth_state");
  });

  test("isn't offered with two-factor authentication, which the provider can't replace", async () => {
    const { viewer } = await signIn();
    await oauth.fixture.database.pool.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
      [viewer.id],
    );
    expect(await getAccount().describeProof(viewer)).toMatchObject({ first: "none", providers: [] });
  });
});

describe("a provider that states when the user signed in", () => {
  const USER_CLAIMS = { sub: "forged" };

  /** Confirms the identity at a provider that sends these claims. Returns the error code, or null. */
  async function confirmWithClaims(viewer: Viewer, claims: Record<string, unknown>): Promise<string | null> {
    const browser = oauth.createBrowser();
    const url = await start(viewer, browser, "custom:forger");
    forger.forge(url.searchParams.get("nonce"), {
      claims: { ...USER_CLAIMS, ...claims },
      skew: getSkew(),
    });
    const query = new URLSearchParams({ code: "any", state: url.searchParams.get("state") ?? "" });
    const { url: landingUrl } = await browser.open(`${SITE}/auth/v1/callback?${query}`);
    return landingUrl.searchParams.get("failed");
  }

  const getNow = () => Math.floor(oauth.fixture.clock.now().getTime() / 1000);
  const getSkew = () => getNow() - Math.floor(Date.now() / 1000);

  test("is trusted only if that was after the confirmation started", async () => {
    const { viewer } = await signIn();
    await oauth.fixture.database.pool.query(
      "insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'custom:forger', 'forged', $2)",
      [viewer.id, { iss: forger.issuer }],
    );
    expect(await confirmWithClaims(viewer, { auth_time: getNow() - 60 })).toBe("reauthentication_not_valid");
    expect(await isConfirmed(viewer)).toBe(false);
    // The clocks may differ slightly.
    expect(await confirmWithClaims(viewer, { auth_time: getNow() - 20 })).toBeNull();
    expect(await isConfirmed(viewer)).toBe(true);
  });
});
