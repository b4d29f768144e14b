import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  customFetch as joseFetch,
  jwtVerify,
} from "jose";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOAuthServerFixture, type OAuthServerFixture, REDIRECT_URI } from "./oauth-server.fixture.ts";

let site: OAuthServerFixture;
beforeAll(async () => {
  site = await createOAuthServerFixture();
});
afterAll(() => site.end());

describe("a member signs in to an app", () => {
  test("with the official client and openid-client, end to end", async () => {
    const member = await site.signIn();
    const registeredApp = await site.registerApp({ client_uri: "https://app.example" });
    const app = await site.connect(registeredApp);
    const flow = await site.startFlow(app);
    const id = await site.requestAuthorization(flow.url);
    const details = await member.client.oauth.getAuthorizationDetails(id);
    expect(details).toEqual({
      data: {
        authorization_id: id,
        redirect_uri: REDIRECT_URI,
        client: {
          id: registeredApp.client_id,
          name: "Example app",
          uri: "https://app.example",
          logo_uri: "",
        },
        user: { id: member.id, email: member.email },
        scope: "openid profile email",
      },
      error: null,
    });
    const { data } = await member.client.oauth.approveAuthorization(id);
    const redirectUrl = new URL(data?.redirect_url ?? "");
    expect(`${redirectUrl.origin}${redirectUrl.pathname}`).toBe(REDIRECT_URI);
    expect(Object.fromEntries(redirectUrl.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: flow.state,
      iss: "http://lattice.test/auth/v1",
    });

    const tokens = await site.exchange(app, redirectUrl, flow);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "openid profile email" });
    const profile = {
      name: member.username,
      preferred_username: member.username,
      profile: `http://lattice.test/u/${encodeURIComponent(member.username)}`,
      picture: `http://lattice.test/avatars/${encodeURIComponent(member.username)}.svg`,
      updated_at: expect.any(Number),
    };
    // Without an email server, no one can confirm an address.
    const email = { email: member.email, email_verified: false };
    expect(await openid.fetchUserInfo(app, tokens.access_token, member.id)).toEqual({
      sub: member.id,
      ...profile,
      ...email,
    });
    expect(tokens.claims()).toEqual({
      iss: "http://lattice.test/auth/v1",
      sub: member.id,
      aud: registeredApp.client_id,
      azp: registeredApp.client_id,
      iat: expect.any(Number),
      exp: expect.any(Number),
      auth_time: expect.any(Number),
      amr: ["password"],
      nonce: flow.nonce,
      ...profile,
      ...email,
    });
    const keys = createRemoteJWKSet(new URL("http://lattice.test/auth/v1/.well-known/jwks.json"), {
      [joseFetch]: async (url) =>
        Response.json((await site.call("GET", new URL(url).pathname.replace("/auth/v1", ""))).body),
    });
    await jwtVerify(tokens.id_token ?? "", keys, { audience: registeredApp.client_id });
  });

  test("with an access token that names the app and has no information about the member", async () => {
    const member = await site.signIn();
    const { tokens, client } = await site.connectMember(member);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: "ES256", typ: "at+jwt" });
    expect(decodeJwt(tokens.access_token)).toEqual({
      iss: "http://lattice.test/auth/v1",
      sub: member.id,
      aud: "authenticated",
      client_id: client.client_id,
      scope: "openid profile email",
      session_id: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  test("with a public client, and with a secret in the body", async () => {
    const member = await site.signIn();
    const publicApp = await site.registerApp({ token_endpoint_auth_method: "none" });
    expect(publicApp).toMatchObject({ client_type: "public", token_endpoint_auth_method: "none" });
    expect(publicApp.client_secret).toBeUndefined();
    expect((await site.connectMember(member, publicApp)).tokens.access_token).toBeTruthy();

    const registeredApp = await site.registerApp({ token_endpoint_auth_method: "client_secret_post" });
    const app = await site.connect(registeredApp, openid.ClientSecretPost());
    const flow = await site.startFlow(app);
    const redirectUrl = await site.approve(member.client, flow.url);
    expect((await site.exchange(app, redirectUrl, flow)).access_token).toBeTruthy();
  });

  test("and is only asked again about scopes they haven't granted", async () => {
    const member = await site.signIn();
    const { client, app } = await site.connectMember(member, undefined, { scope: "openid email" });
    const ask = async (options: Record<string, string>) => {
      const id = await site.requestAuthorization((await site.startFlow(app, options)).url);
      const { data } = await member.client.oauth.getAuthorizationDetails(id);
      return data && "redirect_url" in data ? new URL(data.redirect_url).searchParams : id;
    };
    const repeatedResult = await ask({ scope: "email" });
    expect(repeatedResult instanceof URLSearchParams && repeatedResult.get("code")).toBeTruthy();
    expect(await ask({ scope: "openid profile" })).toEqual(expect.any(String));
    expect(await ask({ scope: "openid", prompt: "consent" })).toEqual(expect.any(String));
    const silentResult = await ask({ scope: "openid phone", prompt: "none" });
    expect(silentResult instanceof URLSearchParams && silentResult.get("error")).toBe("consent_required");
    const { data: grants } = await member.client.oauth.listGrants();
    expect(grants).toEqual([
      {
        client: { id: client.client_id, name: "Example app", uri: "", logo_uri: "" },
        scopes: ["email", "openid"],
        granted_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  test("and is always asked when another program on their device could receive the code", async () => {
    const member = await site.signIn();
    const redirectUri = "http://127.0.0.1:7777/callback";
    const registeredApp = await site.registerApp({
      token_endpoint_auth_method: "none",
      redirect_uris: [redirectUri],
    });
    const { app } = await site.connectMember(member, registeredApp, { redirectUri });
    const id = await site.requestAuthorization((await site.startFlow(app, { redirectUri })).url);
    expect((await member.client.oauth.getAuthorizationDetails(id)).data).toHaveProperty("authorization_id");
  });

  test("or refuses to, and the app is informed", async () => {
    const member = await site.signIn();
    const app = await site.connect(await site.registerApp({ redirect_uris: [`${REDIRECT_URI}?from=a%20b`] }));
    const flow = await site.startFlow(app, { redirectUri: `${REDIRECT_URI}?from=a%20b` });
    const id = await site.requestAuthorization(flow.url);
    await member.client.oauth.getAuthorizationDetails(id);
    const { data } = await member.client.oauth.denyAuthorization(id);
    expect(data?.redirect_url).toMatch(/^https:\/\/app\.example\/callback\?from=a%20b&error=access_denied&/);
    const redirectUrl = new URL(data?.redirect_url ?? "");
    expect(redirectUrl.searchParams.get("state")).toBe(flow.state);
    await expect(site.exchange(app, redirectUrl, flow)).rejects.toMatchObject({ error: "access_denied" });
    expect((await member.client.oauth.listGrants()).data).toEqual([]);
  });
});

describe("the user info for an app", () => {
  test.each([
    ["openid", ["sub"]],
    ["email", ["sub", "email", "email_verified"]],
    ["", ["sub", "email", "email_verified"]],
    ["phone offline_access", ["sub", "phone_number", "phone_number_verified"]],
  ])("with the scope %j is limited to %j", async (scope, names) => {
    const member = await site.signIn();
    await site.database.pool.query(
      "update auth.users set phone = $2, phone_confirmed_at = now() where id = $1",
      [member.id, `4915${Math.floor(Math.random() * 1e9)}`],
    );
    const { app, tokens } = await site.connectMember(member, undefined, { scope });
    const info = await openid.fetchUserInfo(app, tokens.access_token, member.id);
    expect(Object.keys(info)).toEqual(names);
    expect(tokens.id_token !== undefined).toBe(scope.includes("openid"));
  });

  test("marks an address as verified if its owner had to confirm it", async () => {
    const strictSite = await createOAuthServerFixture({
      auth: { autoconfirm: false },
      smtpUrl: "smtp://mail.test",
    });
    try {
      const user = strictSite.newUser();
      const client = strictSite.client();
      await client.signUp({ email: user.email, password: user.password });
      const { code } = await strictSite.getLastMessageTo(user.email);
      await client.verifyOtp({ email: user.email, token: code, type: "signup" });
      const { app, tokens } = await strictSite.connectMember({ client }, undefined, { scope: "email" });
      const { email_verified } = await openid.fetchUserInfo(
        app,
        tokens.access_token,
        openid.skipSubjectCheck,
      );
      expect(email_verified).toBe(true);
    } finally {
      await strictSite.end();
    }
  });
});
