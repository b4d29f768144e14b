import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { type IdentityProvider, startIdentityProvider } from "./testing.ts";

const SECRET = "a secret of at least thirty-two characters";
const auth = { jwtSecret: SECRET, saml: true };
let fixture: AuthFixture;
let restrictedSite: AuthFixture;
let idp: IdentityProvider;
let token: string;
beforeAll(async () => {
  // The test provider runs on this machine.
  fixture = await createAuthFixture({ auth: { ...auth, samlAllowPrivate: true } });
  restrictedSite = await createAuthFixture({ database: fixture.database, auth });
  token = await createServiceKey(SECRET);
});
afterAll(() => fixture.end());
beforeEach(async () => {
  idp = await startIdentityProvider();
  await fixture.database.pool.query("delete from auth.sso_providers");
});
afterEach(() => idp.end());

const create = (extraFields: object = {}, site = fixture) =>
  site.call("POST", "/admin/sso/providers", {
    token,
    body: { type: "saml", metadata_url: idp.entityId, domains: ["corp.example"], ...extraFields },
  });
const startSignIn = () =>
  fixture.call("POST", "/sso", { body: { domain: "corp.example", skip_http_redirect: true } });
const buildRefusal = (message: string | RegExp) => ({
  code: 400,
  error_code: "validation_failed",
  msg: typeof message === "string" ? message : expect.stringMatching(message),
});

test("a provider can be added by its metadata URL and used to sign in, and uploaded metadata replaces the URL", async () => {
  const createResponse = await create();
  expect(createResponse.status).toBe(201);
  expect(createResponse.body.saml).toMatchObject({
    entity_id: idp.entityId,
    metadata_url: idp.entityId,
    metadata_xml: idp.metadata,
  });
  const { action } = await idp.visit((await startSignIn()).body.url);
  expect(action).toBe("http://lattice.test/auth/v1/sso/saml/acs");
  const changes = { metadata_xml: idp.metadata };
  const path = `/admin/sso/providers/${createResponse.body.id}`;
  expect((await fixture.call("PUT", path, { token, body: changes })).body.saml).not.toHaveProperty(
    "metadata_url",
  );
});

describe("refreshing metadata", () => {
  const buildRenewedMetadata = () => idp.metadata.replace("/sso", "/sso?renewed");

  test("happens once a day, in one of many parallel requests", async () => {
    await create();
    idp.publish(buildRenewedMetadata());
    expect((await startSignIn()).body.url).not.toContain("renewed");
    expect(idp.countReads()).toBe(1);
    fixture.clock.advance(24 * 3600 + 1);
    await Promise.all([startSignIn(), startSignIn(), startSignIn(), startSignIn()]);
    expect(idp.countReads()).toBe(2);
    expect((await startSignIn()).body.url).toContain("renewed");
  });

  test.each([
    ["cannot be parsed", () => "<nothing/>"],
    [
      "belongs to another provider",
      () => buildRenewedMetadata().replace(idp.entityId, "https://evil.example/metadata"),
    ],
  ])("doesn't store metadata that %s, and is retried an hour later", async (_what, buildContent) => {
    await create();
    idp.publish(buildContent());
    fixture.clock.advance(24 * 3600 + 1);
    expect((await startSignIn()).status).toBe(200);
    idp.publish(buildRenewedMetadata());
    expect((await startSignIn()).body.url).not.toContain("renewed");
    fixture.clock.advance(3600 + 1);
    expect((await startSignIn()).body.url).toContain("renewed");
  });

  test("doesn't prevent sign-ins if the provider's server doesn't respond", async () => {
    await create();
    await idp.end();
    fixture.clock.advance(24 * 3600 + 1);
    expect((await startSignIn()).status).toBe(200);
    idp = await startIdentityProvider();
  });
});

describe("a metadata URL is refused", () => {
  test.each([
    [
      "https://127.0.0.1/metadata",
      /^metadata_url cannot be fetched: 127\.0\.0\.1 is not on the public network$/,
    ],
    ["https://localhost/metadata", /is not on the public network$/],
    ["https://169.254.169.254/latest/meta-data", /is not on the public network$/],
    ["http://idp.example/metadata", /must begin with https$/],
    ["file:///etc/passwd", /must begin with https$/],
    ["https://1.1.1.1:5432/", /Port 5432 is not allowed$/],
    ["nonsense", /is not valid$/],
  ])("%s", async (metadata_url, message) => {
    const response = await create({ metadata_url }, restrictedSite);
    expect(response.status).toBe(400);
    expect(response.body).toEqual(buildRefusal(message));
  });

  test("together with metadata_xml, and so is a request with neither", async () => {
    expect((await create({ metadata_xml: idp.metadata })).body).toEqual(
      buildRefusal("Only one of metadata_xml or metadata_url needs to be set"),
    );
    expect((await create({ metadata_url: null })).body).toEqual(
      buildRefusal("Either metadata_xml or metadata_url must be set"),
    );
  });

  test("if the response is empty, too large or not metadata", async () => {
    expect((await create({ metadata_url: `${new URL(idp.entityId).origin}/sso` })).body).toEqual(
      buildRefusal(/^metadata_/),
    );
    for (const content of ["", "words", "<a/>", "\0"]) {
      idp.publish(content);
      expect((await create()).body).toEqual(buildRefusal(/^metadata_/));
    }
    idp.publish(" ".repeat(300_000));
    expect((await create()).body).toEqual(buildRefusal(/More than 262144 bytes$/));
  });

  test("if another provider's metadata is at the URL", async () => {
    const createResponse = await create();
    const otherIdp = await startIdentityProvider();
    const response = await fixture.call("PUT", `/admin/sso/providers/${createResponse.body.id}`, {
      token,
      body: { metadata_url: otherIdp.entityId },
    });
    expect(response.body).toMatchObject({ code: 422, error_code: "saml_entity_id_mismatch" });
    await otherIdp.end();
  });

  test("for an unknown provider, without being fetched", async () => {
    const path = "/admin/sso/providers/00000000-0000-4000-8000-000000000000";
    const response = await fixture.call("PUT", path, { token, body: { metadata_url: idp.entityId } });
    expect(response.status).toBe(404);
    expect(idp.countReads()).toBe(0);
  });
});
