import { type SQL, sql } from "drizzle-orm";

/**
 * Adds to members' karma what `changes` selects: member ids, each at most once, and amounts. Built as SQL so that a
 * vote's single statement can include it, which keeps the row locks short. Deleted authors (null) have no karma.
 */
export function buildKarmaUpdate(changes: SQL): SQL {
  return sql`update public.profiles p set karma = p.karma + change.amount
    from (${changes}) as change (member_id, amount)
    where p.id = change.member_id and change.amount <> 0`;
}
