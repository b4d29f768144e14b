import { randomUUID } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { DOMParser } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { createSelfSignedKey, type SelfSignedKey } from "#server/platform/self-signed-key.ts";
import { startHttpServer } from "#server/testing/http-server.ts";
import { type CipherName, encryptAssertion } from "./encrypt-assertion.fixture.ts";

/** Options for the provider's next response. Omitted fields get valid values. */
export interface ResponseOptions {
  readonly nameId?: string;
  readonly nameIdFormat?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  readonly issuer?: string;
  readonly audience?: string | null;
  readonly recipient?: string;
  readonly inResponseTo?: string;
  readonly confirmationMethod?: string;
  /** In seconds from now, like the next two fields. */
  readonly notBefore?: number;
  readonly notOnOrAfter?: number | null;
  readonly confirmedUntil?: number | null;
  readonly assertionId?: string;
  readonly sign?: "assertion" | "response" | "none";
  readonly signatureAlgorithm?: string;
  readonly digestAlgorithm?: string;
  /** Whether to sign with a key that isn't in the metadata. */
  readonly usesUnknownKey?: boolean;
  /** The certificate to encrypt the signed assertion with (DER in base64). */
  readonly encryptFor?: string;
  readonly cipher?: CipherName;
  readonly edit?: (xml: string) => string;
}

export interface ResponseForm {
  readonly action: string;
  readonly SAMLResponse: string;
  readonly RelayState: string;
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

let sharedUnknownKey: SelfSignedKey | undefined;

/** Starts an identity provider on its own port. It learns about the service from the service's requests. */
export async function startIdentityProvider() {
  const ownKey = createSelfSignedKey("identity provider");
  // Shared, because creating a key takes a quarter of a second.
  sharedUnknownKey ??= createSelfSignedKey("someone else");
  const unknownKey = sharedUnknownKey;
  let nextOptions: ResponseOptions = {};
  let publishedContent = "";
  let readCount = 0;
  const server = await startHttpServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    if (url.pathname === "/metadata") {
      readCount += 1;
      response.end(publishedContent);
      return;
    }
    if (!url.searchParams.has("SAMLRequest")) {
      response.writeHead(404).end();
      return;
    }
    const samlRequest = inflateRawSync(
      Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64"),
    ).toString();
    const root = new DOMParser().parseFromString(samlRequest, "text/xml").documentElement;
    const action = root.getAttribute("AssertionConsumerServiceURL") ?? "";
    const xml = buildResponse(nextOptions.usesUnknownKey ? unknownKey : ownKey, entityId, root, nextOptions);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        action,
        SAMLResponse: Buffer.from(xml).toString("base64"),
        RelayState: url.searchParams.get("RelayState"),
      }),
    );
  });
  const entityId = `${server.origin}/metadata`;
  const metadata = buildMetadata(entityId, `${server.origin}/sso`, ownKey.certificate);
  publishedContent = metadata;
  return {
    entityId,
    metadata,
    /** Changes the content at `entityId`, which is the provider's metadata by default. */
    publish(content: string) {
      publishedContent = content;
    },
    countReads: () => readCount,
    /** Opens the redirect URL and returns the form for the service. */
    async visit(url: string, options: ResponseOptions = {}) {
      nextOptions = options;
      return (await (await fetch(url)).json()) as ResponseForm;
    },
    end: server.close,
  };
}

const buildMetadata = (entityId: string, signInUrl: string, certificate: string) => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${certificate}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

function buildResponse(key: SelfSignedKey, entityId: string, request: Element, options: ResponseOptions) {
  const action = request.getAttribute("AssertionConsumerServiceURL") ?? "";
  const audience = options.audience ?? request.getElementsByTagNameNS("*", "Issuer")[0]?.textContent ?? "";
  const formatTime = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const formatExpiry = (seconds: number | null | undefined) =>
    seconds === null ? "" : ` NotOnOrAfter="${formatTime(seconds ?? 120)}"`;
  const inResponseTo = options.inResponseTo ?? request.getAttribute("ID") ?? "";
  const issuer = options.issuer ?? entityId;
  const attributes = Object.entries(options.attributes ?? { email: ["ann@corp.example"] })
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values
          .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
          .join("")}</saml:Attribute>`,
    )
    .join("");
  const audienceXml =
    options.audience === null
      ? ""
      : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`;
  const xml = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${formatTime(0)}" Destination="${action}" InResponseTo="${inResponseTo}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${options.assertionId ?? `_a${randomUUID()}`}" Version="2.0" IssueInstant="${formatTime(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${options.nameIdFormat ?? "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"}">${options.nameId ?? "ann-1"}</saml:NameID><saml:SubjectConfirmation Method="${options.confirmationMethod ?? "urn:oasis:names:tc:SAML:2.0:cm:bearer"}"><saml:SubjectConfirmationData Recipient="${options.recipient ?? action}" InResponseTo="${inResponseTo}"${formatExpiry(options.confirmedUntil)}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${formatTime(options.notBefore ?? -5)}"${formatExpiry(options.notOnOrAfter)}>${audienceXml}</saml:Conditions><saml:AuthnStatement AuthnInstant="${formatTime(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
  const signedXml = options.sign === "none" ? xml : sign(xml, key, options);
  const documentXml =
    options.encryptFor === undefined
      ? signedXml
      : encryptAssertion(signedXml, options.encryptFor, options.cipher);
  return options.edit ? options.edit(documentXml) : documentXml;
}

function sign(xml: string, key: SelfSignedKey, options: ResponseOptions): string {
  const name = options.sign === "response" ? "Response" : "Assertion";
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: options.signatureAlgorithm ?? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${name}']`,
    digestAlgorithm: options.digestAlgorithm ?? "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: [
      "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
      "http://www.w3.org/2001/10/xml-exc-c14n#",
    ],
  });
  signer.computeSignature(xml, {
    location: { reference: `//*[local-name(.)='${name}']/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signer.getSignedXml();
}
