import type { SignedIds } from "#server/platform/signed-ids.ts";

export type LinkPurpose = "confirm" | "unsubscribe";

/** How long a confirmation link is valid. Unconfirmed subscribers are deleted afterwards. */
export const CONFIRM_SECONDS = 3 * 24 * 60 * 60;

/**
 * The ID in the links of test emails and previews. These links are valid, but no subscriber has this ID, so they change
 * nothing.
 */
export const TEST_SUBSCRIBER_ID = "00000000-0000-4000-8000-000000000000";

export type Links = ReturnType<typeof createLinks>;

export function createLinks(signedIds: SignedIds, publicUrl: string) {
  return {
    build: (purpose: LinkPurpose, id: string, expires?: Date) =>
      `${publicUrl}/newsletter/${purpose}?token=${signedIds.sign(`newsletter ${purpose}`, id, expires)}`,
    verify: (purpose: LinkPurpose, token: string, now: Date) =>
      signedIds.verify(`newsletter ${purpose}`, token, now),
  };
}
