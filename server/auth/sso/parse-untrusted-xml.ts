import { DOMParser } from "@xmldom/xmldom";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isAcceptableXml } from "./xml-checks.ts";

/**
 * Parses XML from a response, which anyone can send, because its signature can only be checked once it is parsed. Stops
 * at the first problem: otherwise the parser would recover, which takes quadratic time for many problems. Throws
 * AuthError("saml_assertion_rejected").
 */
export function parseUntrustedXml(xml: string): Document {
  const refuse = (reason: string) => {
    throw new AuthError("saml_assertion_rejected", { cause: new Error(reason) });
  };
  if (!isAcceptableXml(xml)) refuse("the XML is too long or too complex");
  return new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  }).parseFromString(xml, "text/xml");
}
