import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSelfSignedKey } from "#server/platform/self-signed-key.ts";
import { createAuthFixture } from "../testing.ts";
import { type CipherName, encrypt } from "./encrypt-assertion.fixture.ts";
import { createSsoFixture, type SsoFixture } from "./sso.fixture.ts";
import type { ResponseOptions } from "./testing.ts";

let sso: SsoFixture;
/** The certificate that the service publishes for encryption. */
let certificate: string;
beforeAll(async () => {
  sso = await createSsoFixture();
  certificate = await readCertificate(sso.fixture);
});
afterAll(() => sso.end());
beforeEach(() => sso.switchIdpUser());

async function readCertificate({ auth }: SsoFixture["fixture"]): Promise<string> {
  const xml = await (await auth.http.request("/sso/saml/metadata")).text();
  const base64 = /<KeyDescriptor use="encryption">[\s\S]*?<ds:X509Certificate>([^<]+)</.exec(xml)?.[1];
  return (base64 ?? "").replace(/\s/g, "");
}

const buildOptions = (changes: Partial<ResponseOptions> = {}): ResponseOptions => ({
  ...sso.getIdpUser(),
  encryptFor: certificate,
  ...changes,
});

test.each(["aes-256-gcm", "aes-128-gcm", "aes-256-cbc", "aes-128-cbc"] as CipherName[])(
  "an assertion encrypted with %s signs the same user in as an unencrypted one",
  async (cipher) => {
    const { user } = await sso.signInUser(buildOptions({ cipher }));
    expect(user.email).toBe(`person${sso.getUserNumber()}@corp.example`);
    const unencryptedSignIn = await sso.signInUser(sso.getIdpUser());
    expect(unencryptedSignIn.user.id).toBe(user.id);
  },
);

test("all processes on a database share one key", async () => {
  const otherProcess = await createAuthFixture({ database: sso.fixture.database, auth: { saml: true } });
  expect(await readCertificate(otherProcess)).toBe(certificate);
});

describe("the decrypted assertion is refused if it is", () => {
  test.each([
    ["for another audience", { audience: "https://other.example" }],
    ["from another issuer", { issuer: "https://evil.example" }],
    ["too old", { notOnOrAfter: -100 }],
    ["signed by someone else", { usesUnknownKey: true }],
    ["not signed", { sign: "none" }],
    ["unsigned inside a signed response", { sign: "response" }],
    ["signed with SHA-1", { signatureAlgorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }],
    ["signed over a SHA-1 digest", { digestAlgorithm: "http://www.w3.org/2000/09/xmldsig#sha1" }],
  ] as [string, Partial<ResponseOptions>][])("%s", async (_what, defect) => {
    const { landingParams } = await sso.signIn(buildOptions(defect));
    expect([landingParams.get("error_code"), landingParams.get("access_token")]).toEqual([
      "saml_assertion_rejected",
      null,
    ]);
  });

  test("used a second time", async () => {
    const assertionId = "_used-twice";
    expect(
      (await sso.signIn(buildOptions({ assertionId }))).landingParams.get("access_token"),
    ).not.toBeNull();
    expect((await sso.signIn(buildOptions({ assertionId }))).landingParams.get("error_code")).toBe(
      "saml_assertion_rejected",
    );
  });
});

describe("an encrypted assertion is always refused with the same error if it is", () => {
  const changeCipherValue = (change: (value: string) => string) => (xml: string) =>
    xml.replace(
      /(<xenc:CipherValue>)([^<]+)(<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/,
      (_match, openingTag, value, closingTags) => `${openingTag}${change(value)}${closingTags}`,
    );
  const flipBit = (value: string) => {
    const bytes = Buffer.from(value, "base64");
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    return bytes.toString("base64");
  };
  const EVIL_DOCUMENT =
    '<!DOCTYPE a [<!ENTITY b "c">]><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>';
  const encryptInstead = (plaintext: string) => (xml: string) =>
    xml.replace(
      /<xenc:EncryptedData[\s\S]*<\/xenc:EncryptedData>/,
      encrypt(plaintext, certificate, "aes-256-gcm"),
    );
  const cases: [string, () => Partial<ResponseOptions>][] = [
    ["encrypted for someone else", () => ({ encryptFor: createSelfSignedKey("someone else").certificate })],
    ["changed in transit", () => ({ edit: changeCipherValue(flipBit) })],
    [
      "encrypted with CBC and changed in transit",
      () => ({ cipher: "aes-256-cbc", edit: changeCipherValue(flipBit) }),
    ],
    ["truncated", () => ({ edit: changeCipherValue((value) => value.slice(0, 40)) })],
    ["empty", () => ({ edit: changeCipherValue(() => "") })],
    [
      "sent with its key encrypted with RSA 1.5",
      () => ({ edit: (xml) => xml.replace("rsa-oaep-mgf1p", "rsa-1_5") }),
    ],
    [
      "sent with an outdated cipher",
      () => ({ edit: (xml) => xml.replace("xmlenc11#aes256-gcm", "xmlenc#tripledes-cbc") }),
    ],
    [
      "next to a second one",
      () => ({
        edit: (xml) => xml.replace(/<saml:EncryptedAssertion>[\s\S]*<\/saml:EncryptedAssertion>/, "$&$&"),
      }),
    ],
    [
      "next to an unencrypted one",
      () => ({
        edit: (xml) => xml.replace("</samlp:Response>", '<saml:Assertion ID="_x"/></samlp:Response>'),
      }),
    ],
    ["in a response with a comment", () => ({ edit: (xml) => xml.replace("<samlp:Status>", "<!-- -->$&") })],
    ["hiding a document type", () => ({ edit: encryptInstead(EVIL_DOCUMENT) })],
    ["hiding an element that isn't an assertion", () => ({ edit: encryptInstead("<a/>") })],
    ["not XML", () => ({ edit: encryptInstead("words") })],
  ];
  test.each(cases)("%s", async (_what, defect) => {
    const { landingParams } = await sso.signIn(buildOptions(defect()));
    expect(landingParams.get("access_token")).toBeNull();
    expect([landingParams.get("error_code"), landingParams.get("error_description")]).toEqual([
      "saml_assertion_rejected",
      "SAML Assertion is not valid",
    ]);
  });
});
