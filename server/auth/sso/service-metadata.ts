import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthHandler } from "../handler.ts";
import { getServiceKey, getServiceUrls } from "./service-provider.ts";

export const handleServiceMetadata: AuthHandler = async (c, auth) => {
  if (!auth.config.auth.saml) throw new AuthError("saml_provider_disabled");
  const { generateServiceProviderMetadata } = await import("@node-saml/node-saml");
  const { entityId, assertionUrl } = getServiceUrls(auth);
  const { privateKey, certificate } = await getServiceKey(auth);
  const xml = generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: assertionUrl,
    identifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    wantAssertionsSigned: true,
    decryptionPvk: privateKey,
    decryptionCert: certificate,
  });
  const headers: Record<string, string> = { "content-type": "application/xml; charset=utf-8" };
  if (c.req.query("download") === "true")
    headers["content-disposition"] = 'attachment; filename="metadata.xml"';
  return c.body(xml, 200, { ...headers, "cache-control": "public, max-age=600" });
};
