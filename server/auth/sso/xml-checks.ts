/**
 * Whether metadata has a DOCTYPE or entity declarations. SAML uses neither of them, and both enable entity expansion,
 * file access (XXE) and parser differentials.
 */
export const hasDoctypeOrEntities = (xml: string): boolean => /<!\s*(DOCTYPE|ENTITY)/i.test(xml);

/** Whether a document uses a weak or symmetric signature algorithm, or a weak digest algorithm. */
export const hasWeakAlgorithm = (xml: string): boolean =>
  /xmldsig#(rsa-sha1|dsa-sha1|sha1|hmac-sha1)\b|xmldsig-more#(hmac-|rsa-md5|md5)/i.test(xml);

export const hasEncryptedAssertion = (xml: string): boolean =>
  /<(?:[\w.-]+:)?EncryptedAssertion[\s>]/.test(xml);

/**
 * Limits of a response. Parsing it and looking for its signature takes quadratic time in the number of elements and
 * attributes. A response that lists 600 groups is within the limits.
 */
const LENGTH_MAX = 262_144;
const TAGS_MAX = 1_500;
const ATTRIBUTES_MAX = 2_000;

/**
 * Whether XML from a response can be parsed quickly. Refuses comments, document types, entity declarations and
 * processing instructions too, because SAML doesn't need them and parsers disagree about them.
 */
export const isAcceptableXml = (xml: string): boolean =>
  xml.length <= LENGTH_MAX &&
  !/<!(?!\[CDATA\[)/.test(xml) &&
  // Only the XML declaration, which is at the start, is accepted.
  xml.trimStart().lastIndexOf("<?") <= 0 &&
  xml.split("<").length - 1 <= TAGS_MAX &&
  // Every attribute has an equals sign before its quoted value, or the parser reports an error. Equals signs in text, as
  // in the groups of a directory ("CN=Staff,DC=example"), don't count.
  xml.split(/=[^!-~]*["']/).length - 1 <= ATTRIBUTES_MAX;
