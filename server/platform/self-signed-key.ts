import { createSign, generateKeyPairSync } from "node:crypto";

export interface SelfSignedKey {
  readonly privateKey: string;
  /** The self-signed X.509 v1 certificate as base64-encoded DER. SAML uses it only to carry the public key. */
  readonly certificate: string;
}

/** Creates a 2048-bit RSA key with a certificate for the common name `name`. */
export function createSelfSignedKey(name: string): SelfSignedKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const sha256WithRsa = encodeTlv(0x30, Buffer.from("06092a864886f70d01010b0500", "hex"));
  const commonName = encodeTlv(0x30, Buffer.from("0603550403", "hex"), encodeTlv(0x0c, Buffer.from(name)));
  const subject = encodeTlv(0x30, encodeTlv(0x31, commonName));
  // Required by the format, but never checked.
  const validity = encodeTlv(
    0x30,
    encodeTlv(0x17, Buffer.from("240101000000Z")),
    encodeTlv(0x17, Buffer.from("490101000000Z")),
  );
  const serial = encodeTlv(0x02, Buffer.from([1]));
  const key = publicKey.export({ type: "spki", format: "der" });
  const body = encodeTlv(0x30, serial, sha256WithRsa, subject, validity, subject, key);
  const signature = createSign("sha256").update(body).sign(privateKey);
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    certificate: encodeTlv(0x30, body, sha256WithRsa, encodeTlv(0x03, Buffer.from([0]), signature)).toString(
      "base64",
    ),
  };
}

/** Encodes one DER element: tag, length, value. */
function encodeTlv(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const length =
    value.length < 128
      ? Buffer.from([value.length])
      : Buffer.from([0x82, value.length >> 8, value.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, value]);
}
