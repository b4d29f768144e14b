import { constants, createDecipheriv, privateDecrypt } from "node:crypto";
import { XMLSerializer } from "@xmldom/xmldom";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { getOwn } from "#core/get-own.ts";
import { parseUntrustedXml } from "./parse-untrusted-xml.ts";

const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const ENCRYPTION = "http://www.w3.org/2001/04/xmlenc#";
const ENCRYPTION_11 = "http://www.w3.org/2009/xmlenc11#";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";

/** Accepted ciphers. CBC is still most providers' default. */
const CIPHERS: Readonly<Record<string, "aes-128-gcm" | "aes-256-gcm" | "aes-128-cbc" | "aes-256-cbc">> = {
  [`${ENCRYPTION_11}aes128-gcm`]: "aes-128-gcm",
  [`${ENCRYPTION_11}aes256-gcm`]: "aes-256-gcm",
  [`${ENCRYPTION}aes128-cbc`]: "aes-128-cbc",
  [`${ENCRYPTION}aes256-cbc`]: "aes-256-cbc",
};
/** Accepted digests for OAEP and its mask generation function. SHA-1 is safe for this use. */
const DIGESTS: Readonly<Record<string, string>> = {
  [`${SIGNATURE}sha1`]: "sha1",
  [`${ENCRYPTION}sha256`]: "sha256",
};

/**
 * Replaces the encrypted assertion with its decrypted content. Removes the response's signature, which no longer
 * matches: only the assertion's signature counts. All failures throw the same error, so that they reveal nothing about
 * the plaintext.
 */
export function decryptAssertion(xml: string, privateKey: string): string {
  try {
    const document = parseUntrustedXml(xml);
    const root = document.documentElement;
    const encryptedAssertion = getOnly(getChildren(root, ASSERTION, "EncryptedAssertion"));
    if (getChildren(root, ASSERTION, "Assertion").length > 0)
      throw new Error("the response also has an unencrypted assertion");
    const plaintext = decrypt(encryptedAssertion, privateKey);
    const assertion = parseUntrustedXml(plaintext).documentElement;
    if (assertion.localName !== "Assertion" || assertion.namespaceURI !== ASSERTION)
      throw new Error("the decrypted element isn't an assertion");
    root.replaceChild(document.importNode(assertion, true), encryptedAssertion);
    for (const signature of getChildren(root, SIGNATURE, "Signature")) root.removeChild(signature);
    return new XMLSerializer().serializeToString(document);
  } catch (cause) {
    throw new AuthError("saml_assertion_rejected", { cause });
  }
}

function decrypt(encryptedAssertion: Element, privateKey: string): string {
  const encryptedData = getOnly(getChildren(encryptedAssertion, ENCRYPTION, "EncryptedData"));
  // The key is inside the data's KeyInfo or next to the data.
  const encryptedKey = getOnly(
    Array.from(encryptedAssertion.getElementsByTagNameNS(ENCRYPTION, "EncryptedKey")),
  );
  const contentKey = privateDecrypt(
    {
      key: privateKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: getOaepHash(getEncryptionMethod(encryptedKey)),
    },
    readCipherValue(encryptedKey),
  );
  const cipher = getOwn(CIPHERS, getEncryptionMethod(encryptedData).getAttribute("Algorithm") ?? "");
  if (!cipher) throw new Error("the cipher isn't supported");
  const bytes = readCipherValue(encryptedData);
  const plaintext =
    cipher === "aes-128-gcm" || cipher === "aes-256-gcm"
      ? decryptGcm(cipher, contentKey, bytes)
      : decryptCbc(cipher, contentKey, bytes);
  return new TextDecoder("utf-8", { fatal: true }).decode(plaintext);
}

function decryptGcm(cipher: "aes-128-gcm" | "aes-256-gcm", key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

/** Decrypts CBC. The last byte is the padding's length; the other padding bytes have no meaning. */
function decryptCbc(cipher: string, key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, 16)).setAutoPadding(false);
  const paddedPlaintext = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]);
  const paddingLength = paddedPlaintext.at(-1) ?? 0;
  if (paddingLength < 1 || paddingLength > 16) throw new Error("the padding is invalid");
  return paddedPlaintext.subarray(0, -paddingLength);
}

function getOaepHash(method: Element): string {
  const algorithm = method.getAttribute("Algorithm");
  const [digest] = getChildren(method, SIGNATURE, "DigestMethod");
  const digestName = getOwn(DIGESTS, digest?.getAttribute("Algorithm") ?? `${SIGNATURE}sha1`);
  if (getChildren(method, ENCRYPTION, "OAEPparams").length > 0)
    throw new Error("OAEP labels aren't supported");
  if (algorithm === `${ENCRYPTION}rsa-oaep-mgf1p` && digestName === "sha1") return digestName;
  // "rsa-oaep" names the mask generation function separately; SHA-1 is the default.
  const [mask] = getChildren(method, ENCRYPTION_11, "MGF");
  const maskAlgorithm = mask?.getAttribute("Algorithm") ?? `${ENCRYPTION_11}mgf1sha1`;
  if (
    algorithm === `${ENCRYPTION_11}rsa-oaep` &&
    digestName &&
    maskAlgorithm === `${ENCRYPTION_11}mgf1${digestName}`
  )
    return digestName;
  throw new Error("the key encryption isn't supported");
}

const getEncryptionMethod = (element: Element): Element =>
  getOnly(getChildren(element, ENCRYPTION, "EncryptionMethod"));

function readCipherValue(element: Element): Buffer {
  const data = getOnly(getChildren(element, ENCRYPTION, "CipherData"));
  const value = getOnly(getChildren(data, ENCRYPTION, "CipherValue"));
  return Buffer.from((value.textContent ?? "").replace(/\s/g, ""), "base64");
}

const getChildren = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.childNodes as unknown as ArrayLike<Element>).filter(
    (child) => child.localName === name && child.namespaceURI === namespace,
  );

function getOnly(elements: readonly Element[]): Element {
  const [element] = elements;
  if (!element || elements.length > 1) throw new Error("an element is missing or repeated");
  return element;
}
