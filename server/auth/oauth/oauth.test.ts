import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOAuthFixture, type OAuthFixture, SITE } from "./oauth.fixture.ts";

let oauth: OAuthFixture;
let fixture: OAuthFixture["fixture"];
beforeAll(async () => {
  oauth = await createOAuthFixture();
  ({ fixture } = oauth);
});
afterAll(() => oauth.end());

describe("the official client", () => {
  test("signs in a new user with PKCE", async () => {
    const user = oauth.newUser();
    const { session } = await oauth.signIn({ user });
    const identityData = {
      iss: oauth.provider.issuer,
      sub: user.sub,
      provider_id: user.sub,
      name: user.name,
      full_name: user.name,
      user_name: user.preferred_username,
      preferred_username: user.preferred_username,
      email: user.email,
      email_verified: true,
      phone_verified: false,
    };
    expect(session.user).toMatchObject({
      email: user.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "custom:acme", providers: ["custom:acme"] },
      user_metadata: { ...identityData, username: expect.any(String) },
      is_anonymous: false,
    });
    expect(session.user.identities).toMatchObject([
      { id: user.sub, provider: "custom:acme", identity_data: identityData, email: user.email },
    ]);
    expect(decodeJwt(session.access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
  });

  test("signs in to the same account again, with the provider's current data in the identity", async () => {
    const user = oauth.newUser();
    const firstSignIn = await oauth.signIn({ user });
    const secondSignIn = await oauth.signIn({ user: { ...user, name: "Renamed" } });
    expect(secondSignIn.session.user.id).toBe(firstSignIn.session.user.id);
    expect(secondSignIn.session.user.identities?.[0]?.identity_data).toMatchObject({ name: "Renamed" });
  });

  test("signs in without PKCE, with the session in the fragment", async () => {
    oauth.provider.setUser(oauth.newUser());
    const browser = oauth.createBrowser();
    const { url } = await browser.open(await oauth.visitProvider(browser));
    const fragment = new URLSearchParams(url.hash.slice(1));
    const { data, error } = await fixture.client().setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect([error, data.user?.app_metadata.provider]).toEqual([null, "custom:acme"]);
    expect(browser.cookies.has("lattice-landing")).toBe(true);
    expect(browser.cookies.has("lattice-oauth")).toBe(false);
    expect(url.origin + url.pathname).toBe(`${SITE}/home`);
  });
});
