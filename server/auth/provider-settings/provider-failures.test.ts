import type { RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignInProvider } from "#server/config-providers.ts";
import { startHttpServer } from "#server/testing/http-server.ts";
import { startForgingProvider } from "../oauth/testing.ts";
import { describeFailure } from "./describe-failure.ts";
import {
  createProviderSettingsFixture,
  type ProviderSettingsFixture,
  SITE,
} from "./provider-settings.fixture.ts";

/** Responds to requests to `server`, which isn't a proper provider. */
let handle: RequestListener;
let server: Awaited<ReturnType<typeof startHttpServer>>;
let fixture: ProviderSettingsFixture;
beforeAll(async () => {
  server = await startHttpServer((request, response) => handle(request, response));
  fixture = await createProviderSettingsFixture();
});
beforeEach(() => {
  handle = (_request, response) => void response.writeHead(404).end();
});
afterAll(async () => {
  await fixture.end();
  await server.close();
});

const respondWith = (body: unknown) => {
  handle = (_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
};
const save = (url: string, { providers, admin, buildInput } = fixture) =>
  providers.save(admin, buildInput({ name: "broken", label: "Broken", url }));

describe("an issuer is refused if it", () => {
  test("can't be reached", async () => {
    const stoppedServer = await startHttpServer(() => {});
    await stoppedServer.close();
    await expect(save(stoppedServer.origin)).rejects.toMatchObject({
      fieldErrors: { url: expect.stringMatching(/can't be reached\. Check the URL/) },
    });
    await expect(save("http://no-such-host.invalid")).rejects.toMatchObject({
      fieldErrors: { url: expect.stringContaining("can't be reached") },
    });
  });

  test.each<[string, () => void, RegExp]>([
    ["has no discovery document", () => {}, /refused our request.*HTTP status 404/],
    [
      "responds with a server error",
      () => {
        handle = (_request, response) => void response.writeHead(503).end();
      },
      /can't be reached.*HTTP status 503/,
    ],
    [
      "redirects",
      () => {
        handle = (_request, response) =>
          void response
            .writeHead(302, { location: `${fixture.openId.issuer}/.well-known/openid-configuration` })
            .end();
      },
      /redirects to another URL/,
    ],
    [
      "states a different issuer",
      () => respondWith({ issuer: "https://other.example" }),
      /uses a different issuer URL/,
    ],
    ["sends invalid JSON", () => respondWith("<p>Welcome"), /can't use/],
    [
      "sends a web page",
      () => {
        handle = (_request, response) => void response.end("<p>Welcome");
      },
      /other than JSON/,
    ],
    ["sends too much data", () => respondWith({ issuer: "x".repeat(300_000) }), /more data/],
    ["publishes no endpoints", () => respondWith({ issuer: server.origin }), /publishes no endpoints/],
  ])("%s", async (_what, prepare, message) => {
    prepare();
    await expect(save(server.origin)).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { url: expect.stringMatching(message) },
    });
    expect(await fixture.providers.list(fixture.admin)).toEqual([]);
  });

  test("is at a private IP address or uses http, unless the operator allows it", async () => {
    const strictFixture = await createProviderSettingsFixture({});
    try {
      for (const url of [
        "https://169.254.169.254",
        "https://127.0.0.1:8443",
        "https://[::1]",
        "https://0x7f000001",
        "https://localhost",
        "https://example.org:5432",
      ])
        await expect(save(url, strictFixture), url).rejects.toMatchObject({
          fieldErrors: { url: expect.stringContaining("isn't public") },
        });
      await expect(save("http://id.example.org", strictFixture)).rejects.toMatchObject({
        fieldErrors: { url: expect.stringContaining("https URL") },
      });
      // A provider that was saved while private IP addresses were allowed is still listed.
      await strictFixture.query(
        `insert into auth.sign_in_providers (id, label, url, client_id, secret_sealed, is_enabled, version, changed_at, changed_by_name)
         values ('custom:old', 'Old', $1, 'a', '', true, 1, now(), 'x')`,
        [server.origin],
      );
      expect(await strictFixture.providers.list(strictFixture.admin)).toMatchObject([{ needsSecret: true }]);
    } finally {
      await strictFixture.end();
    }
  });
});

describe("a test explains", () => {
  const addProvider = async (changes: Parameters<ProviderSettingsFixture["buildInput"]>[0]) =>
    fixture.providers.save(fixture.admin, fixture.buildInput(changes));

  test("a wrong secret", async () => {
    const id = await addProvider({ name: "wrongsecret", secret: "another" });
    fixture.openId.setUser({ sub: "1" });
    expect(await fixture.runTest(id)).toEqual({
      ok: false,
      problem: "Acme doesn't accept the client ID or the secret.",
      advice: expect.stringContaining("Copy both again"),
      details: expect.stringContaining("invalid_client"),
    });
  });

  test("a canceled sign-in, refused scopes and other errors, and refuses a second response", async () => {
    const id = await addProvider({ name: "canceled" });
    for (const [query, problem] of [
      [{ error: "access_denied" }, /canceled or refused/],
      [{ error: "invalid_scope" }, /scopes/],
      [{ error: "server_error", error_description: "On\nfire \u202e<b>" }, /reported an error/],
    ] as const) {
      const { url, cookie } = await fixture.startTest(id);
      const state = new URL(url).searchParams.get("state") ?? "";
      const callback = `${SITE}/auth/v1/callback?${new URLSearchParams({ ...query, state, iss: fixture.openId.issuer })}`;
      const response = await fixture.finishTest(callback, cookie);
      expect(response.headers.get("location")).toBe(
        `${SITE}/admin?tab=settings&provider=custom%3Acanceled#test`,
      );
      const outcome = (await fixture.providers.get(fixture.admin, id)).test?.outcome;
      expect(outcome).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
      if ("error_description" in query)
        expect(outcome).toMatchObject({ details: "server_error: On fire <b>" });
      // A state works only once.
      const secondResponse = await fixture.finishTest(callback, cookie);
      expect(secondResponse.headers.get("location")).toContain("bad_oauth_state");
    }
  });

  test.each([
    ["discord", "Allow the scopes identify, email for your app at the provider."],
    ["custom:x", "Allow the scopes openid for your app at the provider, or change them above."],
  ])("which scopes %s refused", (id, advice) => {
    const provider = { id, label: "Acme", scopes: id === "discord" ? "identify email" : "openid" };
    const error = Object.assign(new Error(), { error: "invalid_scope" });
    expect(describeFailure(provider as SignInProvider, error)).toMatchObject({ advice });
  });

  test("a missing or unverified email address, which isn't an error", async () => {
    const id = await addProvider({ name: "noemail" });
    fixture.openId.setUser({ sub: "2", email: "a@example.org", email_verified: false });
    expect(await fixture.runTest(id)).toMatchObject({
      ok: true,
      email: "a@example.org",
      isEmailVerified: false,
    });
    fixture.openId.setUser({ sub: "3" });
    expect(await fixture.runTest(id)).toMatchObject({ ok: true, email: null, name: null });
  });

  test("ID tokens that are expired, forged or meant for another client or sign-in", async () => {
    const forgingProvider = await startForgingProvider();
    try {
      const id = await addProvider({ name: "forging", url: forgingProvider.issuer });
      for (const [forgery, problem] of [
        [{ skew: -7200 }, /expired or isn't valid yet/],
        [{ claims: { aud: "other" } }, /another client ID/],
        [{ claims: { iss: "https://other.example" } }, /another issuer/],
        [{ claims: { nonce: "other" } }, /another sign-in/],
        [{ edit: (token: string) => `${token.slice(0, -8)}AAAAAAAA` }, /isn't signed/],
      ] as const) {
        const { url, cookie } = await fixture.startTest(id);
        const { searchParams } = new URL(url);
        forgingProvider.forge(searchParams.get("nonce"), forgery);
        const callback = new URLSearchParams({ code: "a", state: searchParams.get("state") ?? "" });
        await fixture.finishTest(`${SITE}/auth/v1/callback?${callback}`, cookie);
        expect((await fixture.providers.get(fixture.admin, id)).test?.outcome).toMatchObject({
          ok: false,
          problem: expect.stringMatching(problem),
        });
      }
    } finally {
      await forgingProvider.end();
    }
  });

  test("a provider that went down, settings that changed and a test that took too long", async () => {
    respondWith({
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/go`,
      token_endpoint: `${server.origin}/token`,
      jwks_uri: `${server.origin}/keys`,
    });
    const id = await addProvider({ name: "flaky", url: server.origin });
    const visit = async ({ url, cookie }: { url: string; cookie: string }) => {
      const state = new URL(url).searchParams.get("state") ?? "";
      await fixture.finishTest(
        `${SITE}/auth/v1/callback?${new URLSearchParams({ code: "a", state })}`,
        cookie,
      );
      return (await fixture.providers.get(fixture.admin, id)).test?.outcome;
    };
    const startedTest = await fixture.startTest(id);
    await fixture.query("update auth.sign_in_providers set version = version + 1");
    expect(await visit(startedTest)).toMatchObject({ problem: expect.stringContaining("were changed") });
    const slowTest = await fixture.startTest(id);
    await fixture.query("update auth.oauth_flows set created_at = created_at - interval '10 minutes'");
    expect(await visit(slowTest)).toMatchObject({ problem: expect.stringContaining("ten minutes") });
    handle = (_request, response) => void response.writeHead(500).end();
    expect(await fixture.runTest(id)).toMatchObject({
      problem: expect.stringContaining("can't be reached"),
      details: "HTTP status 500",
    });
  });
});

test("a test can't be started by another site, completed in another browser or seen in another session", async () => {
  const { providers, admin, openId } = fixture;
  const id = await fixture.providers.save(admin, fixture.buildInput({ name: "private" }));
  const client = { ip: "203.0.113.1", userAgent: null };
  const otherAdmin = await fixture.createAdmin();
  const { testToken } = await providers.get(otherAdmin, id);
  for (const token of ["", "guessed", testToken, undefined as never])
    await expect(providers.startTest(admin, { id, token }, client)).rejects.toMatchObject({
      code: "invalid_input",
    });
  await expect(
    providers.startTest(otherAdmin, { id: "custom:none", token: testToken }, client),
  ).rejects.toMatchObject({ code: "provider_not_found" });

  openId.setUser({ sub: "4", email: "secret@example.com", email_verified: true });
  const { url, cookie } = await fixture.startTest(id);
  const callback = await openId.visit(url);
  const otherBrowserResponse = await fixture.finishTest(callback, "lattice-oauth=guessed");
  expect(otherBrowserResponse.headers.get("location")).toContain("bad_oauth_state");
  await fixture.finishTest(callback, cookie);
  expect((await providers.get(otherAdmin, id)).test).toBeNull();
  expect((await providers.get(admin, id)).test?.outcome).toMatchObject({ email: "secret@example.com" });
});
