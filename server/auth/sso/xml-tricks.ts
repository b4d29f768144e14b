/**
 * Whether a document declares a type or entities. SAML has neither, and through them a document can grow without
 * end, read files, or show one reader something else than another.
 */
export const hasDocumentType = (xml: string): boolean => /<!\s*(DOCTYPE|ENTITY)/i.test(xml);

/** Whether a document names an algorithm that can be forged or be taken for another. */
export const namesWeakAlgorithm = (xml: string): boolean =>
  /xmldsig#(rsa-sha1|dsa-sha1|sha1|hmac-sha1)\b|xmldsig-more#(hmac-|rsa-md5|md5)/i.test(xml);
