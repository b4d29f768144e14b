import { type SQL, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import type { VoteChange } from "#core/forum/votes.ts";

/**
 * The last part of a vote's statement: adds the change to the author's karma. Votes on one's own content don't count,
 * and deleted authors have no karma. Part of the same statement, so that the row lock is short.
 */
export function updateKarmaSql(actor: Member, authorId: string | null, change: VoteChange): SQL {
  const delta = actor.id === authorId ? 0 : change.up - change.down;
  return sql`update public.profiles set karma = karma + ${delta}::int
    where id = ${authorId}::uuid and ${delta}::int <> 0`;
}
