import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import type { ProviderInput } from "#core/accounts/provider-settings.ts";
import { AppError } from "#core/errors.ts";
import { parseProvider } from "./parse-provider.ts";

const parse = (changes: Partial<ProviderInput>, { allowPrivate = false } = {}) =>
  parseProvider(
    {
      id: "custom",
      version: "0",
      label: "Acme",
      name: "",
      url: "https://id.acme.example",
      clientId: "lattice",
      secret: "a-secret",
      scopes: "",
      appleTeamId: "",
      appleKeyId: "",
      ...changes,
    },
    { allowPrivate },
  );

/** Returns the fields' error messages if the form is refused. */
function findProblems(changes: Partial<ProviderInput>): Readonly<Record<string, string>> {
  try {
    parse(changes);
    return {};
  } catch (error) {
    if (error instanceof AppError) return error.fieldErrors ?? {};
    throw error;
  }
}

test.each<[string, Partial<ProviderInput>, string, RegExp]>([
  ["without a name", { label: " " }, "label", /Enter a name/],
  ["with a name that is too long", { label: "x".repeat(41) }, "label", /at most 40/],
  ["with a name that no ID can be derived from", { label: "+++" }, "name", /letters/],
  ["with an invalid ID", { name: "under_score" }, "name", /letters/],
  ["without an issuer", { url: "" }, "url", /issuer's URL/],
  ["with a javascript: URL", { url: "javascript:alert(1)" }, "url", /https:\/\//],
  ["with a URL that is too long", { url: `https://x.example/${"x".repeat(500)}` }, "url", /at most 500/],
  ["with a password in the URL", { url: "https://user:pass@x.example" }, "url", /without a username/],
  [
    "with the discovery document's URL",
    { url: "https://x.example/.well-known/openid-configuration" },
    "url",
    /issuer only/,
  ],
  ["without a client ID", { clientId: " , " }, "clientId", /Enter the client ID/],
  ["with a client ID of two words", { clientId: "two words" }, "clientId", /without spaces/],
  ["with a secret of 100 kB", { secret: "s".repeat(100_000) }, "secret", /at most 8,000/],
  ["with accented letters in the secret", { secret: "é".repeat(5_000) }, "secret", /accented letters/],
  ["with a line break in the secret", { secret: "line\nbreak" }, "secret", /no spaces/],
  ["with a NUL in the secret", { secret: "nul\0l" }, "secret", /no spaces/],
  ["without the scope openid", { scopes: "email" }, "scopes", /beginning with "openid"/],
  [
    "with an Apple key that isn't a key",
    { id: "apple", secret: "no key", appleTeamId: "A", appleKeyId: "B" },
    "secret",
    /\.p8 file/,
  ],
  [
    "with an invalid key ID",
    { id: "apple", secret: "no key", appleTeamId: "", appleKeyId: "B-" },
    "appleKeyId",
    /letters and digits/,
  ],
])("a form %s is refused", (_what, changes, field, message) => {
  expect(findProblems(changes)).toMatchObject({ [field]: expect.stringMatching(message) });
});

test("http is accepted only if the operator allows it", () => {
  const url = "http://id.acme.example";
  expect(findProblems({ url })).toMatchObject({ url: expect.stringContaining("https URL") });
  expect(parse({ url }, { allowPrivate: true }).url).toBe(url);
});

test("an ID is derived from the name, and several client IDs are separated by commas", () => {
  expect(parse({ label: "Änne's  ID 2", clientId: "web , android," })).toMatchObject({
    id: "custom:annesid2",
    label: "Änne's ID 2",
    clientId: "web,android",
  });
  expect(parse({ id: "gitlab", url: "https://git.example.org/", label: "" })).toMatchObject({
    label: "GitLab",
    url: "https://git.example.org",
  });
});

test("Apple's key is accepted with escaped line breaks", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = String(privateKey.export({ type: "pkcs8", format: "pem" }));
  const apple = { id: "apple", appleTeamId: "T", appleKeyId: "K" };
  expect(parse({ ...apple, secret: pem.replaceAll("\n", "\\n") })).toMatchObject({
    id: "apple",
    url: null,
    secret: pem.trim(),
  });
});
