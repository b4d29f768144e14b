/**
 * Whether a document has a DOCTYPE or entity declarations. SAML uses neither of them, and both enable entity expansion,
 * file access (XXE) and parser differentials.
 */
export const hasDoctypeOrEntities = (xml: string): boolean => /<!\s*(DOCTYPE|ENTITY)/i.test(xml);

/** Whether a document uses a weak or symmetric signature algorithm, or a weak digest algorithm. */
export const hasWeakAlgorithm = (xml: string): boolean =>
  /xmldsig#(rsa-sha1|dsa-sha1|sha1|hmac-sha1)\b|xmldsig-more#(hmac-|rsa-md5|md5)/i.test(xml);

export const hasEncryptedAssertion = (xml: string): boolean =>
  /<(?:[\w.-]+:)?EncryptedAssertion[\s>]/.test(xml);
