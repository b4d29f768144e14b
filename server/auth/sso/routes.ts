import type { AuthHandler } from "../handler.ts";
import { type Body, createValidationError, readBody, readTextField } from "../request-body.ts";
import { type AuthRoute, route } from "../route.ts";
import { checkMapping } from "./attribute-mapping.ts";
import { handleConsumeAssertion } from "./consume-assertion.ts";
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  type ProviderInput,
  updateProvider,
} from "./providers.ts";
import { handleServiceMetadata } from "./service-metadata.ts";
import { handleStartSso } from "./start-sso.ts";

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const DOMAINS_MAX = 100;
const RESOURCE_ID = /^[\x21-\x7e]{1,200}$/;
const NAME_ID_FORMATS = [
  "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
];

const handleListProviders: AuthHandler = async (c, auth) => c.json({ items: await listProviders(auth) });

const handleShowProvider: AuthHandler = async (c, auth) =>
  c.json(await getProvider(auth, c.req.param("providerId")));

const handleCreateProvider: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  if (readTextField(body, "type") !== "saml")
    throw createValidationError("Only 'saml' supported for SSO provider type");
  return c.json(await createProvider(auth, c.get("actor"), readProvider(body)), 201);
};

const handleChangeProvider: AuthHandler = async (c, auth) =>
  c.json(
    await updateProvider(auth, c.get("actor"), c.req.param("providerId"), readProvider(await readBody(c))),
  );

const handleDeleteProvider: AuthHandler = async (c, auth) =>
  c.json(await deleteProvider(auth, c.get("actor"), c.req.param("providerId")));

function readProvider(body: Body): ProviderInput {
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

const PROVIDER = "/admin/sso/providers/:providerId";

export const SSO_ROUTES: readonly AuthRoute[] = [
  route("POST", "/sso", "public", handleStartSso),
  route("GET", "/sso/saml/metadata", "public", handleServiceMetadata),
  // Public, because the provider's signature authenticates the request.
  route("POST", "/sso/saml/acs", "public", handleConsumeAssertion),
  route("GET", "/admin/sso/providers", "admin", handleListProviders),
  route("POST", "/admin/sso/providers", "admin", handleCreateProvider),
  route("GET", PROVIDER, "admin", handleShowProvider),
  route("PUT", PROVIDER, "admin", handleChangeProvider),
  route("DELETE", PROVIDER, "admin", handleDeleteProvider),
];
