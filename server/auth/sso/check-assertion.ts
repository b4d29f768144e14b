import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Attributes } from "./attribute-mapping.ts";

/** An element as parsed by xml2js: attributes in `$`, text in `_`, children by local name. */
interface XmlNode {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
  readonly [child: string]: unknown;
}

export interface ExpectedAssertion {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly requestId: string;
  readonly now: Date;
  readonly skewMs: number;
}

export interface CheckedAssertion {
  readonly id: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: Attributes;
  readonly expiresAt: Date;
}

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const TEXT_MAX = 1_024;

/**
 * Checks what the signature doesn't prove: the issuer, the audience, the recipient, the request that the assertion
 * answers, and the time. Except for NotBefore, missing values are rejected like wrong ones. `assertion` must be the
 * signed one. Throws AuthError: saml_assertion_rejected, saml_assertion_no_user_id.
 */
export function checkAssertion(assertion: unknown, expected: ExpectedAssertion): CheckedAssertion {
  const node = assertion as XmlNode;
  const id = node.$?.ID;
  if (!id || id.length > TEXT_MAX) throw createRejection("it has no ID");
  if (getOnly(node, "Issuer")?._?.trim() !== expected.issuer) throw createRejection("its issuer is wrong");

  const conditions = getOnly(node, "Conditions");
  if (!conditions) throw createRejection("it has no conditions");
  const expiresAt = checkTimes(conditions.$, expected, "its conditions");
  const restrictions = getChildren(conditions, "AudienceRestriction");
  const isForUs = (restriction: XmlNode) =>
    getChildren(restriction, "Audience").some((audience) => audience._?.trim() === expected.audience);
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw createRejection("its audience is wrong");

  const subject = getOnly(node, "Subject");
  const validConfirmation =
    subject &&
    getChildren(subject, "SubjectConfirmation").find((confirmation) =>
      isValidConfirmation(confirmation, expected),
    );
  if (!subject || !validConfirmation)
    throw createRejection("its subject is not confirmed for this request, recipient and time");
  const nameIdNode = getOnly(subject, "NameID");
  const nameId = nameIdNode?._?.trim() ?? "";
  const nameIdFormat = nameIdNode?.$?.Format ?? "";
  if (nameId === "" || nameId.length > TEXT_MAX || nameIdFormat.endsWith(":transient"))
    throw new AuthError("saml_assertion_no_user_id");
  return { id, nameId, nameIdFormat, attributes: readAttributes(node), expiresAt };
}

function isValidConfirmation(confirmation: XmlNode, expected: ExpectedAssertion): boolean {
  const data = getOnly(confirmation, "SubjectConfirmationData")?.$;
  if (confirmation.$?.Method !== BEARER || !data) return false;
  if (data.Recipient !== expected.recipient || data.InResponseTo !== expected.requestId) return false;
  try {
    checkTimes(data, expected, "");
    return true;
  } catch {
    return false;
  }
}

/** Returns the expiry, including the allowed clock skew. */
function checkTimes(
  times: Readonly<Record<string, string>> | undefined,
  expected: ExpectedAssertion,
  label: string,
): Date {
  const now = expected.now.getTime();
  const end = Date.parse(times?.NotOnOrAfter ?? "") + expected.skewMs;
  if (Number.isNaN(end)) throw createRejection(`${label} have no expiry`);
  if (end <= now) throw createRejection(`${label} have expired`);
  const begin = times?.NotBefore === undefined ? now : Date.parse(times.NotBefore) - expected.skewMs;
  if (!(begin <= now)) throw createRejection(`${label} are not valid yet`);
  return new Date(end);
}

function readAttributes(assertion: XmlNode): Attributes {
  const attributes: Record<string, string[]> = {};
  for (const statement of getChildren(assertion, "AttributeStatement"))
    for (const attribute of getChildren(statement, "Attribute")) {
      const name = attribute.$?.Name ?? "";
      const values = getChildren(attribute, "AttributeValue").map((value) => value._?.trim() ?? "");
      if (name !== "" && name !== "__proto__")
        attributes[name] = [
          ...(Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : []),
          ...values,
        ].filter((value) => value !== "");
    }
  return attributes;
}

function getChildren(node: XmlNode, name: string): readonly XmlNode[] {
  const children = Object.hasOwn(node, name) ? node[name] : undefined;
  // xml2js returns a string for an empty element and, by default, for an element that has only text.
  return Array.isArray(children)
    ? children.map((child) => (typeof child === "string" ? { _: child } : (child as XmlNode)))
    : [];
}

function getOnly(node: XmlNode, name: string): XmlNode | undefined {
  const children = getChildren(node, name);
  return children.length === 1 ? children[0] : undefined;
}

const createRejection = (reason: string) =>
  new AuthError("saml_assertion_rejected", { message: `SAML Assertion is not valid: ${reason}` });
