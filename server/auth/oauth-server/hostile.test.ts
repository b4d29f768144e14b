import * as openid from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AUTH_ROUTES } from "../routes.ts";
import { buildCookieHeader } from "../testing.ts";
import { createOAuthServerFixture, type OAuthServerFixture, REDIRECT_URI } from "./oauth-server.fixture.ts";

let site: OAuthServerFixture;
let member: Awaited<ReturnType<OAuthServerFixture["signIn"]>>;
beforeAll(async () => {
  site = await createOAuthServerFixture();
});
beforeEach(async () => {
  member = await site.signIn();
});
afterAll(() => site.end());

/**
 * Approves a new request. Returns its code, which hasn't been exchanged yet, and what its client would send
 * to exchange it.
 */
async function approveNewRequest(fields: Parameters<OAuthServerFixture["registerApp"]>[0] = {}) {
  const client = await site.registerApp(fields);
  const flow = await site.startFlow(await site.connect(client));
  const redirectUrl = await site.approve(member.client, flow.url);
  const credentials: Record<string, string> = {
    client_id: client.client_id,
    ...(client.client_secret ? { client_secret: client.client_secret } : {}),
  };
  const params = {
    grant_type: "authorization_code",
    code: redirectUrl.searchParams.get("code") ?? "",
    redirect_uri: REDIRECT_URI,
    code_verifier: flow.verifier,
    ...credentials,
  };
  return { client, flow, redirectUrl, credentials, params };
}

const getUserInfoStatus = async (token: string) =>
  (await site.call("GET", "/oauth/userinfo", { token })).status;
const INVALID_GRANT = { status: 400, body: { error: "invalid_grant" } };

describe("a code", () => {
  test("works once, and ends the session when it is used again", async () => {
    const { params, credentials } = await approveNewRequest();
    const { body: tokens } = await site.requestToken(params);
    expect(await getUserInfoStatus(tokens.access_token)).toBe(200);
    expect(await site.requestToken(params)).toMatchObject(INVALID_GRANT);
    expect(await getUserInfoStatus(tokens.access_token)).toBe(401);
    const refreshParams = {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
      ...credentials,
    };
    expect(await site.requestToken(refreshParams)).toMatchObject(INVALID_GRANT);
  });

  test("gives a session to only one of several simultaneous requests, and the others end that session", async () => {
    const { params } = await approveNewRequest();
    const responses = await Promise.all(Array.from({ length: 5 }, () => site.requestToken(params)));
    const winners = responses.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(await getUserInfoStatus(winners[0]?.body.access_token)).toBe(401);
  });

  test("works only with the verifier, the redirect URI and the client of its request", async () => {
    const { params } = await approveNewRequest();
    const otherRequest = await approveNewRequest();
    const attempts = [
      { code_verifier: openid.randomPKCECodeVerifier() },
      { code_verifier: "" },
      { code_verifier: otherRequest.params.code_verifier },
      { redirect_uri: `${REDIRECT_URI}/` },
      { redirect_uri: "https://evil.example/" },
      { code: "x".repeat(5_000) },
      { code: "\0" },
      otherRequest.credentials,
    ];
    for (const attempt of attempts) {
      const response = await site.requestToken({ ...params, ...attempt });
      expect(response).toMatchObject(INVALID_GRANT);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    // None of these attempts consumed the code.
    expect((await site.requestToken(params)).status).toBe(200);
  });

  test("expires after a minute", async () => {
    const { params } = await approveNewRequest();
    site.clock.advance(60);
    expect(await site.requestToken(params)).toMatchObject(INVALID_GRANT);
  });

  test("doesn't work once the session that approved it has ended", async () => {
    for (const scope of ["local", "global"] as const) {
      const { params } = await approveNewRequest();
      await member.client.signOut({ scope });
      expect(await site.requestToken(params)).toMatchObject(INVALID_GRANT);
      member = await site.signIn();
    }
  });

  test("doesn't work once the member has revoked the app's access or has been suspended", async () => {
    const revokedRequest = await approveNewRequest();
    await member.client.oauth.revokeGrant({ clientId: revokedRequest.client.client_id });
    expect(await site.requestToken(revokedRequest.params)).toMatchObject(INVALID_GRANT);
    const { params } = await approveNewRequest();
    await suspend(member.id);
    expect(await site.requestToken(params)).toMatchObject(INVALID_GRANT);
  });
});

const suspend = (id: string) =>
  site.database.pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
    id,
  ]);

describe("the token endpoint", () => {
  test("refuses a client that sends a wrong secret or none, or identifies itself twice", async () => {
    const { params, credentials } = await approveNewRequest();
    const { client_id: id = "", client_secret: secret = "" } = credentials;
    const buildBasicHeader = (text: string) => ({ authorization: `Basic ${btoa(text)}` });
    const { client_secret: _, ...paramsWithoutSecret } = params as Record<string, string>;
    const publicApp = await approveNewRequest({ token_endpoint_auth_method: "none" });
    const responses = await Promise.all([
      site.requestToken({ ...params, client_secret: "wrong" }),
      site.requestToken(paramsWithoutSecret),
      site.requestToken(paramsWithoutSecret, buildBasicHeader(`${id}:wrong`)),
      site.requestToken(paramsWithoutSecret, buildBasicHeader(id)),
      site.requestToken({ ...params, client_id: "nobody" }),
      site.requestToken({ ...publicApp.params, client_secret: "any" }),
      site.requestToken(params, buildBasicHeader(`${id}:${secret}`)),
      site.requestToken(paramsWithoutSecret, buildBasicHeader(`${publicApp.credentials.client_id}:`)),
    ]);
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual([
      ...Array.from({ length: 6 }, () => [401, "invalid_client"]),
      ...Array.from({ length: 2 }, () => [400, "invalid_request"]),
    ]);
    expect(responses[0]?.headers.get("www-authenticate")).toBe("Basic");
  });

  test("refuses other grants, repeated parameters and malformed bodies", async () => {
    const { params, credentials } = await approveNewRequest({ grant_types: ["authorization_code"] });
    const send = async (body: string, type: string) => {
      const response = await site.fetch("http://lattice.test/auth/v1/oauth/token", {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      return [response.status, (await response.json()).error];
    };
    const formType = "application/x-www-form-urlencoded";
    const encodeForm = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
    expect(await send("", formType)).toEqual([400, "invalid_request"]);
    expect(await send("[", "application/json")).toEqual([400, "invalid_request"]);
    expect(await send("null", "application/json")).toEqual([400, "invalid_request"]);
    expect(await send(`${encodeForm(params)}&code=other`, formType)).toEqual([400, "invalid_request"]);
    expect(await send(encodeForm({ ...credentials, grant_type: "password" }), formType)).toEqual([
      400,
      "unsupported_grant_type",
    ]);
    expect(await send(encodeForm({ ...credentials, grant_type: "refresh_token" }), formType)).toEqual([
      400,
      "unauthorized_client",
    ]);
    const response = await send(JSON.stringify(params), "application/json");
    expect(response).toEqual([200, undefined]);
  });
});

describe("a refresh token", () => {
  test("is replaced at each use, and its reuse ends the session", async () => {
    const { app, tokens } = await site.connectMember(member);
    const firstToken = tokens.refresh_token ?? "";
    const secondResponse = await openid.refreshTokenGrant(app, firstToken);
    const thirdResponse = await openid.refreshTokenGrant(app, secondResponse.refresh_token ?? "");
    expect(await getUserInfoStatus(thirdResponse.access_token)).toBe(200);
    site.clock.advance(11);
    await expect(openid.refreshTokenGrant(app, firstToken)).rejects.toMatchObject({ error: "invalid_grant" });
    expect(await getUserInfoStatus(thirdResponse.access_token)).toBe(401);
    await expect(openid.refreshTokenGrant(app, thirdResponse.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("works only for its own app, and the refresh token of a member's own session works for no app", async () => {
    const { app, tokens } = await site.connectMember(member);
    const otherApp = await site.connect(await site.registerApp());
    const token = tokens.refresh_token ?? "";
    await expect(openid.refreshTokenGrant(otherApp, token)).rejects.toMatchObject({ error: "invalid_grant" });
    const memberResponse = await site.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: token },
    });
    expect([memberResponse.status, memberResponse.body.error_code]).toEqual([400, "refresh_token_not_found"]);
    const { data } = await member.client.getSession();
    await expect(openid.refreshTokenGrant(app, data.session?.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
    expect((await openid.refreshTokenGrant(app, token)).access_token).toBeTruthy();
  });
});

describe("an app's access ends immediately", () => {
  const expectAccessToEnd = async (end: (clientId: string) => Promise<unknown>) => {
    const { app, client, tokens } = await site.connectMember(member);
    expect(await getUserInfoStatus(tokens.access_token)).toBe(200);
    await end(client.client_id);
    expect(await getUserInfoStatus(tokens.access_token)).toBe(401);
    await expect(openid.refreshTokenGrant(app, tokens.refresh_token ?? "")).rejects.toThrow();
  };

  test("when the member revokes it", async () => {
    await expectAccessToEnd((clientId) => member.client.oauth.revokeGrant({ clientId }));
    expect((await member.client.oauth.listGrants()).data).toEqual([]);
  });
  test("when the app is deleted", () => expectAccessToEnd((clientId) => site.admin.deleteClient(clientId)));
  test("when the member is suspended", () => expectAccessToEnd(() => suspend(member.id)));
  test("when the member signs out everywhere", () =>
    expectAccessToEnd(() => member.client.signOut({ scope: "global" })));
  test("when the member changes their password", () =>
    expectAccessToEnd(() => member.client.updateUser({ password: "another green lamp" })));
  test("when the account is deleted", () =>
    expectAccessToEnd(() => site.call("DELETE", `/admin/users/${member.id}`, { token: site.serviceKey })));
  test("when the account is anonymized, which also deletes the grant", async () => {
    await expectAccessToEnd(() =>
      site.call("DELETE", `/admin/users/${member.id}`, {
        token: site.serviceKey,
        body: { should_soft_delete: true },
      }),
    );
    const { rows } = await site.database.pool.query("select from auth.oauth_grants where user_id = $1", [
      member.id,
    ]);
    expect(rows).toEqual([]);
  });

  test("even while the app is exchanging a code", async () => {
    const { client, params } = await approveNewRequest();
    const [response] = await Promise.all([
      site.requestToken(params),
      member.client.oauth.revokeGrant({ clientId: client.client_id }),
    ]);
    if (response.status === 200) expect(await getUserInfoStatus(response.body.access_token)).toBe(401);
    const { rows } = await site.database.pool.query("select from auth.sessions where oauth_client_id = $1", [
      client.client_id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("a token issued to an app", () => {
  test("gives access to none of the account, step-up, admin and other protected endpoints", async () => {
    const { tokens } = await site.connectMember(member);
    const messages = new Set<string>();
    const protectedRoutes = AUTH_ROUTES.filter(({ access }) => access !== "public");
    for (const { method, path } of protectedRoutes)
      for (const token of [tokens.access_token, tokens.id_token]) {
        const { status, body } = await site.call(method, path, {
          token,
          ...(method === "GET" ? {} : { body: {} }),
        });
        expect([method, path, status, body.error_code]).toEqual([method, path, 403, "no_authorization"]);
        messages.add(body.msg);
      }
    expect(protectedRoutes.length).toBeGreaterThan(40);
    expect(await getUserInfoStatus(tokens.id_token ?? "")).toBe(401);
    // Only the access token works at /oauth/userinfo.
    expect([...messages]).toEqual([
      "This token was issued to an app, which can use it only at /oauth/userinfo",
      "This is an ID token, which gives no access. Use an access token",
    ]);
  });

  test("isn't accepted as a session by the site's pages, or for signing out or listing factors", async () => {
    const { tokens } = await site.connectMember(member);
    for (const token of [tokens.access_token, tokens.id_token ?? ""]) {
      const session = { access_token: token, refresh_token: tokens.refresh_token };
      expect(await site.auth.identify(buildCookieHeader(session))).toEqual({ state: "visitor" });
      await expect(site.auth.identifyClient(`Bearer ${token}`)).rejects.toMatchObject({ status: 403 });
      await expect(site.auth.signOut(token, "global")).rejects.toMatchObject({ status: 403 });
      await expect(site.auth.listFactors(token)).rejects.toMatchObject({ status: 403 });
    }
  });

  test("isn't listed among the member's own sessions; their data export lists the app instead", async () => {
    const session = (await member.client.getSession()).data.session ?? {};
    const identity = await site.auth.identify(buildCookieHeader(session));
    const viewer = identity.state === "member" ? identity.member : null;
    const previousSessions = await site.auth.account.listSessions(viewer);
    await site.connectMember(member);
    expect(await site.auth.account.listSessions(viewer)).toHaveLength(previousSessions.length);
    const { sessions, apps } = await site.auth.account.exportAccount(viewer);
    expect(sessions).toHaveLength(previousSessions.length);
    expect(apps).toMatchObject([{ name: "Example app", scopes: ["email", "openid", "profile"] }]);
  });

  test("is refused for user info after it has expired; members' own tokens are always refused", async () => {
    const { tokens } = await site.connectMember(member);
    expect(await getUserInfoStatus(member.token)).toBe(401);
    expect((await site.call("GET", "/oauth/userinfo")).headers.get("www-authenticate")).toContain(
      "invalid_token",
    );
    site.clock.advance(3600);
    expect(await getUserInfoStatus(tokens.access_token)).toBe(401);
  });
});
