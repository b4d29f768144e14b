import { createHmac } from "node:crypto";
import { isSameSecret } from "./is-same-secret.ts";
import { isUuid } from "./uuid.ts";

export type SignedIds = ReturnType<typeof createSignedIds>;

/** The length of a signature, which is 24 characters in base64url. */
const SIGNATURE_BYTES = 18;

/** Signs IDs for links in emails. Each signature is valid for one purpose. */
export function createSignedIds(secret: string) {
  const computeSignature = (purpose: string, id: string, expiry: string) =>
    createHmac("sha256", secret).update(`${purpose} ${id} ${expiry}`).digest().subarray(0, SIGNATURE_BYTES);
  return {
    /** Without `expires`, the token never expires: the unsubscribe link of an old email must still work. */
    sign(purpose: string, id: string, expires?: Date): string {
      const expiry = expires ? String(Math.floor(expires.getTime() / 1000)) : "0";
      return `${id}.${expiry}.${computeSignature(purpose, id, expiry).toString("base64url")}`;
    },
    /** Returns the ID, or null if the token is invalid, expired or for another purpose. */
    verify(purpose: string, token: string, now: Date): string | null {
      const [, id = "", expiry = "", encodedSignature = ""] =
        /^([\da-f-]{36})\.(\d{1,12})\.([\w-]{24})$/.exec(token) ?? [];
      if (!isUuid(id)) return null;
      const expectedSignature = computeSignature(purpose, id, expiry);
      if (!isSameSecret(Buffer.from(encodedSignature, "base64url"), expectedSignature)) return null;
      return expiry === "0" || Number(expiry) * 1000 > now.getTime() ? id : null;
    },
  };
}
