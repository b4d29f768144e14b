import { createPublicKey } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { exportPKCS8, exportSPKI, generateKeyPair, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startHttpServer } from "#server/testing/http-server.ts";
import { createOAuthFixture, type OAuthFixture, SITE } from "./oauth.fixture.ts";
import { createKey, describeProvider } from "./testing.ts";

interface Call {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: URLSearchParams;
}
let calls: Call[] = [];
let responses: Record<string, object> = {};
/**
 * A server that responds like the documented APIs of GitHub, Discord and X, and like Apple's token endpoint.
 * The tests check what is read from user profiles, how the client authenticates, and which scopes it requests.
 */
let server: Awaited<ReturnType<typeof startHttpServer>>;
let oauth: OAuthFixture;

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

beforeAll(async () => {
  server = await startHttpServer(async (request, response) => {
    const { pathname: path } = new URL(request.url ?? "", "http://provider.test");
    const body = new URLSearchParams(await readBody(request));
    calls.push({ path, authorization: request.headers.authorization, body });
    const responseBody = responses[path];
    response.statusCode = responseBody ? 200 : 404;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(responseBody ?? { message: "Not Found" }));
  });
  const describeApiProvider = (kind: "github" | "discord" | "x", issuer: string) =>
    describeProvider(issuer, {
      id: kind,
      label: kind,
      kind,
      endpoints: {
        authorization: `${server.origin}/authorize`,
        token: `${server.origin}/token`,
        user: `${server.origin}/user`,
      },
      scopes: "some scopes",
    });
  oauth = await createOAuthFixture({
    providers: [
      describeApiProvider("github", `${server.origin}/login/oauth`),
      describeApiProvider("discord", server.origin),
      describeApiProvider("x", server.origin),
    ],
  });
});
afterAll(async () => {
  await server.close();
  await oauth.end();
});
beforeEach(() => {
  calls = [];
  responses = { "/token": { access_token: "their token", token_type: "bearer", scope: "some,scopes" } };
});

async function signIn(provider: string, extraParameters: Record<string, string> = {}) {
  const browser = oauth.createBrowser();
  const query = new URLSearchParams({ provider, redirect_to: `${SITE}/home` });
  const authorizationPage = await browser.open(`${SITE}/auth/v1/authorize?${query}`);
  const state = authorizationPage.url.searchParams.get("state") ?? "";
  const callback = new URLSearchParams({ code: "their code", state, ...extraParameters });
  const { url } = await browser.open(`${SITE}/auth/v1/callback?${callback}`);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const token = fragment.get("access_token") ?? undefined;
  const user = token ? (await oauth.fixture.call("GET", "/user", { token })).body : undefined;
  return { authorizationUrl: authorizationPage.url, error: fragment.get("error_code"), user };
}

const BASIC = `Basic ${Buffer.from("lattice:the-client-secret").toString("base64")}`;

describe("GitHub", () => {
  const octocat = { id: 583231, login: "octocat", name: "Mona Lisa Octocat", email: null };
  const buildEmails = (verified: boolean) => [
    { email: "other@example.com", primary: false, verified: true, visibility: null },
    { email: "Octocat@Example.com", primary: true, verified, visibility: "private" },
  ];

  test("signs in with the primary address, if it is verified", async () => {
    responses = { ...responses, "/user": octocat, "/user/emails": buildEmails(true) };
    // GitHub includes its issuer in the response.
    const { authorizationUrl, user } = await signIn("github", { iss: `${server.origin}/login/oauth` });
    expect(user).toMatchObject({
      email: "octocat@example.com",
      app_metadata: { provider: "github", providers: ["github"] },
      identities: [
        {
          provider: "github",
          id: "583231",
          identity_data: {
            iss: `${server.origin}/login/oauth`,
            sub: "583231",
            user_name: "octocat",
            full_name: "Mona Lisa Octocat",
            email_verified: true,
          },
        },
      ],
    });
    expect(Object.fromEntries(authorizationUrl.searchParams)).toMatchObject({
      client_id: "lattice",
      response_type: "code",
      redirect_uri: `${SITE}/auth/v1/callback`,
      scope: "some scopes",
      code_challenge_method: "S256",
    });
    expect(authorizationUrl.searchParams.has("nonce")).toBe(false);
    const tokenCall = calls.find(({ path }) => path === "/token");
    expect(tokenCall?.authorization).toBeUndefined();
    expect(Object.fromEntries(tokenCall?.body ?? [])).toMatchObject({
      client_id: "lattice",
      client_secret: "the-client-secret",
      code: "their code",
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(
      calls.filter(({ path }) => path.startsWith("/user")).map(({ authorization }) => authorization),
    ).toEqual(["Bearer their token", "Bearer their token"]);
  });

  test("doesn't sign in with an unverified primary address, even if another one is verified", async () => {
    responses = { ...responses, "/user": { ...octocat, id: 2 }, "/user/emails": buildEmails(false) };
    expect((await signIn("github")).error).toBe("provider_email_needs_verification");
  });

  test("doesn't sign in with a wrong code, which GitHub reports with status 200", async () => {
    responses = { "/token": { error: "bad_verification_code", error_description: "expired" } };
    expect((await signIn("github")).error).toBe("bad_oauth_callback");
  });

  test.each([
    ["no ID", { "/user": { login: "octocat" }, "/user/emails": [] }],
    ["no list of addresses", { "/user": octocat }],
    ["rubbish", { "/user": [], "/user/emails": {} }],
  ])("doesn't sign in when its API returns %s", async (_what, apiResponses) => {
    responses = { ...responses, ...apiResponses };
    expect((await signIn("github")).error).toBe("bad_oauth_callback");
  });
});

describe("Discord", () => {
  const discordUser = {
    id: "80351110224678912",
    username: "nelly",
    global_name: "Nelly",
    email: "nelly@example.com",
  };

  test("signs in with a verified address", async () => {
    responses = { ...responses, "/user": { ...discordUser, verified: true } };
    const { user } = await signIn("discord");
    expect(user).toMatchObject({
      email: "nelly@example.com",
      identities: [{ id: discordUser.id, identity_data: { user_name: "nelly", full_name: "Nelly" } }],
    });
    expect(calls.find(({ path }) => path === "/token")?.body.get("client_secret")).toBe("the-client-secret");
  });

  test.each([{ verified: false }, {}, { verified: true, email: null }])(
    "doesn't sign in with %o",
    async (extraFields) => {
      responses = { ...responses, "/user": { ...discordUser, id: "2", ...extraFields } };
      expect((await signIn("discord")).error).toBe("provider_email_needs_verification");
    },
  );
});

describe("X", () => {
  test("signs in with the confirmed address, even under the provider's older name", async () => {
    const data = { id: "2244994945", name: "Devs", username: "devs", confirmed_email: "devs@example.com" };
    responses = { ...responses, "/user": { data } };
    for (const name of ["x", "twitter"]) {
      const { user } = await signIn(name);
      expect(user).toMatchObject({ email: "devs@example.com", app_metadata: { provider: "x" } });
    }
    expect(calls.find(({ path }) => path === "/token")?.authorization).toBe(BASIC);
  });

  test("doesn't sign in without a confirmed address", async () => {
    responses = { ...responses, "/user": { data: { id: "3", name: "Devs", username: "devs" } } };
    expect((await signIn("x")).error).toBe("provider_email_needs_verification");
  });
});

test("Apple gets a client secret that we sign, and is asked to post its response", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const key = await createKey();
  const { kty, n, e, kid } = key;
  responses = {
    "/.well-known/openid-configuration": {
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/authorize`,
      token_endpoint: `${server.origin}/token`,
      jwks_uri: `${server.origin}/keys`,
    },
    "/keys": { keys: [{ kty, n, e, kid }] },
    "/token": { error: "invalid_grant" },
  };
  const appleSite = await createOAuthFixture({
    database: oauth.fixture.database,
    provider: oauth.provider,
    providers: [
      describeProvider(server.origin, {
        id: "apple",
        label: "Apple",
        clientSecret: { teamId: "TEAM", keyId: "KEY", privateKey: await exportPKCS8(privateKey) },
        postsCallback: true,
      }),
    ],
  });
  const browser = appleSite.createBrowser();
  const { url } = await browser.open(`${SITE}/auth/v1/authorize?provider=apple`);
  expect(url.searchParams.get("response_mode")).toBe("form_post");
  const callback = new URLSearchParams({ code: "x", state: url.searchParams.get("state") ?? "" });
  await browser.open(`${SITE}/auth/v1/callback?${callback}`);
  const secret = calls.find(({ path }) => path === "/token")?.body.get("client_secret") ?? "";
  const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(await exportSPKI(publicKey)));
  expect(protectedHeader).toMatchObject({ alg: "ES256", kid: "KEY" });
  expect(payload).toMatchObject({ iss: "TEAM", sub: "lattice", aud: "https://appleid.apple.com" });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
});

describe("a provider", () => {
  test("that is unreachable is reported to the redirect target, and tried again at the next sign-in", async () => {
    const siteWithDownProvider = await createOAuthFixture({
      database: oauth.fixture.database,
      provider: oauth.provider,
      providers: [describeProvider(server.origin, { id: "custom:down", label: "Down" })],
    });
    const browser = siteWithDownProvider.createBrowser();
    const open = () =>
      browser.open(`${SITE}/auth/v1/authorize?provider=custom:down&redirect_to=${SITE}/home`);
    const { url } = await open();
    expect(new URLSearchParams(url.hash.slice(1)).get("error")).toBe("temporarily_unavailable");
    responses = {
      "/.well-known/openid-configuration": {
        issuer: server.origin,
        authorization_endpoint: `${server.origin}/go`,
      },
    };
    expect((await open()).url.href).toMatch(`${server.origin}/go`);
  });

  test("that is unreachable is reported to the redirect target of each simultaneous sign-in", async () => {
    const siteWithDownProvider = await createOAuthFixture({
      database: oauth.fixture.database,
      provider: oauth.provider,
      providers: [describeProvider(server.origin, { id: "custom:down", label: "Down" })],
    });
    const open = () =>
      siteWithDownProvider
        .createBrowser()
        .open(`${SITE}/auth/v1/authorize?provider=custom:down&redirect_to=${SITE}/home`);
    for (const { status, url } of await Promise.all([open(), open(), open()])) {
      expect(status).toBe(302);
      expect(url.hash).toContain("temporarily_unavailable");
    }
  });

  test("that becomes unreachable is used with its known endpoints, and fetching them is retried once a minute", async () => {
    const site = await createOAuthFixture({
      database: oauth.fixture.database,
      provider: oauth.provider,
      providers: [describeProvider(server.origin, { id: "custom:flaky", label: "Flaky" })],
    });
    const path = "/.well-known/openid-configuration";
    const countFetches = () => calls.filter((call) => call.path === path).length;
    const describeEndpoints = (authorization: string) => ({
      [path]: { issuer: server.origin, authorization_endpoint: `${server.origin}${authorization}` },
    });
    const open = async () => {
      const browser = site.createBrowser();
      return (await browser.open(`${SITE}/auth/v1/authorize?provider=custom:flaky`)).url.pathname;
    };
    responses = describeEndpoints("/old");
    expect(await open()).toBe("/old");
    responses = {};
    site.fixture.clock.advance(3601);
    expect(await Promise.all([open(), open(), open()])).toEqual(["/old", "/old", "/old"]);
    expect(await open()).toBe("/old");
    expect(countFetches()).toBe(2);
    site.fixture.clock.advance(61);
    expect(await Promise.all([open(), open()])).toEqual(["/old", "/old"]);
    expect(countFetches()).toBe(3);
    responses = describeEndpoints("/new");
    site.fixture.clock.advance(61);
    expect(await open()).toBe("/new");
  });

  test("at a private address counts as unreachable, unless the operator allows private addresses", async () => {
    const strictSite = await createOAuthFixture({
      database: oauth.fixture.database,
      provider: oauth.provider,
      auth: { oidcAllowPrivate: false },
    });
    expect(await oauth.attempt({ user: oauth.newUser() })).toBe("signed_in");
    const { url } = await strictSite
      .createBrowser()
      .open(`${SITE}/auth/v1/authorize?provider=custom:acme&redirect_to=${SITE}/home`);
    expect(url.hash).toContain("temporarily_unavailable");
  });
});
