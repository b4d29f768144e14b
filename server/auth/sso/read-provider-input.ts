import { type Body, createValidationError, readTextField } from "../request-body.ts";
import { checkMapping } from "./attribute-mapping.ts";
import type { ProviderInput } from "./providers.ts";

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const DOMAINS_MAX = 100;
const RESOURCE_ID = /^[\x21-\x7e]{1,200}$/;
const NAME_ID_FORMATS = [
  "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
];

/** Reads a provider's fields in an admin request. Throws AuthError: validation_failed, bad_json. */
export function readProviderInput(body: Body): ProviderInput {
  const metadataUrl = readTextField(body, "metadata_url") || undefined;
  const metadataXml = readTextField(body, "metadata_xml") || undefined;
  if (metadataUrl !== undefined && metadataXml !== undefined)
    throw createValidationError("Only one of metadata_xml or metadata_url needs to be set");
  const nameIdFormat = readTextField(body, "name_id_format") || undefined;
  if (nameIdFormat !== undefined && !NAME_ID_FORMATS.includes(nameIdFormat))
    throw createValidationError(
      "name_id_format must be the full URN of unspecified, emailAddress or persistent",
    );
  const resourceId = readTextField(body, "resource_id") || undefined;
  if (resourceId !== undefined && !RESOURCE_ID.test(resourceId))
    throw createValidationError("resource_id is invalid");
  return {
    metadataXml,
    metadataUrl,
    domains: readDomains(body.domains),
    attributeMapping: body.attribute_mapping === undefined ? undefined : checkMapping(body.attribute_mapping),
    nameIdFormat,
    resourceId,
    disabled: typeof body.disabled === "boolean" ? body.disabled : undefined,
  };
}

function readDomains(input: unknown): string[] | undefined {
  if (input === undefined || input === null) return undefined;
  if (!Array.isArray(input) || input.length > DOMAINS_MAX)
    throw createValidationError("domains must be a list of domain names");
  return input.map((domain: unknown) => {
    const name = typeof domain === "string" ? domain.trim().toLowerCase() : "";
    if (!DOMAIN.test(name)) throw createValidationError("domains must be a list of domain names");
    return name;
  });
}
