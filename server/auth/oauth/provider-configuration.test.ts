import { exportPKCS8, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

test("the configuration has each provider's endpoints and scopes", async () => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const pem = await exportPKCS8(privateKey);
  const { providers } = readConfig({
    AUTH_GITHUB_CLIENT_ID: "a",
    AUTH_GITHUB_CLIENT_SECRET: "b",
    AUTH_GOOGLE_CLIENT_ID: "web,android",
    AUTH_GOOGLE_CLIENT_SECRET: "b",
    AUTH_GITLAB_URL: "https://gitlab.example.org/",
    AUTH_GITLAB_CLIENT_ID: "a",
    AUTH_GITLAB_CLIENT_SECRET: "b",
    AUTH_APPLE_CLIENT_ID: "org.example.lattice",
    AUTH_APPLE_TEAM_ID: "TEAM",
    AUTH_APPLE_KEY_ID: "KEY",
    AUTH_APPLE_PRIVATE_KEY: pem.replaceAll("\n", "\\n"),
    AUTH_OIDC_ACME_ISSUER: "https://id.acme.example/realm/",
    AUTH_OIDC_ACME_CLIENT_ID: "a",
    AUTH_OIDC_ACME_CLIENT_SECRET: "b",
    AUTH_OIDC_ACME_LABEL: "Acme Corp.",
  }).auth;
  expect(providers.map(({ id, label, issuer, clientIds }) => [id, label, issuer, clientIds])).toEqual([
    ["apple", "Apple", "https://appleid.apple.com", ["org.example.lattice"]],
    ["github", "GitHub", "https://github.com/login/oauth", ["a"]],
    ["gitlab", "GitLab", "https://gitlab.example.org", ["a"]],
    ["google", "Google", "https://accounts.google.com", ["web", "android"]],
    ["custom:acme", "Acme Corp.", "https://id.acme.example/realm/", ["a"]],
  ]);
  expect(providers.map(({ scopes }) => scopes)).toEqual([
    "openid email name",
    "read:user user:email",
    "openid email profile",
    "openid email profile",
    "openid email profile",
  ]);
  expect(providers[0]?.clientSecret).toMatchObject({ privateKey: pem });
  expect(providers[1]?.endpoints?.user).toBe("https://api.github.com/user");
});

test.each([
  [{ AUTH_GITHUB_CLIENT_ID: "a" }, /AUTH_GITHUB_CLIENT_SECRET is required/],
  [{ AUTH_GITLAB_URL: "https://gitlab.example.org" }, /AUTH_GITLAB_URL requires AUTH_GITLAB_CLIENT_ID/],
  [{ AUTH_GITHUB_SECRET: "a" }, /AUTH_GITHUB_SECRET is not a known setting/],
  [{ AUTH_APPLE_CLIENT_ID: "a", AUTH_APPLE_PRIVATE_KEY: "x" }, /AUTH_APPLE_PRIVATE_KEY must be the content/],
  [{ AUTH_OIDC_ACME_LABEL: "x" }, /AUTH_OIDC_ACME_ISSUER is required/],
  [
    { AUTH_OIDC_ACME_ISSUER: "http://id.example" },
    /AUTH_OIDC_ACME_ISSUER must be an https URL, unless AUTH_OIDC_ALLOW_PRIVATE/,
  ],
  [{ AUTH_OIDC_ACME_SCOPES: "email" }, /AUTH_OIDC_ACME_SCOPES must be scopes/],
  [{ AUTH_OIDC_ACME_REALM: "x" }, /AUTH_OIDC_ACME_REALM is not a known setting/],
])("%o prevents startup, and the message names the variable", (environment, message) => {
  expect(() => readConfig(environment as Record<string, string>)).toThrow(message);
});
