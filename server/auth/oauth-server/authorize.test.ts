import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOAuthServerFixture, type OAuthServerFixture, REDIRECT_URI } from "./oauth-server.fixture.ts";

let site: OAuthServerFixture;
let url: URL;
beforeAll(async () => {
  site = await createOAuthServerFixture();
  url = (await site.startFlow(await site.connect(await site.registerApp()))).url;
});
afterAll(() => site.end());

/** Returns the path of the authorization URL with these parameters changed; null removes one. */
function buildPath(parameters: Record<string, string | null>): string {
  const changedUrl = new URL(url);
  for (const [name, value] of Object.entries(parameters))
    if (value === null) changedUrl.searchParams.delete(name);
    else changedUrl.searchParams.set(name, value);
  return changedUrl.href.replace("http://lattice.test/auth/v1", "");
}

describe("an authorization URL", () => {
  test.each([
    ["an unknown client", { client_id: "00000000-0000-4000-8000-000000000000" }, "oauth_client_not_found"],
    ["no client", { client_id: null }, "oauth_client_not_found"],
    ["no redirect URI", { redirect_uri: null }, "validation_failed"],
    ["another redirect URI", { redirect_uri: "https://evil.example/callback" }, "validation_failed"],
    ["a longer redirect URI", { redirect_uri: `${REDIRECT_URI}/../evil` }, "validation_failed"],
    ["a redirect URI in another case", { redirect_uri: "https://APP.example/callback" }, "validation_failed"],
    [
      "a redirect URI with a query",
      { redirect_uri: `${REDIRECT_URI}?next=https://evil.example` },
      "validation_failed",
    ],
    [
      "a redirect URI with a username",
      { redirect_uri: "https://app.example@evil.example/callback" },
      "validation_failed",
    ],
  ])("with %s doesn't redirect to the app", async (_what, parameters, code) => {
    const { status, headers, body } = await site.call("GET", buildPath(parameters));
    expect([status, body.error_code, headers.get("location")]).toEqual([400, code, null]);
    const page = await site.call("GET", buildPath(parameters), { headers: { accept: "text/html" } });
    expect(page.headers.get("location")).toMatch(/^http:\/\/lattice\.test\/oauth\/consent\?error=/);
  });

  test("with two redirect URIs doesn't redirect", async () => {
    const { status } = await site.call("GET", `${buildPath({})}&redirect_uri=https://evil.example/`);
    expect(status).toBe(400);
  });

  test.each([
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["no response type", { response_type: null }, "unsupported_response_type"],
    ["another response mode", { response_mode: "fragment" }, "invalid_request"],
    ["an unknown scope", { scope: "openid admin" }, "invalid_scope"],
    ["no PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without a method", { code_challenge_method: null }, "invalid_request"],
    ["a malformed challenge", { code_challenge: "short" }, "invalid_request"],
    ["a request object", { request: "e30.e30." }, "request_not_supported"],
    ["a nonce that can't be stored", { nonce: "\0" }, "invalid_request"],
    ["a prompt to sign in again", { prompt: "login" }, "login_required"],
    ["contradictory prompts", { prompt: "none consent" }, "invalid_request"],
  ])("with %s returns to the app with an error", async (_what, parameters, error) => {
    const { status, headers } = await site.call("GET", buildPath(parameters));
    const redirectUrl = new URL(headers.get("location") ?? "");
    expect([status, `${redirectUrl.origin}${redirectUrl.pathname}`]).toEqual([302, REDIRECT_URI]);
    expect(redirectUrl.searchParams.get("error")).toBe(error);
    expect(redirectUrl.searchParams.get("state")).toBe(url.searchParams.get("state"));
    expect(redirectUrl.searchParams.get("iss")).toBe("http://lattice.test/auth/v1");
  });

  test("with a state that can't be stored returns to the app without it", async () => {
    for (const state of ["\0", "x".repeat(2_001)]) {
      const { headers } = await site.call("GET", buildPath({ state }));
      const redirectUrl = new URL(headers.get("location") ?? "");
      expect([redirectUrl.searchParams.get("error"), redirectUrl.searchParams.get("state")]).toEqual([
        "invalid_request",
        null,
      ]);
    }
  });

  test("without a state opens the consent page and returns to the app without one", async () => {
    const member = await site.signIn();
    const redirectUrl = await site.approve(
      member.client,
      new URL(buildPath({ state: null }).slice(1), "http://lattice.test/auth/v1/"),
    );
    expect(redirectUrl.searchParams.has("state")).toBe(false);
  });
});

describe("an authorization request", () => {
  const call = (method: "GET" | "POST", id: string, token: string, options: object = {}) =>
    site.call(method, `/oauth/authorizations/${id}${method === "POST" ? "/consent" : ""}`, {
      token,
      ...(method === "POST" ? { body: { action: "approve" } } : {}),
      ...options,
    });
  const NOT_FOUND = { status: 404, body: { error_code: "oauth_authorization_not_found" } };

  test("can be answered only by the member who opened it", async () => {
    const [member, stranger] = [await site.signIn(), await site.signIn()];
    const id = await site.requestAuthorization(url);
    expect(await call("POST", id, member.token)).toMatchObject(NOT_FOUND);
    expect((await call("GET", id, member.token)).status).toBe(200);
    expect(await call("GET", id, stranger.token)).toMatchObject(NOT_FOUND);
    expect(await call("POST", id, stranger.token)).toMatchObject(NOT_FOUND);
    expect((await call("POST", id, member.token)).body).toEqual({
      redirect_url: expect.stringContaining(`${REDIRECT_URI}?code=`),
    });
  });

  test("can be answered only once, even if two approvals, or an approval and a denial, arrive simultaneously", async () => {
    const member = await site.signIn();
    for (const actions of [
      ["approve", "approve"],
      ["approve", "deny"],
    ]) {
      const id = await site.requestAuthorization(url);
      await call("GET", id, member.token);
      const answers = await Promise.all(
        actions.map((action) => call("POST", id, member.token, { body: { action } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await call("GET", id, member.token)).body.error_code).toBe("validation_failed");
      await member.client.oauth.revokeGrant({ clientId: url.searchParams.get("client_id") ?? "" });
    }
  });

  test("isn't found with an unknown ID, after ten minutes, or once its client or redirect URI is removed", async () => {
    const member = await site.signIn();
    const ids = [await site.requestAuthorization(url), "unknown", "x".repeat(32), "%00"];
    const client = await site.registerApp();
    const { url: otherUrl } = await site.startFlow(await site.connect(client));
    const otherId = await site.requestAuthorization(otherUrl);
    await site.admin.updateClient(client.client_id, { redirect_uris: ["https://app.example/new"] });
    expect(await call("GET", otherId, member.token)).toMatchObject(NOT_FOUND);
    site.clock.advance(600);
    for (const id of ids) expect(await call("GET", id, member.token)).toMatchObject(NOT_FOUND);
    const lastId = await site.requestAuthorization(url);
    await site.admin.deleteClient(url.searchParams.get("client_id") ?? "");
    expect(await call("GET", lastId, member.token)).toMatchObject(NOT_FOUND);
    url = (await site.startFlow(await site.connect(await site.registerApp()))).url;
  });

  test("can be answered only from this site's pages or by clients that aren't browsers", async () => {
    const member = await site.signIn();
    const id = await site.requestAuthorization(url);
    const withOrigin = (origin: string) => ({ headers: { origin } });
    for (const origin of ["https://evil.example", "null", "http://lattice.test.evil.example"]) {
      expect((await call("GET", id, member.token, withOrigin(origin))).body.error_code).toBe(
        "validation_failed",
      );
      expect((await call("POST", id, member.token, withOrigin(origin))).body.error_code).toBe(
        "validation_failed",
      );
    }
    expect((await call("GET", id, member.token, withOrigin("http://lattice.test"))).status).toBe(200);
    expect((await call("POST", id, member.token, { body: { action: "maybe" } })).status).toBe(400);
    expect((await call("POST", id, member.token)).status).toBe(200);
  });

  test("can be answered only after two-factor authentication", async () => {
    const member = await site.signIn();
    await site.database.pool.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
      [member.id],
    );
    const id = await site.requestAuthorization(url);
    expect((await call("GET", id, member.token)).body.error_code).toBe("insufficient_aal");
    expect((await call("POST", id, member.token)).body.error_code).toBe("insufficient_aal");
  });

  test("counts toward the limit of its IP address", async () => {
    const limitedSite = await createOAuthServerFixture({
      database: site.database,
      auth: { rateLimits: true },
    });
    const path = url.href.replace("http://lattice.test/auth/v1", "");
    const statuses = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await limitedSite.call("GET", path)).status);
    expect(statuses.slice(-2)).toEqual([302, 429]);
  });
});
