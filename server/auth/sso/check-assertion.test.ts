import { describe, expect, test } from "vitest";
import { checkAssertion, type ExpectedAssertion } from "./check-assertion.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const expected: ExpectedAssertion = {
  issuer: "https://idp.example",
  audience: "https://site.example/metadata",
  recipient: "https://site.example/acs",
  requestId: "_request",
  now: NOW,
  skewMs: 30_000,
};
const formatTime = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

// biome-ignore lint/suspicious/noExplicitAny: each case breaks the document in its own way
type Draft = any;

/** Creates a valid assertion as parsed by xml2js. */
const createValidAssertion = (): Draft => ({
  $: { ID: "_assertion" },
  Issuer: [{ _: "https://idp.example" }],
  Subject: [
    {
      NameID: [{ _: "ann", $: { Format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" } }],
      SubjectConfirmation: [
        {
          $: { Method: "urn:oasis:names:tc:SAML:2.0:cm:bearer" },
          SubjectConfirmationData: [
            { $: { Recipient: expected.recipient, InResponseTo: "_request", NotOnOrAfter: formatTime(60) } },
          ],
        },
      ],
    },
  ],
  Conditions: [
    {
      $: { NotBefore: formatTime(-1), NotOnOrAfter: formatTime(90) },
      AudienceRestriction: [{ Audience: [{ _: expected.audience }] }],
    },
  ],
  AttributeStatement: [
    {
      Attribute: [
        { $: { Name: "mail" }, AttributeValue: ["ann@corp.example", { _: " second " }] },
        { $: { Name: "empty" }, AttributeValue: [""] },
        { $: { Name: "__proto__" }, AttributeValue: ["x"] },
      ],
    },
  ],
});

const getConfirmationData = (draft: Draft) =>
  draft.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$;

test("a valid assertion is accepted", () => {
  expect(checkAssertion(createValidAssertion(), expected)).toEqual({
    id: "_assertion",
    nameId: "ann",
    nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    attributes: { mail: ["ann@corp.example", "second"], empty: [] },
    expiresAt: new Date(formatTime(120)),
  });
});

test("clocks may differ by the allowed skew", () => {
  const draft = createValidAssertion();
  draft.Conditions[0].$ = { NotBefore: formatTime(29), NotOnOrAfter: formatTime(-29) };
  getConfirmationData(draft).NotOnOrAfter = formatTime(-29);
  expect(() => checkAssertion(draft, expected)).not.toThrow();
});

test("one valid confirmation and one matching audience are enough", () => {
  const draft = createValidAssertion();
  draft.Subject[0].SubjectConfirmation.unshift({ $: { Method: "urn:other" } });
  draft.Conditions[0].AudienceRestriction[0].Audience.unshift("https://other.example");
  expect(() => checkAssertion(draft, expected)).not.toThrow();
});

describe("an otherwise valid assertion is refused with", () => {
  test.each<[string, (draft: Draft) => void]>([
    ["no ID", (d) => delete d.$.ID],
    ["no issuer", (d) => delete d.Issuer],
    ["another issuer", (d) => (d.Issuer[0]._ = "https://other.example")],
    ["two issuers", (d) => d.Issuer.push(d.Issuer[0])],
    ["no conditions", (d) => delete d.Conditions],
    ["two conditions", (d) => d.Conditions.push(d.Conditions[0])],
    ["conditions without an expiry", (d) => delete d.Conditions[0].$.NotOnOrAfter],
    ["expired conditions", (d) => (d.Conditions[0].$.NotOnOrAfter = formatTime(-30))],
    ["conditions that aren't valid yet", (d) => (d.Conditions[0].$.NotBefore = formatTime(31))],
    ["an invalid start time", (d) => (d.Conditions[0].$.NotBefore = "soon")],
    ["no audience", (d) => delete d.Conditions[0].AudienceRestriction],
    [
      "another audience",
      (d) => (d.Conditions[0].AudienceRestriction[0].Audience[0]._ = "https://other.example"),
    ],
    [
      "a second restriction, to another audience",
      (d) => d.Conditions[0].AudienceRestriction.push({ Audience: [{ _: "https://other.example" }] }),
    ],
    ["no subject", (d) => delete d.Subject],
    ["two subjects", (d) => d.Subject.push(d.Subject[0])],
    ["no confirmation", (d) => delete d.Subject[0].SubjectConfirmation],
    ["another confirmation method", (d) => (d.Subject[0].SubjectConfirmation[0].$.Method = "urn:other")],
    ["no recipient", (d) => delete getConfirmationData(d).Recipient],
    ["another recipient", (d) => (getConfirmationData(d).Recipient = "https://other.example/acs")],
    ["no request", (d) => delete getConfirmationData(d).InResponseTo],
    ["another request", (d) => (getConfirmationData(d).InResponseTo = "_other")],
    ["a confirmation without an expiry", (d) => delete getConfirmationData(d).NotOnOrAfter],
    ["an expired confirmation", (d) => (getConfirmationData(d).NotOnOrAfter = formatTime(-30))],
  ])("%s", (_what, change) => {
    const draft = createValidAssertion();
    change(draft);
    expect(() => checkAssertion(draft, expected)).toThrow(
      expect.objectContaining({ code: "saml_assertion_rejected" }),
    );
  });

  test.each<[string, (draft: Draft) => void]>([
    ["no NameID", (d) => delete d.Subject[0].NameID],
    ["an empty NameID", (d) => (d.Subject[0].NameID[0]._ = " ")],
    ["two NameIDs", (d) => d.Subject[0].NameID.push(d.Subject[0].NameID[0])],
    ["a NameID that is too long", (d) => (d.Subject[0].NameID[0]._ = "x".repeat(1_025))],
    [
      "a transient NameID",
      (d) => (d.Subject[0].NameID[0].$.Format = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"),
    ],
  ])("%s", (_what, change) => {
    const draft = createValidAssertion();
    change(draft);
    expect(() => checkAssertion(draft, expected)).toThrow(
      expect.objectContaining({ code: "saml_assertion_no_user_id" }),
    );
  });
});
