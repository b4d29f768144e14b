import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { parseMetadata } from "./parse-metadata.ts";
import { type IdentityProvider, startIdentityProvider } from "./testing.ts";

const SECRET = "a secret of at least thirty-two characters";
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
let fixture: AuthFixture;
let idp: IdentityProvider;
let token: string;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { jwtSecret: SECRET, saml: true } });
  idp = await startIdentityProvider();
  token = await createServiceKey(SECRET);
});
afterAll(async () => {
  await idp.end();
  await fixture.end();
});
beforeEach(() => fixture.database.pool.query("delete from auth.sso_providers"));

const call = (method: string, path = "", body?: unknown) =>
  fixture.call(method, `/admin/sso/providers${path}`, { token, ...(body === undefined ? {} : { body }) });
const create = (extraFields: object = {}) =>
  call("POST", "", { type: "saml", metadata_xml: idp.metadata, domains: ["corp.example"], ...extraFields });
/** Returns the same provider's metadata with another entity ID. */
const buildOtherMetadata = () => idp.metadata.replace(idp.entityId, `${idp.entityId}/other`);
const startSignIn = (domain: string) =>
  fixture.call("POST", "/sso", { body: { domain, skip_http_redirect: true } });

test("the service key can create, show, list, change and delete a provider, and the changes are in the audit log", async () => {
  const createResponse = await create({
    resource_id: "corp",
    domains: ["Corp.Example", "corp.example", "b.example"],
  });
  expect(createResponse.status).toBe(201);
  expect(createResponse.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    resource_id: "corp",
    disabled: false,
    saml: { entity_id: idp.entityId, metadata_xml: idp.metadata, attribute_mapping: {} },
    domains: [
      { domain: "b.example", created_at: expect.any(String) },
      { domain: "corp.example", created_at: expect.any(String) },
    ],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const path = `/${createResponse.body.id}`;
  expect((await call("GET", path)).body).toEqual(createResponse.body);
  expect((await call("GET")).body).toEqual({ items: [createResponse.body] });
  const mapping = { keys: { full_name: { name: "cn" } } };
  const changeResponse = await call("PUT", path, { domains: ["new.example"], attribute_mapping: mapping });
  expect(changeResponse.body).toMatchObject({
    resource_id: "corp",
    saml: { entity_id: idp.entityId, attribute_mapping: mapping },
    domains: [{ domain: "new.example" }],
  });
  expect([(await startSignIn("new.example")).status, (await startSignIn("corp.example")).status]).toEqual([
    200, 404,
  ]);
  expect((await call("DELETE", path)).body).toMatchObject({ id: createResponse.body.id });
  expect((await call("GET", path)).status).toBe(404);
  expect((await startSignIn("new.example")).status).toBe(404);

  const { rows } = await fixture.database.pool.query(
    "select actor_name, action, target_name, before, after from public.audit_log order by id",
  );
  const event = {
    actor_name: "service key",
    action: "setting.change",
    target_name: `single sign-on with ${idp.entityId}`,
  };
  const twoDomains = { domains: "b.example, corp.example", disabled: false };
  const oneDomain = { domains: "new.example", disabled: false };
  expect(rows).toEqual([
    { ...event, before: null, after: twoDomains },
    { ...event, before: twoDomains, after: oneDomain },
    { ...event, before: oneDomain, after: { provider: "deleted" } },
  ]);
});

test("a disabled provider isn't found, and a pending response is refused", async () => {
  const { body } = await create();
  const { body: pendingSignIn } = await startSignIn("corp.example");
  const form = await idp.visit(pendingSignIn.url);
  await call("PUT", `/${body.id}`, { disabled: true });
  expect((await startSignIn("corp.example")).body).toMatchObject({
    code: 404,
    error_code: "sso_provider_not_found",
  });
  const response = await fixture.call("POST", "/sso/saml/acs", {
    body: new URLSearchParams({ SAMLResponse: form.SAMLResponse, RelayState: form.RelayState }).toString(),
  });
  expect(response.headers.get("location")).toContain("error_code=sso_provider_not_found");
  await call("PUT", `/${body.id}`, { disabled: false });
  expect((await startSignIn("corp.example")).status).toBe(200);
});

test.each([
  ["deleting", (id: string) => call("DELETE", `/${id}`)],
  ["disabling", (id: string) => call("PUT", `/${id}`, { disabled: true })],
])("%s a provider signs its users out", async (_what, end) => {
  const { body } = await create();
  const form = await idp.visit((await startSignIn("corp.example")).body.url);
  const response = await fixture.call("POST", "/sso/saml/acs", {
    body: new URLSearchParams({ SAMLResponse: form.SAMLResponse, RelayState: form.RelayState }).toString(),
  });
  const landingParams = new URLSearchParams(new URL(response.headers.get("location") ?? "").hash.slice(1));
  const accessToken = landingParams.get("access_token") ?? "";
  expect((await fixture.call("GET", "/user", { token: accessToken })).status).toBe(200);
  await end(body.id);
  expect((await fixture.call("GET", "/user", { token: accessToken })).body.error_code).toBe(
    "session_not_found",
  );
});

describe("a provider is refused with", () => {
  test.each([
    ["another type", { type: "oidc" }, 400, "validation_failed"],
    ["no type", { type: null }, 400, "validation_failed"],
    ["no metadata", { metadata_xml: null }, 400, "validation_failed"],
    ["both metadata and its URL", { metadata_url: "https://idp.example/metadata" }, 400, "validation_failed"],
    ["invalid domains", { domains: ["corp"] }, 400, "validation_failed"],
    ["domains that aren't a list", { domains: "corp.example" }, 400, "validation_failed"],
    ["an invalid mapping", { attribute_mapping: { keys: { a: "b" } } }, 400, "validation_failed"],
    ["a mapping that is a list", { attribute_mapping: [] }, 400, "validation_failed"],
    [
      "a transient NameID format",
      { name_id_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" },
      400,
      "validation_failed",
    ],
  ])("%s", async (_what, extraFields, status, code) => {
    const response = await create(extraFields);
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });

  test("an entity ID, resource ID or domain that is already in use, or another provider's metadata", async () => {
    const { body: firstProvider } = await create({ resource_id: "first" });
    const { body: secondProvider } = await create({
      metadata_xml: buildOtherMetadata(),
      domains: ["other.example"],
    });
    for (const [response, code] of [
      [await create({ domains: [] }), "saml_idp_already_exists"],
      [
        await create({ metadata_xml: idp.metadata.replace(idp.entityId, "https://third.example") }),
        "sso_domain_already_exists",
      ],
      [
        await call("PUT", `/${secondProvider.id}`, { domains: ["corp.example"] }),
        "sso_domain_already_exists",
      ],
      [await call("PUT", `/${secondProvider.id}`, { resource_id: "first" }), "saml_idp_already_exists"],
      [
        await call("PUT", `/${firstProvider.id}`, { metadata_xml: buildOtherMetadata() }),
        "saml_entity_id_mismatch",
      ],
    ] as const)
      expect(response.body).toMatchObject({ code: 422, error_code: code });
    // The refused changes had no effect.
    expect((await call("GET", `/${secondProvider.id}`)).body.domains).toMatchObject([
      { domain: "other.example" },
    ]);
    expect((await call("GET")).body.items).toHaveLength(2);
  });

  test("a domain that a parallel request has taken", async () => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        create({ metadata_xml: idp.metadata.replace(idp.entityId, `https://idp${index}.example`) }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });
});

test.each(["GET", "PUT", "DELETE"])("a %s request with an unknown provider ID is refused", async (method) => {
  for (const id of [UNKNOWN_ID, "rubbish"])
    expect((await call(method, `/${id}`, method === "GET" ? undefined : {})).body).toMatchObject({
      code: 404,
      error_code: "sso_provider_not_found",
    });
});

describe("metadata is refused", () => {
  test.each<[string, (xml: string) => string]>([
    ["with a document type", (xml) => xml.replace("<md:", '<!DOCTYPE x SYSTEM "file:///etc/passwd"><md:')],
    ["that is not XML", () => "rubbish"],
    ["that is only an empty element", () => "<a/>"],
    ["that is truncated", (xml) => xml.slice(0, -30)],
    ["without an entity ID", (xml) => xml.replace(/entityID="[^"]*"/, "")],
    ["that describes a service provider", (xml) => xml.replaceAll("IDPSSODescriptor", "SPSSODescriptor")],
    ["without a sign-in URL", (xml) => xml.replace(/<md:SingleSignOnService[^>]*>/, "")],
    [
      "with a sign-in URL without HTTPS",
      (xml) => xml.replace(/Location="[^"]*"/, 'Location="http://idp.example/"'),
    ],
    [
      "with a script as the sign-in URL",
      (xml) => xml.replace(/Location="[^"]*"/, 'Location="javascript:alert(1)"'),
    ],
    ["without a certificate", (xml) => xml.replace(/<ds:X509Certificate>[\s\S]*<\/ds:X509Certificate>/, "")],
    [
      "with an invalid certificate",
      (xml) => xml.replace(/<ds:X509Certificate>[\s\S]*<\/ds:/, "<ds:X509Certificate>AAAA</ds:"),
    ],
    ["with only an encryption key", (xml) => xml.replace('use="signing"', 'use="encryption"')],
    ["that is too long", (xml) => xml + " ".repeat(262_144)],
  ])("%s", (_what, edit) => {
    expect(() => parseMetadata(idp.metadata)).not.toThrow();
    expect(() => parseMetadata(edit(idp.metadata))).toThrow(/^metadata_xml /);
  });
});
