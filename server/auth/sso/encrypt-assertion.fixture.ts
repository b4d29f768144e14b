import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from "node:crypto";

const CIPHERS = {
  "aes-256-gcm": "http://www.w3.org/2009/xmlenc11#aes256-gcm",
  "aes-128-gcm": "http://www.w3.org/2009/xmlenc11#aes128-gcm",
  "aes-256-cbc": "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
  "aes-128-cbc": "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
} as const;
export type CipherName = keyof typeof CIPHERS;

/** Encrypts a response's assertion, as identity providers do, with the key in `certificate` (base64 of DER). */
export function encryptAssertion(xml: string, certificate: string, cipher: CipherName = "aes-256-gcm") {
  return xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, (assertion) => {
    // Encrypted separately, the assertion needs its own namespace declaration.
    const plaintext = assertion.replace(
      "<saml:Assertion ",
      '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ',
    );
    return `<saml:EncryptedAssertion>${encrypt(plaintext, certificate, cipher)}</saml:EncryptedAssertion>`;
  });
}

export function encrypt(plaintext: string, certificate: string, cipher: CipherName): string {
  const key = randomBytes(cipher.startsWith("aes-256") ? 32 : 16);
  const publicKey = new X509Certificate(Buffer.from(certificate, "base64")).publicKey;
  const encryptedKey = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" },
    key,
  );
  const content = (cipher.endsWith("gcm") ? encryptGcm : encryptCbc)(plaintext, key, cipher);
  return [
    '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element">',
    `<xenc:EncryptionMethod Algorithm="${CIPHERS[cipher]}"/>`,
    '<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>',
    '<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p">',
    '<ds:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/></xenc:EncryptionMethod>',
    `<xenc:CipherData><xenc:CipherValue>${encryptedKey.toString("base64")}</xenc:CipherValue></xenc:CipherData>`,
    "</xenc:EncryptedKey></ds:KeyInfo>",
    `<xenc:CipherData><xenc:CipherValue>${content.toString("base64")}</xenc:CipherValue></xenc:CipherData>`,
    "</xenc:EncryptedData>",
  ].join("");
}

function encryptGcm(plaintext: string, key: Buffer, cipher: string): Buffer {
  const iv = randomBytes(12);
  const encryptor = createCipheriv(cipher as "aes-256-gcm", key, iv);
  return Buffer.concat([iv, encryptor.update(plaintext), encryptor.final(), encryptor.getAuthTag()]);
}

function encryptCbc(plaintext: string, key: Buffer, cipher: string): Buffer {
  const iv = randomBytes(16);
  const encryptor = createCipheriv(cipher, key, iv);
  return Buffer.concat([iv, encryptor.update(plaintext), encryptor.final()]);
}
