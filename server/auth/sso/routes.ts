import type { AuthHandler } from "../handler.ts";
import { createValidationError, readBody, readTextField } from "../request-body.ts";
import { type AuthRoute, route } from "../route.ts";
import { handleConsumeAssertion } from "./consume-assertion.ts";
import { createProvider, deleteProvider, getProvider, listProviders, updateProvider } from "./providers.ts";
import { readProviderInput } from "./read-provider-input.ts";
import { handleServiceMetadata } from "./service-metadata.ts";
import { handleStartSso } from "./start-sso.ts";

const handleListProviders: AuthHandler = async (c, auth) => c.json({ items: await listProviders(auth) });

const handleShowProvider: AuthHandler = async (c, auth) =>
  c.json(await getProvider(auth, c.req.param("providerId")));

const handleCreateProvider: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  if (readTextField(body, "type") !== "saml")
    throw createValidationError("Only 'saml' supported for SSO provider type");
  return c.json(await createProvider(auth, c.get("actor"), readProviderInput(body)), 201);
};

const handleChangeProvider: AuthHandler = async (c, auth) =>
  c.json(
    await updateProvider(
      auth,
      c.get("actor"),
      c.req.param("providerId"),
      readProviderInput(await readBody(c)),
    ),
  );

const handleDeleteProvider: AuthHandler = async (c, auth) =>
  c.json(await deleteProvider(auth, c.get("actor"), c.req.param("providerId")));

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
