import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "./uuid.ts";

/** Ids in mailed links: what only the programs that share the secret can write, and for one purpose alone. */
export interface SignedIds {
  /** Good for ever without `expires`: a letter of last year must still be able to end itself. */
  write(purpose: string, id: string, expires?: Date): string;
  /** The id, or null for what was not written here for this purpose, or is over. */
  read(purpose: string, token: string, now: Date): string | null;
}

export function createSignedIds(secret: string): SignedIds {
  const sign = (purpose: string, id: string, until: string) =>
    createHmac("sha256", secret).update(`${purpose} ${id} ${until}`).digest().subarray(0, 18);
  return {
    write(purpose, id, expires) {
      const until = expires ? String(Math.floor(expires.getTime() / 1000)) : "0";
      return `${id}.${until}.${sign(purpose, id, until).toString("base64url")}`;
    },
    read(purpose, token, now) {
      const [, id = "", until = "", given = ""] =
        /^([\da-f-]{36})\.(\d{1,12})\.([\w-]{24})$/.exec(token) ?? [];
      if (!isUuid(id)) return null;
      const signature = Buffer.from(given, "base64url");
      const right = sign(purpose, id, until);
      if (signature.length !== right.length || !timingSafeEqual(signature, right)) return null;
      return until === "0" || Number(until) * 1000 > now.getTime() ? id : null;
    },
  };
}
