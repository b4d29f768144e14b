import { type AuthRoute, route } from "../route.ts";
import { handleConsumeAssertion } from "./consume-assertion.ts";
import {
  handleChangeProvider,
  handleCreateProvider,
  handleDeleteProvider,
  handleListProviders,
  handleShowProvider,
} from "./providers-http.ts";
import { handleServiceMetadata } from "./service-provider.ts";
import { handleStartSso } from "./start-sso.ts";

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
