import { createSignedIds } from "#server/platform/signed-ids.ts";

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
  const ids = createSignedIds(secret);
  return {
    write: (purpose, id, expires) =>
      `${publicUrl}/newsletter/${purpose}?token=${ids.write(`newsletter ${purpose}`, id, expires)}`,
    read: (purpose, token, now) => ids.read(`newsletter ${purpose}`, token, now),
  };
}
