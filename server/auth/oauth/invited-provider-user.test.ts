import { afterAll, beforeAll, expect, test } from "vitest";
import { createSsoFixture, type SsoFixture } from "../sso/sso.fixture.ts";
import {
  createInviteOnlySite,
  createInviter,
  type InviteOnlySite,
  type Inviter,
} from "../user/invited-sign-up.fixture.ts";
import { createOAuthFixture, type OAuthFixture } from "./oauth.fixture.ts";
import { describeProvider, startForgingProvider } from "./testing.ts";

let forger: Awaited<ReturnType<typeof startForgingProvider>>;

let site: InviteOnlySite;
let oauth: OAuthFixture;
let inviter: Inviter;
let sso: SsoFixture;
let ssoInviter: Inviter;
beforeAll(async () => {
  site = createInviteOnlySite();
  forger = await startForgingProvider();
  const providers = [describeProvider(forger.issuer, { id: "custom:forger", label: "Forger" })];
  oauth = await createOAuthFixture({ extend: site.extend, providers });
  inviter = await createInviter(oauth.fixture, site);
  sso = await createSsoFixture({ extend: site.extend });
  ssoInviter = await createInviter(sso.fixture, site);
});
afterAll(async () => {
  await forger.end();
  await oauth.end();
  await sso.end();
});

test("signing in through a provider requires an invitation the first time, but not after that", async () => {
  const user = oauth.newUser();
  expect(await oauth.attempt({ user })).toBe("signup_disabled");
  const browser = oauth.createBrowser();
  browser.cookies.set("lattice-invitation", await inviter.createToken({ uses: 1 }));
  expect(await oauth.attempt({ user, browser })).toBe("signed_in");
  expect((await inviter.readNewestInvitation()).count).toBe(1);
  expect(await oauth.attempt({ user })).toBe("signed_in");
  expect(await oauth.attempt({ user: oauth.newUser(), browser })).toBe("signup_disabled");
});

test("a client can pass an invitation to /authorize", async () => {
  oauth.provider.setUser(oauth.newUser());
  for (const [invitation, expectedParam] of [
    ["x", "error_code"],
    [await inviter.createToken(), "access_token"],
  ] as const) {
    const browser = oauth.createBrowser();
    const callback = await oauth.visitProvider(browser, { invitation });
    expect(callback).not.toContain("invitation");
    const { url } = await browser.open(callback);
    const landingParams = new URLSearchParams(url.hash.slice(1) || url.search);
    expect(landingParams.has(expectedParam)).toBe(true);
  }
  expect((await inviter.readNewestInvitation()).count).toBe(1);
});

test("an emailed invitation works only for the address it was sent to", async () => {
  const user = oauth.newUser();
  const browser = oauth.createBrowser();
  browser.cookies.set("lattice-invitation", await inviter.inviteByEmail(user.email));
  expect(await oauth.attempt({ user: oauth.newUser(), browser })).toBe("signup_disabled");
  expect(await oauth.attempt({ user, browser })).toBe("signed_in");
});

test("a client can pass an invitation together with an ID token", async () => {
  const send = async (body: object) => {
    const id_token = await forger.sign({ sub: "app-user", email: "app.user@example.com" });
    return oauth.fixture.call("POST", "/token?grant_type=id_token", {
      body: { provider: "custom:forger", id_token, ...body },
    });
  };
  expect((await send({})).body.error_code).toBe("signup_disabled");
  expect((await send({ invitation: "x" })).body.error_code).toBe("signup_disabled");
  expect((await send({ invitation: await inviter.createToken() })).status).toBe(200);
  expect((await inviter.readNewestInvitation()).count).toBe(1);
});

test("the first sign-in through an organization requires an invitation, which the client passes when starting the sign-in", async () => {
  sso.switchIdpUser();
  const refusedSignIn = await sso.signIn(sso.getIdpUser());
  expect(refusedSignIn.landingParams.get("error_code")).toBe("signup_disabled");
  const invitation = await ssoInviter.createToken({ uses: 1 });
  const acceptedSignIn = await sso.signIn(sso.getIdpUser(), { invitation });
  expect(acceptedSignIn.landingParams.has("access_token")).toBe(true);
  expect((await ssoInviter.readNewestInvitation()).count).toBe(1);
  expect((await sso.signIn(sso.getIdpUser())).landingParams.has("access_token")).toBe(true);
  sso.switchIdpUser();
  const secondUserSignIn = await sso.signIn(sso.getIdpUser(), { invitation });
  expect(secondUserSignIn.landingParams.get("error_code")).toBe("signup_disabled");
});

test("a closed site refuses new users even with an invitation", async () => {
  const startUrl = await sso.startSignIn({ invitation: await ssoInviter.createToken() });
  const browser = oauth.createBrowser();
  browser.cookies.set("lattice-invitation", await inviter.createToken());
  site.mode = "closed";
  sso.switchIdpUser();
  const result = await sso.post(await sso.idp.visit(startUrl, sso.getIdpUser()));
  expect(result.landingParams.get("error_code")).toBe("signup_disabled");
  expect(await oauth.attempt({ user: oauth.newUser(), browser })).toBe("signup_disabled");
});
