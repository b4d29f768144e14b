import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AUTH_ROUTES } from "./routes.ts";
import { type AuthFixture, createAuthFixture } from "./testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

/** Endpoints that anyone may call. Making another endpoint public must be a conscious decision. */
const PUBLIC_ENDPOINTS = [
  "GET /.well-known/jwks.json",
  "GET /.well-known/oauth-authorization-server",
  "GET /.well-known/openid-configuration",
  "GET /authorize",
  "GET /callback",
  "GET /health",
  "GET /oauth/authorize",
  "GET /oauth/userinfo",
  "GET /settings",
  "GET /sso/saml/metadata",
  "GET /verify",
  "POST /callback",
  "POST /magiclink",
  "POST /oauth/clients/register",
  "POST /oauth/token",
  "POST /oauth/userinfo",
  "POST /otp",
  "POST /passkeys/authentication/options",
  "POST /passkeys/authentication/verify",
  "POST /recover",
  "POST /resend",
  "POST /signup",
  "POST /sso",
  "POST /sso/saml/acs",
  "POST /token",
  "POST /verify",
  "POST /web3/nonce",
];

const getName = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("the mounted routes are exactly those in AUTH_ROUTES", () => {
  const mountedNames = fixture.auth.http.routes.filter(({ method }) => method !== "ALL").map(getName);
  expect([...new Set(mountedNames)].sort()).toEqual(AUTH_ROUTES.map(getName).sort());
});

test("the table in docs/auth-protocol.md lists every endpoint, and names only tests that exist", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "..", "docs", "auth-protocol.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| "));
  // "`GET`, `POST /a`" lists both methods of one path.
  const documentedNames = rows.flatMap((row) =>
    [...row.matchAll(/((?:`[A-Z]+`, )*)`([A-Z]+) (\/[^`?]*)/g)].flatMap(
      ([, otherMethods = "", method, path]) =>
        [...otherMethods.matchAll(/[A-Z]+/g), [method]].map(([verb]) => `${verb} ${path}`),
    ),
  );
  expect(AUTH_ROUTES.map(getName).filter((name) => !documentedNames.includes(name))).toEqual([]);
  const quotedNames = rows.flatMap((row) =>
    [...row.matchAll(/`((?:[a-z-]+\/)?[a-z-]+)`/g)].map(([, file]) => file ?? ""),
  );
  const testFiles = quotedNames.filter(
    (file) => file.includes("/") || file === "refusals" || file === "limits",
  );
  expect(testFiles.filter((file) => !existsSync(join(import.meta.dirname, `${file}.test.ts`)))).toEqual([]);
});

test("only the listed endpoints are public", () => {
  expect(
    AUTH_ROUTES.filter(({ access }) => access === "public")
      .map(getName)
      .sort(),
  ).toEqual(PUBLIC_ENDPOINTS);
});

test.each(AUTH_ROUTES.filter(({ access }) => access !== "public"))(
  "$method $path refuses requests without a token or with only the public key",
  async ({ method, path }) => {
    const body = method === "GET" ? undefined : {};
    expect((await fixture.call(method, path, { body })).status).toBe(401);
    expect((await fixture.call(method, path, { body, token: fixture.auth.publicKey })).status).toBe(403);
  },
);
