import { X509Certificate } from "node:crypto";
import { DOMParser } from "@xmldom/xmldom";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { hasDoctypeOrEntities } from "./xml-checks.ts";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const METADATA_MAX = 262_144;
const ID_MAX = 1_024;

/** Parses an identity provider's metadata. Throws AuthError("validation_failed") with the reason. */
export function parseMetadata(xml: string) {
  if (xml.length > METADATA_MAX) throw createInvalidMetadataError("is too long");
  if (hasDoctypeOrEntities(xml)) throw createInvalidMetadataError("must not have a document type");
  const root = parse(xml);
  if (root?.localName !== "EntityDescriptor" || root.namespaceURI !== METADATA)
    throw createInvalidMetadataError("must describe one identity provider (EntityDescriptor)");
  const entityId = root.getAttribute("entityID") ?? "";
  if (entityId === "" || entityId.length > ID_MAX) throw createInvalidMetadataError("has no usable entityID");

  const [descriptor] = findElements(root, METADATA, "IDPSSODescriptor");
  if (!descriptor) throw createInvalidMetadataError("has no IDPSSODescriptor");
  const signInUrl = findElements(descriptor, METADATA, "SingleSignOnService")
    .filter((service) => service.getAttribute("Binding") === REDIRECT)
    .map((service) => service.getAttribute("Location") ?? "")
    .find(isSafeUrl);
  if (signInUrl === undefined)
    throw createInvalidMetadataError("has no SingleSignOnService with the redirect binding and https");
  // The provider may sign with the key of any of these certificates.
  const certificates = findElements(descriptor, METADATA, "KeyDescriptor")
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => findElements(key, SIGNATURE, "X509Certificate"))
    .map((certificate) => readCertificate(certificate.textContent ?? ""));
  if (certificates.length === 0) throw createInvalidMetadataError("has no signing certificate");
  return { entityId, signInUrl, certificates };
}

function parse(xml: string) {
  const refuse = (message: string) => {
    throw createInvalidMetadataError(`cannot be read: ${message.split("\n")[0]?.slice(0, 200)}`);
  };
  const document = new DOMParser({ errorHandler: { error: refuse, fatalError: refuse } }).parseFromString(
    xml,
    "text/xml",
  );
  return document?.documentElement;
}

const findElements = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.getElementsByTagNameNS(namespace, name));

function readCertificate(base64: string): string {
  try {
    const certificate = new X509Certificate(Buffer.from(base64.replace(/\s/g, ""), "base64"));
    return certificate.toString();
  } catch (cause) {
    throw createInvalidMetadataError("contains a certificate that cannot be read", cause);
  }
}

/** Whether the URL uses HTTPS or, for tests, is on this machine. */
function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (
    protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname))
  );
}

const createInvalidMetadataError = (problem: string, cause?: unknown) =>
  new AuthError("validation_failed", { message: `metadata_xml ${problem}`, cause });
