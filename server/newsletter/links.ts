import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "#server/platform/uuid.ts";

export type LinkPurpose = "confirm" | "unsubscribe";

/** Seconds for which the link of a confirmation is good. Rows that nobody confirmed go after that. */
export const CONFIRM_SECONDS = 3 * 24 * 60 * 60;

/** The links of the letters: a subscriber's id, and a signature that only the programs on this database can make. */
export interface Links {
  write(purpose: LinkPurpose, id: string, expires?: Date): string;
  /** The id of the subscriber, or null for what was not written here, or is over. */
  read(purpose: LinkPurpose, token: string, now: Date): string | null;
}

export function createLinks(secret: string, publicUrl: string): Links {
  const sign = (purpose: LinkPurpose, id: string, until: string) =>
    createHmac("sha256", secret).update(`newsletter ${purpose} ${id} ${until}`).digest().subarray(0, 18);
  return {
    write(purpose, id, expires) {
      // 0: never. A letter of last year must still be able to end itself.
      const until = expires ? String(Math.floor(expires.getTime() / 1000)) : "0";
      const token = `${id}.${until}.${sign(purpose, id, until).toString("base64url")}`;
      return `${publicUrl}/newsletter/${purpose}?token=${token}`;
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
