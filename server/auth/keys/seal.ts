import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** A short secret encrypted with AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text. `key` has 32 bytes. */
export function seal(secret: string, key: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws when the key is another one or a bit has changed. */
export function unseal(sealed: Buffer, key: Uint8Array): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
}
