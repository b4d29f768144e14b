import { type SQL, sql } from "drizzle-orm";

/** `changes` selects member ids, each at most once, and amounts. Part of a vote's statement, for short row locks. */
export function buildKarmaUpdate(changes: SQL): SQL {
  return sql`update public.profiles p set karma = p.karma + change.amount
    from (${changes}) as change (member_id, amount)
    where p.id = change.member_id and change.amount <> 0`;
}
