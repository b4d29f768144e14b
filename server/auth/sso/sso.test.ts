import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCookieHeader, createAuthFixture } from "../testing.ts";
import { createSsoFixture, REDIRECT_URL, type SsoFixture } from "./sso.fixture.ts";
import type { ResponseForm } from "./testing.ts";

let sso: SsoFixture;
let fixture: SsoFixture["fixture"];
let idp: SsoFixture["idp"];
let token: string;
let providerId: string;
let startSignIn: SsoFixture["startSignIn"];
let post: SsoFixture["post"];
let signIn: SsoFixture["signIn"];
let signInUser: SsoFixture["signInUser"];
let getIdpUser: SsoFixture["getIdpUser"];
beforeAll(async () => {
  sso = await createSsoFixture();
  ({ fixture, idp, token, providerId, startSignIn, post, signIn, signInUser, getIdpUser } = sso);
});
afterAll(() => sso.end());
beforeEach(() => sso.switchIdpUser());

async function signInWithPkce() {
  const client = fixture.client({ flowType: "pkce" });
  const { data } = await client.signInWithSSO({
    domain: "corp.example",
    options: { redirectTo: REDIRECT_URL },
  });
  const { url, landingParams } = await post(await idp.visit(data?.url ?? "", getIdpUser()));
  const exchangeResult = await client.exchangeCodeForSession(url?.searchParams.get("code") ?? "");
  return { landingParams, exchangeResult };
}

describe("starting a sign-in", () => {
  test("works in the official client by domain or provider ID, and asks for the response at this service's URL", async () => {
    const client = fixture.client({ flowType: "implicit" });
    for (const target of [{ domain: "CORP.example" }, { providerId }]) {
      const { data, error } = await client.signInWithSSO(target);
      expect(error).toBeNull();
      const url = new URL(data?.url ?? "");
      expect(`${url.origin}/metadata`).toBe(idp.entityId);
      const { action } = await idp.visit(url.href);
      expect(action).toBe("http://lattice.test/auth/v1/sso/saml/acs");
    }
  });

  test("redirects without skip_http_redirect", async () => {
    const response = await fixture
      .call("POST", "/sso", { body: { domain: "corp.example" } })
      .catch(() => null);
    expect(response?.status).toBe(303);
    expect(response?.headers.get("location")).toContain("SAMLRequest=");
  });

  test.each([
    ["neither an ID nor a domain", {}, 400, "validation_failed"],
    ["both an ID and a domain", { domain: "corp.example", provider_id: "x" }, 400, "validation_failed"],
    ["an unknown domain", { domain: "sub.corp.example" }, 404, "sso_provider_not_found"],
    ["an unknown ID", { provider_id: "00000000-0000-4000-8000-000000000000" }, 404, "sso_provider_not_found"],
    ["an invalid ID", { provider_id: "x" }, 404, "sso_provider_not_found"],
    [
      "an incomplete challenge",
      { domain: "corp.example", code_challenge: "x".repeat(43) },
      400,
      "validation_failed",
    ],
  ])("is refused with %s", async (_what, body, status, code) => {
    const response = await fixture.call("POST", "/sso", { body: { skip_http_redirect: true, ...body } });
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });

  test("is refused while SAML is off, before the body is read, as are other SAML requests", async () => {
    const siteWithoutSaml = await createAuthFixture({ database: fixture.database });
    for (const [method, path] of [
      ["POST", "/sso"],
      ["POST", "/sso/saml/acs"],
      ["GET", "/sso/saml/metadata"],
    ] as const)
      expect(
        (await siteWithoutSaml.call(method, path, method === "GET" ? {} : { body: "rubbish" })).body,
      ).toMatchObject({
        code: 404,
        error_code: "saml_provider_disabled",
      });
    expect((await fixture.call("GET", "/settings")).body.saml_enabled).toBe(true);
  });

  test("is allowed thirty times per IP address in five minutes", async () => {
    const limitedSite = await createAuthFixture({
      database: fixture.database,
      auth: { saml: true, rateLimits: true },
    });
    const responses = await Promise.all(
      Array.from({ length: 33 }, () => limitedSite.call("POST", "/sso", { body: {} })),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});

describe("the provider's response", () => {
  test("starts a SAML session for a new account", async () => {
    const response = await signIn({
      ...getIdpUser(),
      attributes: {
        email: [`Person${sso.getUserNumber()}@Corp.Example`],
        cn: ["Ann Person"],
        g: ["a", "b"],
        username: ["root"],
      },
    });
    expect([response.status, response.url?.origin, response.url?.pathname]).toEqual([
      303,
      "http://lattice.test",
      "/auth",
    ]);
    const { landingParams } = response;
    expect(landingParams.get("token_type")).toBe("bearer");
    const client = fixture.client();
    const { data, error } = await client.setSession({
      access_token: landingParams.get("access_token") ?? "",
      refresh_token: landingParams.get("refresh_token") ?? "",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: `person${sso.getUserNumber()}@corp.example`,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: {
        full_name: "Ann Person",
        groups: ["a", "b"],
        username: `person${sso.getUserNumber()}`,
      },
      identities: [{ provider: `sso:${providerId}`, id: `person-${sso.getUserNumber()}` }],
    });
    expect(decodeJwt(landingParams.get("access_token") ?? "")).toMatchObject({
      aal: "aal1",
      amr: [{ method: "sso/saml" }],
      email: `person${sso.getUserNumber()}@corp.example`,
    });
    expect((await client.refreshSession()).error).toBeNull();
  });

  test("sets the state cookie only for redirects to this site without PKCE", async () => {
    const { headers, landingParams } = await signIn(getIdpUser());
    const { session } = await fixture.auth.acceptLanding(
      {
        accessToken: landingParams.get("access_token") ?? "",
        refreshToken: landingParams.get("refresh_token") ?? "",
        cookies: headers.getSetCookie().join("; "),
      },
      { ip: "203.0.113.9", userAgent: null },
    );
    expect(session.user.email).toBe(`person${sso.getUserNumber()}@corp.example`);
    const otherResponse = await signIn(getIdpUser(), { redirect_to: "http://127.0.0.1:9999/in" });
    expect(otherResponse.landingParams.get("access_token")).toBeTruthy();
    expect(otherResponse.headers.getSetCookie()).toEqual([]);
    const flow = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };
    expect((await signIn(getIdpUser(), flow)).headers.getSetCookie()).toEqual([]);
  });

  test("signs the user in by their ID at the provider, even after their email address has changed", async () => {
    const firstSignIn = await signInUser(getIdpUser());
    const secondSignIn = await signInUser({
      ...getIdpUser(),
      attributes: { mail: ["married@branch.example"] },
    });
    expect(secondSignIn.user.id).toBe(firstSignIn.user.id);
    expect(secondSignIn.user.email).toBe("married@branch.example");
  });

  test("never signs in to a password account with the same email address", async () => {
    const { password } = fixture.newUser();
    const email = `shared${sso.getUserNumber()}@corp.example`;
    const passwordAccount = await fixture.client().signUp({ email, password });
    const { user } = await signInUser({ ...getIdpUser(), attributes: { mail: [email] } });
    expect(user.email).toBe(email);
    expect(user.id).not.toBe(passwordAccount.data.user?.id);
    const { data, error } = await fixture.client().signInWithPassword({ email, password });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(passwordAccount.data.user?.id);
    // A second user with the same email address gets a different account.
    const otherSignIn = await signInUser({ nameId: "namesake", attributes: { mail: [email] } });
    expect(otherSignIn.user.id).not.toBe(user.id);
  });

  test("returns a code for a PKCE flow", async () => {
    const { landingParams, exchangeResult } = await signInWithPkce();
    expect(landingParams.get("access_token")).toBeNull();
    expect(exchangeResult.error).toBeNull();
    expect(exchangeResult.data.user?.email).toBe(`person${sso.getUserNumber()}@corp.example`);
    expect(decodeJwt(exchangeResult.data.session?.access_token ?? "").amr).toMatchObject([
      { method: "sso/saml" },
    ]);
  });

  test("doesn't invalidate a code that was emailed to the user", async () => {
    const { exchangeResult } = await signInWithPkce();
    const identity = await fixture.auth.identify(buildCookieHeader(exchangeResult.data.session ?? {}));
    if (identity.state !== "member") throw new Error("not signed in");
    const { username } = identity.member;
    const client = { ip: "203.0.113.9", userAgent: null };
    await fixture.auth.account.sendDeletionCode(identity.member, client);
    const { code } = await fixture.getLastMessageTo(`person${sso.getUserNumber()}@corp.example`);
    expect((await signInWithPkce()).exchangeResult.error).toBeNull();
    await fixture.auth.account.deleteAccount(identity.member, { username, password: "", code }, client);
  });

  test("never redirects to an untrusted URL", async () => {
    const { url } = await signIn(getIdpUser(), { redirect_to: "https://evil.example/" });
    expect(url?.origin).toBe("http://lattice.test");
  });

  test("can contain the email address as a NameID in the email address format", async () => {
    const { user } = await signInUser({
      nameId: `by-name${sso.getUserNumber()}@corp.example`,
      nameIdFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
      attributes: {},
    });
    expect(user.email).toBe(`by-name${sso.getUserNumber()}@corp.example`);
  });

  test("is accepted once if it is posted five times, and five parallel first sign-ins create one account", async () => {
    const form = await idp.visit(await startSignIn(), getIdpUser());
    const responses = await Promise.all(Array.from({ length: 5 }, () => post(form)));
    expect(responses.filter(({ landingParams }) => landingParams.has("access_token"))).toHaveLength(1);
    expect(responses.filter(({ body }) => body?.error_code === "saml_relay_state_not_found")).toHaveLength(4);

    const forms: ResponseForm[] = [];
    for (let n = 0; n < 5; n += 1)
      forms.push(
        await idp.visit(await startSignIn(), {
          nameId: "at-once",
          attributes: { mail: ["once@corp.example"] },
        }),
      );
    const landings = await Promise.all(forms.map(post));
    const ids = landings.map(({ landingParams }) => decodeJwt(landingParams.get("access_token") ?? "").sub);
    expect(new Set(ids).size).toBe(1);
  });
});

test("single sign-on users can't change their email address or password, only their metadata", async () => {
  const { accessToken } = await signInUser(getIdpUser());
  for (const change of [{ email: "me@elsewhere.example" }, { password: "my own secret" }]) {
    const response = await fixture.call("PUT", "/user", { token: accessToken, body: change });
    expect([response.status, response.body.error_code]).toEqual([422, "user_sso_managed"]);
  }
  const result = await fixture.call("PUT", "/user", { token: accessToken, body: { data: { city: "Oslo" } } });
  expect(result.body.user_metadata.city).toBe("Oslo");
});

test("the service key can't change a single sign-on user's email address, but can suspend and delete the user", async () => {
  const { user } = await signInUser(getIdpUser());
  const call = (method: string, body: object) =>
    fixture.call(method, `/admin/users/${user.id}`, { token, body });
  expect((await call("PUT", { email: "x@y.example" })).body).toMatchObject({
    error_code: "user_sso_managed",
  });
  expect((await call("PUT", { ban_duration: "1h" })).status).toBe(200);
  const listResponse = await fixture.call("GET", `/admin/users?filter=person${sso.getUserNumber()}@corp`, {
    token,
  });
  expect(listResponse.body.users).toMatchObject([{ id: user.id }]);
  expect((await call("DELETE", { should_soft_delete: true })).status).toBe(200);
  const { body } = await fixture.call("GET", `/admin/users/${user.id}`, { token });
  expect(JSON.stringify(body)).not.toContain(`person${sso.getUserNumber()}`);
  // After the deletion, the same user gets a new account.
  expect((await signInUser(getIdpUser())).user.id).not.toBe(user.id);
});

test("the service publishes its metadata for identity providers", async () => {
  const response = await fixture.auth.http.request("/sso/saml/metadata?download=true");
  expect(response.headers.get("content-type")).toContain("application/xml");
  expect(response.headers.get("content-disposition")).toContain("attachment");
  const xml = await response.text();
  expect(xml).toContain('entityID="http://lattice.test/auth/v1/sso/saml/metadata"');
  expect(xml).toContain('WantAssertionsSigned="true"');
  expect(xml).toContain('Location="http://lattice.test/auth/v1/sso/saml/acs"');
});
