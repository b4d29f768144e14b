import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Returns a nonce (12 bytes), a tag (16 bytes) and the AES-256-GCM ciphertext. Decryption needs the same `context`. */
export function encryptSecret(secret: string, key: Uint8Array, context = ""): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a secret. Throws if the key or the context is wrong, or if the data was changed. */
export function decryptSecret(encryptedSecret: Buffer, key: Uint8Array, context = ""): string {
  const decipher = createDecipheriv("aes-256-gcm", key, encryptedSecret.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(encryptedSecret.subarray(12, 28));
  return Buffer.concat([decipher.update(encryptedSecret.subarray(28)), decipher.final()]).toString("utf8");
}
