import type { SAML } from "@node-saml/node-saml";
import { createSelfSignedKey } from "#server/platform/self-signed-key.ts";
import type { AuthDeps } from "../deps.ts";
import { getSharedSecret } from "../keys/secrets.ts";
import type { SsoProviderRow } from "./tables.ts";

/** Allowed difference between the identity provider's clock and ours. */
export const SKEW_MS = 30_000;
/** How long a sign-in at the identity provider may take. */
export const REQUEST_LIFETIME_MS = 10 * 60 * 1000;

/** Returns the key pair for encrypted assertions. It is created on first use, and all processes share it. */
export const getServiceKey = ({ database }: AuthDeps) =>
  getSharedSecret(database.db, "saml_encryption_key", () => createSelfSignedKey("Lattice"));

export function getServiceUrls({ config }: AuthDeps) {
  const base = `${config.publicUrl}/auth/v1/sso/saml`;
  return { entityId: `${base}/metadata`, assertionUrl: `${base}/acs` };
}

/** Creates the SAML library's object for one provider and request. The library is loaded on first use. */
export async function createSaml(
  auth: AuthDeps,
  provider: SsoProviderRow,
  request: { readonly requestId: string; readonly createdAt: Date },
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
  const { entityId, assertionUrl } = getServiceUrls(auth);
  const { parseMetadata } = await import("./parse-metadata.ts");
  const { signInUrl, certificates } = parseMetadata(provider.metadataXml);
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: assertionUrl,
    entryPoint: signInUrl,
    idpCert: [...certificates],
    identifierFormat: provider.nameIdFormat,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // The assertion itself must be signed. A signature on the response is optional.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: REQUEST_LIFETIME_MS,
    requestIdExpirationPeriodMs: REQUEST_LIFETIME_MS + SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => request.requestId,
    // The request is stored in the database, and only a response to this request is accepted.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === request.requestId ? request.createdAt.toISOString() : null),
      removeAsync: async (key) => key,
    },
  });
}
