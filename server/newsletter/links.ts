import type { SignedIds } from "#server/platform/signed-ids.ts";

export type LinkPurpose = "confirm" | "unsubscribe";

/** Seconds for which the link of a confirmation is good. Rows that nobody confirmed go after that. */
export const CONFIRM_SECONDS = 3 * 24 * 60 * 60;

/** Of no subscriber: the links of a sample are signed like all others, and change nothing. */
export const SAMPLE_ID = "00000000-0000-4000-8000-000000000000";

/** The links of the letters: a subscriber's id, and a signature that only the programs on this database can make. */
export interface Links {
  write(purpose: LinkPurpose, id: string, expires?: Date): string;
  /** The id of the subscriber, or null for what was not written here, or is over. */
  read(purpose: LinkPurpose, token: string, now: Date): string | null;
}

export function createLinks(signedIds: SignedIds, publicUrl: string): Links {
  return {
    write: (purpose, id, expires) =>
      `${publicUrl}/newsletter/${purpose}?token=${signedIds.write(`newsletter ${purpose}`, id, expires)}`,
    read: (purpose, token, now) => signedIds.read(`newsletter ${purpose}`, token, now),
  };
}
