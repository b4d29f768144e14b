import { type SQL, sql } from "drizzle-orm";
import { microsToTime, toMicros } from "#server/database/index.ts";
import type { Position, SearchWindow } from "./cursor.ts";
import { type DocumentKind, LOWEST_ID } from "./find-words.ts";
import type { ResolvedSearch, TermQuery } from "./resolve-search.ts";

const buildTimePositionSql = (time: Date | null, fallback: string): SQL =>
  sql`${time?.toISOString() ?? fallback}::timestamptz, ${LOWEST_ID}::uuid`;

const buildPositionSql = ({ micros, id }: Position): SQL => sql`${microsToTime(micros)}, ${id}::uuid`;

interface Limits {
  readonly matchesMax: number;
  /** If matches are rare and there are at most this many, all of them are selected. */
  readonly allMax: number;
}

/** Selects the matches of a kind: id, at, is_end and is_exact, as search_found in migration 0045 returns them. */
export function selectMatches(
  kind: DocumentKind,
  { exact, wider, since, until, matchesNothing }: ResolvedSearch,
  { mode, from, to }: Omit<SearchWindow, "kind">,
  { matchesMax, allMax }: Limits,
): SQL {
  if (matchesNothing)
    return sql`(select null::uuid as id, null::timestamptz as at, false as is_end, true as is_exact where false)`;
  const toArguments = (terms: TermQuery | null) =>
    terms === null ? sql`null::tsquery, null::tsquery` : sql`${terms.query}, ${terms.indexed}`;
  return sql`public.search_found(${kind}, ${mode}, ${toArguments(exact)}, ${toArguments(wider)},
    ${since?.toISOString() ?? "-infinity"}::timestamptz, ${until?.toISOString() ?? "infinity"}::timestamptz,
    ${to === null ? buildTimePositionSql(since, "-infinity") : buildPositionSql(to)},
    ${from === null ? buildTimePositionSql(until, "infinity") : buildPositionSql(from)}, ${matchesMax}, ${allMax})`;
}

/** Columns with the same value in all rows of selectNewestMatches. */
export type NewestMatches = {
  readonly is_wide: boolean;
  /** The position to continue from for older matches: a time in microseconds and an ID; both null at the end. */
  readonly end_micros: string | null;
  readonly end_id: string | null;
};

/** The row of a page without matches, which only says where the search ended. */
export type NoMatch<Row> = { readonly [Name in keyof Row]: null };

/**
 * Selects the IDs of the newest matches that are older than `from`, with the columns of NewestMatches. May add a row
 * without an ID, so that the end is known even if none of the documents checked was a match.
 */
export function selectNewestMatches(
  kind: DocumentKind,
  search: ResolvedSearch,
  { mode, from }: Pick<SearchWindow, "mode" | "from">,
  limit: number,
): SQL {
  // A widened search also returns the exact matches of earlier pages.
  const isOlder = from === null ? sql`true` : sql`(f.at, f.id) < (${buildPositionSql(from)})`;
  return sql`
    select case when not f.is_end then f.id end as id, f.is_wide, f.end_micros, f.end_id from (
      select *, bool_or(not is_exact) over () as is_wide,
        ${toMicros(sql`max(at) filter (where is_end) over ()`)} as end_micros,
        max(id::text) filter (where is_end) over () as end_id
      from ${selectMatches(kind, search, { mode, from, to: null }, { matchesMax: limit, allMax: limit })} m
    ) f where f.is_end or ${isOlder} order by f.at desc, f.id desc limit ${limit}`;
}
