import { type SQL, sql } from "drizzle-orm";
import { microsToTime } from "#server/database/index.ts";
import type { Position, SearchMode, SearchWindow } from "./cursor.ts";
import { type DocumentKind, NO_ID } from "./find-words.ts";
import type { ResolvedSearch, TermQuery } from "./resolve-search.ts";

const toPosition = (time: Date | null, otherwise: string): SQL =>
  sql`${time?.toISOString() ?? otherwise}::timestamptz, ${NO_ID}::uuid`;

const fromPosition = ({ micros, id }: Position): SQL => sql`${microsToTime(micros)}, ${id}::uuid`;

interface Limits {
  readonly most: number;
  readonly allMax: number;
}

/** The matches of a kind: id, at, is_end and is_exact, as search_found in migration 0045 returns them. */
export function selectMatches(
  kind: DocumentKind,
  { exact, wider, since, until }: ResolvedSearch,
  { mode, from, to }: Omit<SearchWindow, "kind">,
  { most, allMax }: Limits,
): SQL {
  const queries = (terms: TermQuery | null) =>
    terms === null ? sql`null::tsquery, null::tsquery` : sql`${terms.query}, ${terms.indexed}`;
  return sql`public.search_found(${kind}, ${mode}, ${queries(exact)}, ${queries(wider)},
    ${since?.toISOString() ?? "-infinity"}::timestamptz, ${until?.toISOString() ?? "infinity"}::timestamptz,
    ${to === null ? toPosition(since, "-infinity") : fromPosition(to)},
    ${from === null ? toPosition(until, "infinity") : fromPosition(from)}, ${most}, ${allMax})`;
}

/** The query that a mode's matches satisfy. */
export function getModeQuery({ exact, wider }: ResolvedSearch, mode: SearchMode | null): SQL | null {
  return (mode === "exact" ? exact : (wider ?? exact))?.query ?? null;
}
