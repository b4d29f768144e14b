import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAuthFixture } from "../testing.ts";
import { createSsoFixture, type SsoFixture } from "./sso.fixture.ts";
import type { ResponseOptions } from "./testing.ts";

let sso: SsoFixture;
let fixture: SsoFixture["fixture"];
let idp: SsoFixture["idp"];
let startSignIn: SsoFixture["startSignIn"];
let post: SsoFixture["post"];
let signIn: SsoFixture["signIn"];
let signInUser: SsoFixture["signInUser"];
let getIdpUser: SsoFixture["getIdpUser"];
beforeAll(async () => {
  sso = await createSsoFixture();
  ({ fixture, idp, startSignIn, post, signIn, signInUser, getIdpUser } = sso);
});
afterAll(() => sso.end());
beforeEach(() => sso.switchIdpUser());

describe("a response is refused", () => {
  const replaceSignedAssertion = (xml: string) => {
    // Moves the signed assertion away and puts an unsigned one in its place.
    const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? "";
    const forgedAssertion = assertion
      .replace(/<Signature[\s\S]*<\/Signature>|<ds:Signature[\s\S]*<\/ds:Signature>/, "")
      .replace(/ID="_a/, 'ID="_forged')
      .replace("ann@corp.example", "boss@corp.example");
    return xml.replace(assertion, `${forgedAssertion}<samlp:Extensions>${assertion}</samlp:Extensions>`);
  };
  const cases: [string, ResponseOptions][] = [
    ["that is not signed", { sign: "none" }],
    ["where only the response is signed", { sign: "response" }],
    ["signed with another key", { usesUnknownKey: true }],
    ["changed after it was signed", { edit: (xml) => xml.replace("ann@corp.example", "boss@corp.example") }],
    ["with another assertion in place of the signed one", { edit: replaceSignedAssertion }],
    [
      "with two assertions",
      { edit: (xml) => xml.replace(/(<saml:Assertion[\s\S]*<\/saml:Assertion>)/, "$1$1") },
    ],
    ["from another issuer", { issuer: "https://other.example/metadata" }],
    ["for another audience", { audience: "https://other.example" }],
    ["that names no audience", { audience: null }],
    ["for another recipient", { recipient: "https://other.example/acs" }],
    ["that answers another request", { inResponseTo: "_another" }],
    ["that is not yet valid", { notBefore: 120 }],
    ["that is no longer valid", { notOnOrAfter: -60 }],
    ["with conditions that never expire", { notOnOrAfter: null }],
    ["with an expired confirmation", { confirmedUntil: -60 }],
    ["with a confirmation that never expires", { confirmedUntil: null }],
    [
      "with a confirmation method other than bearer",
      { confirmationMethod: "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches" },
    ],
    [
      "signed with SHA-1",
      {
        signatureAlgorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
        digestAlgorithm: "http://www.w3.org/2000/09/xmldsig#sha1",
      },
    ],
    [
      "with a document type",
      { edit: (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}` },
    ],
    [
      "with expanding entities",
      {
        edit: (xml) =>
          `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${xml.replace("ann-1", "&b;")}`,
      },
    ],
    ["with a comment", { edit: (xml) => xml.replace("<samlp:Status>", "<!-- -->$&") }],
    ["with too many elements", { edit: (xml) => xml.replace("<samlp:Status>", `$&${"<a/>".repeat(1_500)}`) }],
    ["that is too long", { edit: (xml) => xml.replace("<samlp:Status>", `$&${" ".repeat(262_144)}`) }],
    ["that is not XML", { edit: () => "rubbish" }],
    ["that is only an empty element", { edit: () => "<a/>" }],
  ];
  test.each(cases)("%s", async (_what, options) => {
    const { status, url, landingParams } = await signIn(options);
    expect(status).toBe(303);
    expect(url?.pathname).toBe("/auth");
    expect(landingParams.get("access_token")).toBeNull();
    expect([landingParams.get("error"), landingParams.get("error_code")]).toEqual([
      "access_denied",
      "saml_assertion_rejected",
    ]);
  });

  test("and creates no account", async () => {
    const countUsers = async () =>
      (await fixture.database.pool.query("select count(*)::int as n from auth.users")).rows[0].n;
    const previousCount = await countUsers();
    await signIn({
      usesUnknownKey: true,
      nameId: "nobody-yet",
      attributes: { mail: ["nobody-yet@corp.example"] },
    });
    expect(await countUsers()).toBe(previousCount);
  });

  test.each<[string, ResponseOptions, string]>([
    ["without an email address", { attributes: {} }, "saml_assertion_no_email"],
    [
      "with an email address at another domain",
      { attributes: { mail: ["ann@other.example"] } },
      "saml_assertion_no_email",
    ],
    [
      "with an email address at a subdomain",
      { attributes: { mail: ["ann@x.corp.example"] } },
      "saml_assertion_no_email",
    ],
    ["with an invalid email address", { attributes: { mail: ["ann"] } }, "saml_assertion_no_email"],
    [
      "with a transient NameID",
      { nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" },
      "saml_assertion_no_user_id",
    ],
  ])("%s", async (_what, options, code) => {
    const { landingParams } = await signIn({ nameId: "unheard-of", ...options });
    expect([landingParams.get("access_token"), landingParams.get("error_code")]).toEqual([null, code]);
  });

  test("if its assertion was already used to answer another request", async () => {
    const assertionId = "_used-once";
    expect((await signIn({ ...getIdpUser(), assertionId })).landingParams.has("access_token")).toBe(true);
    const { landingParams } = await signIn({ ...getIdpUser(), assertionId });
    expect([landingParams.get("error_code"), landingParams.get("error_description")]).toEqual([
      "saml_assertion_rejected",
      "SAML Assertion has already been used",
    ]);
  });

  test("if its request is unknown, different or expired, and so is a form without a response", async () => {
    const form = await idp.visit(await startSignIn(), getIdpUser());
    for (const RelayState of ["", "rubbish", "00000000-0000-4000-8000-000000000000"]) {
      const response = await post({ ...form, RelayState });
      expect([response.status, response.body.error_code]).toEqual([404, "saml_relay_state_not_found"]);
    }
    const otherForm = await idp.visit(await startSignIn(), getIdpUser());
    const mismatchResponse = await post({ ...form, RelayState: otherForm.RelayState });
    expect(mismatchResponse.landingParams.get("error_code")).toBe("saml_assertion_rejected");
    fixture.clock.advance(601);
    const lateResponse = await post(form);
    fixture.clock.advance(-601);
    expect(lateResponse.landingParams.get("error_code")).toBe("saml_relay_state_expired");
    const incompleteFormResponse = await fixture.call("POST", "/sso/saml/acs", { body: "RelayState=x" });
    expect(incompleteFormResponse.body).toMatchObject({ code: 400, error_code: "validation_failed" });
  });

  test("for suspended users, and for new ones while sign-up is closed", async () => {
    const { user } = await signInUser(getIdpUser());
    const { pool } = fixture.database;
    await pool.query("update auth.users set banned_until = '3000-01-01' where id = $1", [user.id]);
    expect((await signIn(getIdpUser())).landingParams.get("error_code")).toBe("user_banned");
    const closedSite = await createAuthFixture({
      database: fixture.database,
      auth: { saml: true, disableSignup: true },
    });
    const form = await idp.visit(await startSignIn(), {
      nameId: "late",
      attributes: { mail: ["late@corp.example"] },
    });
    const response = await closedSite.call("POST", "/sso/saml/acs", {
      body: new URLSearchParams({ SAMLResponse: form.SAMLResponse, RelayState: form.RelayState }).toString(),
    });
    expect(response.headers.get("location")).toContain("error_code=signup_disabled");
  });
});
