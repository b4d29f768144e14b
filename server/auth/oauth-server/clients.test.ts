import { allowInsecureRequests, customFetch, dynamicClientRegistration, None } from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOAuthServerFixture, type OAuthServerFixture, REDIRECT_URI } from "./oauth-server.fixture.ts";

let site: OAuthServerFixture;
beforeAll(async () => {
  site = await createOAuthServerFixture();
});
afterAll(() => site.end());

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

describe("the official client's admin calls", () => {
  test("register, list, show, change and delete a client, and log each change", async () => {
    const { data: createdClient, error } = await site.admin.createClient({
      client_name: "  A \u202e shop\n",
      client_uri: "https://shop.example",
      redirect_uris: [REDIRECT_URI, REDIRECT_URI],
    });
    expect(error).toBeNull();
    const expectedClient = {
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_name: "A shop",
      client_type: "confidential",
      token_endpoint_auth_method: "client_secret_basic",
      registration_type: "manual",
      client_uri: "https://shop.example",
      redirect_uris: [REDIRECT_URI],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    };
    expect(createdClient).toEqual({ ...expectedClient, client_secret: expect.stringMatching(/^[\w-]{43}$/) });
    const id = createdClient?.client_id ?? "";
    expect((await site.admin.getClient(id)).data).toEqual(expectedClient);

    await site.registerApp({ client_name: "Newer" });
    const { data: page } = await site.admin.listClients({ page: 1, perPage: 1 });
    expect(page).toMatchObject({ clients: [{ client_name: "Newer" }], total: 2, nextPage: 2, lastPage: 2 });
    expect(JSON.stringify(page)).not.toContain('secret":');

    const changes = { client_name: "Renamed", logo_uri: "https://shop.example/logo.png", client_uri: "" };
    const { data: updatedClient } = await site.admin.updateClient(id, changes);
    expect(updatedClient).toMatchObject({
      client_name: "Renamed",
      logo_uri: "https://shop.example/logo.png",
    });
    expect(updatedClient).not.toHaveProperty("client_uri");

    const { data: clientWithNewSecret } = await site.admin.regenerateClientSecret(id);
    expect(clientWithNewSecret?.client_secret).toMatch(/^[\w-]{43}$/);
    expect(clientWithNewSecret?.client_secret).not.toBe(createdClient?.client_secret);
    expect(await site.admin.deleteClient(id)).toEqual({ data: null, error: null });
    expect((await site.admin.getClient(id)).error).toMatchObject({
      status: 404,
      code: "oauth_client_not_found",
    });

    const { rows } = await site.database.pool.query(
      "select actor_name, action, target_name, before, after from public.audit_log where target_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ actor_name, action }) => `${actor_name} ${action}`)).toEqual([
      "service key app.create",
      "service key app.edit",
      "service key app.secret",
      "service key app.delete",
    ]);
    expect(rows[1]).toMatchObject({ before: { name: "A shop" }, after: { name: "Renamed" } });
    expect(JSON.stringify(rows)).not.toContain(createdClient?.client_secret);
  });

  test.each([
    ["no redirect URI", { redirect_uris: [] }, /redirect_uris is required/],
    [
      "eleven redirect URIs",
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) },
      /10 items/,
    ],
    ["an http URI", { redirect_uris: ["http://a.example/"] }, /invalid redirect_uri/],
    ["a javascript: URI", { redirect_uris: ["javascript:alert(1)"] }, /invalid redirect_uri/],
    ["a URI with a fragment", { redirect_uris: ["https://a.example/#x"] }, /invalid redirect_uri/],
    ["a URI with a username", { redirect_uris: ["https://site@a.example/"] }, /invalid redirect_uri/],
    ["a URI with a backslash", { redirect_uris: ["https://a.example\\@b.example/"] }, /invalid redirect_uri/],
    ["a long URI", { redirect_uris: [`https://a.example/${"x".repeat(2048)}`] }, /invalid redirect_uri/],
    ["a URI that isn't text", { redirect_uris: [1] as never }, /list of strings/],
    ["a long name", { client_name: "x".repeat(101) }, /100 characters/],
    ["a website without https", { client_uri: "javascript:alert(1)" }, /client_uri/],
    ["another grant type", { grant_types: ["password"] }, /grant_types/],
    [
      "another way to authenticate",
      { token_endpoint_auth_method: "private_key_jwt" as never },
      /must be one of/,
    ],
  ])("are refused with %s", async (_what, fields, message) => {
    const { error } = await site.admin.createClient({
      client_name: "Shop",
      redirect_uris: [REDIRECT_URI],
      ...fields,
    });
    expect(error).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: expect.stringMatching(message),
    });
  });

  test("are refused for unknown clients, empty changes, and a new secret for a client that can't store one", async () => {
    const { client_id } = await site.registerApp({ token_endpoint_auth_method: "none" });
    const outcomes = await Promise.all([
      site.admin.getClient(UNKNOWN_ID),
      site.admin.updateClient(UNKNOWN_ID, { client_name: "A" }),
      site.admin.deleteClient(UNKNOWN_ID),
      site.admin.regenerateClientSecret(UNKNOWN_ID),
      site.admin.updateClient(client_id, {}),
      site.admin.updateClient(client_id, { redirect_uris: [] }),
      site.admin.updateClient(client_id, { token_endpoint_auth_method: "client_secret_post" }),
      site.admin.regenerateClientSecret(client_id),
    ]);
    expect(outcomes.map(({ error }) => [error?.status, error?.code])).toEqual([
      ...Array.from({ length: 4 }, () => [404, "oauth_client_not_found"]),
      ...Array.from({ length: 4 }, () => [400, "validation_failed"]),
    ]);
  });
});

describe("apps that register themselves", () => {
  const request = { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: "none" };

  test("are refused by default, and the metadata doesn't offer registration", async () => {
    const { status, body } = await site.call("POST", "/oauth/clients/register", { body: request });
    expect([status, body.error_code]).toEqual([403, "oauth_dynamic_client_registration_disabled"]);
    const { body: metadata } = await site.call("GET", "/.well-known/oauth-authorization-server");
    expect(metadata).not.toHaveProperty("registration_endpoint");
  });

  test("are accepted if the operator allows it, and are deleted if no member authorizes them", async () => {
    const openSite = await createOAuthServerFixture({
      database: site.database,
      auth: { oauthRegistration: true, rateLimits: true },
    });
    const fetchSite = async (url: string, init: unknown) => openSite.fetch(url, init as RequestInit);
    const options = { execute: [allowInsecureRequests], [customFetch]: fetchSite };
    const server = new URL("http://lattice.test/auth/v1");
    const registration = await dynamicClientRegistration(server, request, None(), options);
    const metadata = registration.clientMetadata();
    expect(metadata).toMatchObject({ client_name: "app.example", registration_type: "dynamic" });
    const confidentialApp = await dynamicClientRegistration(
      server,
      { redirect_uris: [REDIRECT_URI] },
      undefined,
      options,
    );
    expect(confidentialApp.clientMetadata()).toMatchObject({ client_secret_expires_at: 0 });

    const member = await openSite.signIn();
    const authorizedApp = (await openSite.admin.getClient(metadata.client_id)).data;
    if (!authorizedApp) throw new Error("not registered");
    await openSite.connectMember(member, authorizedApp);
    openSite.clock.advance(31 * 86_400);
    expect(await openSite.auth.deleteExpiredData()).toMatchObject({ oauthClients: 1 });
    expect((await openSite.admin.getClient(metadata.client_id)).error).toBeNull();
    const id = confidentialApp.clientMetadata().client_id;
    expect((await openSite.admin.getClient(id)).error?.code).toBe("oauth_client_not_found");

    for (let count = 0; count < 10; count += 1)
      await openSite.call("POST", "/oauth/clients/register", { body: request });
    const { status } = await openSite.call("POST", "/oauth/clients/register", { body: request });
    expect(status).toBe(429);
  });
});

test("a shared secret can't sign ID tokens, so startup fails if it is the only key", async () => {
  const k = Buffer.from("a secret of at least thirty-two characters").toString("base64url");
  const jwtKeys = [{ kty: "oct", kid: "shared", alg: "HS256", k, key_ops: ["sign", "verify"] }];
  await expect(createOAuthServerFixture({ database: site.database, auth: { jwtKeys } })).rejects.toThrow(
    "AUTH_OAUTH_SERVER needs a signing key for ES256 or RS256",
  );
});
