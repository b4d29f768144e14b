import { type SQL, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import type { VoteChange } from "#core/forum/votes.ts";

/**
 * The end of a statement that writes a vote: adds its change to the author's karma. A vote on one's own words
 * never counts, and a forgotten author has none. The whole vote is written in one statement, since others wait for the row that it holds.
 */
export function gainKarma(voter: Member, authorId: string | null, change: VoteChange): SQL {
  const delta = voter.id === authorId ? 0 : change.upvotes - change.downvotes;
  return sql`update public.profiles set karma = karma + ${delta}::int
    where id = ${authorId}::uuid and ${delta}::int <> 0`;
}
