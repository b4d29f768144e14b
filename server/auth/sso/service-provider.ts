import type { SAML } from "@node-saml/node-saml";
import type { AuthContext } from "../context.ts";
import type { SsoProviderRow } from "../tables.ts";
import { parseMetadata } from "./parse-metadata.ts";

/** How far the clocks of two servers may differ. */
export const SKEW_MILLISECONDS = 30_000;
/** How long a person may take at the identity provider. */
export const REQUEST_MILLISECONDS = 10 * 60 * 1000;

/** The addresses by which identity providers know this server. */
export function serviceAddresses({ config }: AuthContext) {
  const base = `${config.publicUrl}/auth/v1/sso/saml`;
  return { entityId: `${base}/metadata`, assertionUrl: `${base}/acs` };
}

/** The library, told of one provider and of one request. Loaded only where single sign-on is used. */
export async function samlFor(
  auth: AuthContext,
  provider: SsoProviderRow,
  request: { readonly requestId: string; readonly createdAt: Date },
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
  const { entityId, assertionUrl } = serviceAddresses(auth);
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
    // The assertion's own signature is what counts; that of the response around it is welcome and not required.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MILLISECONDS,
    maxAssertionAgeMs: REQUEST_MILLISECONDS,
    requestIdExpirationPeriodMs: REQUEST_MILLISECONDS + SKEW_MILLISECONDS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => request.requestId,
    // The request is kept by its row; only an answer to this very one is taken.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === request.requestId ? request.createdAt.toISOString() : null),
      removeAsync: async (key) => key,
    },
  });
}
