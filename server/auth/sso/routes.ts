import type { AuthRoute } from "../route.ts";
import { handleConsumeAssertion } from "./consume-assertion.ts";
import {
  handleChangeProvider,
  handleCreateProvider,
  handleDeleteProvider,
  handleListProviders,
  handleShowProvider,
} from "./providers-http.ts";
import { handleServiceMetadata } from "./service-metadata.ts";
import { handleStartSso } from "./start-sso.ts";

const PROVIDER = "/admin/sso/providers/:providerId";

export const SSO_ROUTES: readonly AuthRoute[] = [
  { method: "POST", path: "/sso", access: "public", handler: handleStartSso },
  { method: "GET", path: "/sso/saml/metadata", access: "public", handler: handleServiceMetadata },
  // Public, because the provider's signature authenticates the request.
  { method: "POST", path: "/sso/saml/acs", access: "public", handler: handleConsumeAssertion },
  { method: "GET", path: "/admin/sso/providers", access: "admin", handler: handleListProviders },
  { method: "POST", path: "/admin/sso/providers", access: "admin", handler: handleCreateProvider },
  { method: "GET", path: PROVIDER, access: "admin", handler: handleShowProvider },
  { method: "PUT", path: PROVIDER, access: "admin", handler: handleChangeProvider },
  { method: "DELETE", path: PROVIDER, access: "admin", handler: handleDeleteProvider },
];
