import { type SQL, sql } from "drizzle-orm";

/**
 * A kind with at most this many documents is read directly. The search functions suit any size, but plan several
 * statements, which takes longer.
 */
export const NEWEST_READ_MAX = 2_000;

/** Selects whether there are more documents of this kind, as is_big_<kind>. */
export const selectIsBig = (kind: "post" | "article" | "comment"): SQL =>
  sql`exists (select from public.${sql.raw(`search_${kind}s`)} d order by d.at desc, d.id desc
    offset ${sql.raw(String(NEWEST_READ_MAX))} limit 1) as ${sql.raw(`is_big_${kind}`)}`;
