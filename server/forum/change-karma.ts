import { eq, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import type { VoteChange } from "#core/forum/votes.ts";
import type { Tx } from "#server/database/index.ts";
import { profiles } from "#server/profiles/tables.ts";

/** Adds a vote's change to the author's karma. A vote on one's own words never counts. */
export async function changeKarma(
  tx: Tx,
  voter: Member,
  authorId: string,
  change: VoteChange,
): Promise<void> {
  const delta = change.upvotes - change.downvotes;
  if (voter.id === authorId || delta === 0) return;
  await tx
    .update(profiles)
    .set({ karma: sql`${profiles.karma} + ${delta}` })
    .where(eq(profiles.id, authorId));
}
