import { type SQL, sql } from "drizzle-orm";

/**
 * Builds SQL that adds amounts to members' karma. `changes` selects member IDs, each at most once, and amounts. The
 * statement that writes a vote includes this SQL, so that the author's row is locked only briefly. Deleted authors
 * (null) have no karma.
 */
export function buildKarmaUpdate(changes: SQL): SQL {
  return sql`update public.profiles p set karma = p.karma + change.amount
    from (${changes}) as change (member_id, amount)
    where p.id = change.member_id and change.amount <> 0`;
}
