import { afterAll, beforeAll, expect, test } from "vitest";
import { createServiceKey } from "./keys/create-service-key.ts";
import { OAUTH_SERVER_ROUTES } from "./oauth-server/routes.ts";
import type { AuthRoute } from "./route.ts";
import { DISABLED_ROUTES } from "./routes.ts";
import { type AuthFixture, createAuthFixture } from "./testing.ts";

const SECRET = "a secret of at least thirty-two characters";
let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { jwtSecret: SECRET } });
});
afterAll(() => fixture.end());

test("the endpoints for custom providers and the OAuth server are off, even for the service key", async () => {
  const tokens: Partial<Record<AuthRoute["access"], string>> = {
    bearer: (await fixture.register()).session.access_token,
    admin: await createServiceKey(SECRET),
  };
  for (const { method, path, access } of [...DISABLED_ROUTES, ...OAUTH_SERVER_ROUTES]) {
    const response = await fixture.call(method, path, { token: tokens[access] });
    expect([method, path, response.body]).toEqual([
      method,
      path,
      { code: 404, error_code: "feature_disabled", msg: expect.any(String) },
    ]);
  }
});

test("the settings show that SAML is off", async () => {
  const { body } = await fixture.call("GET", "/settings");
  expect(body).toMatchObject({ saml_enabled: false });
});

test("signing in with a wallet or a provider's ID token is refused while neither is enabled", async () => {
  const web3Response = await fixture.call("POST", "/token?grant_type=web3", { body: {} });
  expect(web3Response.body).toEqual({
    code: 422,
    error_code: "web3_provider_disabled",
    msg: "Web3 provider is disabled",
  });
  for (const [provider, name] of [
    ["google", 'issuer "https://accounts.google.com"'],
    ["azure", "azure"],
  ] as const) {
    const { error } = await fixture.client().signInWithIdToken({ provider, token: "a.b.c" });
    expect([error?.status, error?.message]).toEqual([400, `Provider (${name}) is not enabled`]);
  }
});
