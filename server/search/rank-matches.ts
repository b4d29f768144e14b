import { type SQL, sql } from "drizzle-orm";
import { toMicros } from "#server/database/index.ts";
import { formatRankedCursor, type RankedPosition, type SearchMode, type SearchWindow } from "./cursor.ts";
import type { DocumentKind } from "./find-words.ts";
import type { ResolvedSearch } from "./resolve-search.ts";
import { selectMatches } from "./select-matches.ts";

/** All matches are ranked together if they are rare and there are at most this many. */
const ALL_RANKED_MAX = 300;
/** Otherwise, they are ranked in windows of at most this many, newest first. */
const WINDOW_SIZE = 200;
/** A page is filled from at most this many windows. */
const WINDOWS_MAX = 3;
/** Sorts after every document ID. */
const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The values of weights D, C, B and A. Words in titles have weight A, words in the body B. */
const WEIGHTS = sql`'{0.1, 0.1, 0.25, 1}'::float4[]`;

/** Of equally good matches, a post ranks above an article, and an article above a comment. */
const KIND_BONUS = { post: 0.3, article: 0.2, comment: 0 } as const;

/** Joins a match (f) with its row (t) if the row is visible. */
export const TARGET_JOINS: Readonly<Record<DocumentKind, SQL>> = {
  post: sql`join public.forum_posts t on t.id = f.id and t.deleted_at is null`,
  comment: sql`join public.comments t on t.id = f.id and t.deleted_at is null
    join public.forum_posts p on p.id = t.post_id and p.deleted_at is null`,
  article: sql`join public.news_articles t on t.id = f.id and t.hidden_at is null`,
};

/**
 * Ranks newer documents higher, by 0.1 per year since the start of 2024 (1704067200). Doesn't depend on the current
 * time, so pages remain stable.
 */
const buildRecencySql = (time: SQL) =>
  sql`(extract(epoch from ${time})::float8 - 1704067200) / (10 * 365 * 86400.0)`;

export interface RankedSearch {
  readonly search: ResolvedSearch;
  readonly position: RankedPosition;
  readonly limit: number;
  /** Selects more ranked rows for the first window: kind, id, is_exact, at and rank. */
  readonly extraRows?: SQL | null;
  /** Selects the IDs of posts to add to the first window, although they don't match the words. */
  readonly extraPosts?: SQL | null;
}

/**
 * Builds the common table expressions of a search: `page` has the best results after the position, and
 * `windows` has each kind's window as JSON (a FoundWindow).
 */
export function rankMatches(rankedSearch: RankedSearch): SQL {
  const { search, position, limit, extraRows = null, extraPosts = null } = rankedSearch;
  const windows = position.windows.flatMap((window) =>
    window.kind === "member" ? [] : [{ ...window, kind: window.kind }],
  );
  const getName = (kind: DocumentKind) => sql.raw(`found_${kind}`);
  const matchQueries = windows.map(
    ({ kind, ...window }) => sql`
      ${getName(kind)} as materialized (select * from ${selectMatches(kind, search, window, {
        matchesMax: window.to === null ? WINDOW_SIZE : ALL_RANKED_MAX,
        allMax: ALL_RANKED_MAX,
      })})`,
  );
  const rankings = [
    ...windows.map(({ kind }) =>
      rankKind(kind, search, getName(kind), kind === "post" && isFirstWindow(position) ? extraPosts : null),
    ),
    ...(extraRows === null ? [] : [extraRows]),
  ];
  const windowQueries = windows.map(
    ({ kind }) => sql`
      select ${kind}::text as kind, coalesce(bool_or(not is_exact), false) as is_wide,
        ${toMicros(sql`max(at) filter (where not is_end)`)} as top,
        (count(*) filter (where not is_end))::int as count, max(${toMicros(sql`at`)}) filter (where is_end) as end_at,
        max(id::text) filter (where is_end) as end_id
      from ${getName(kind)}`,
  );
  const { last } = position;
  return sql`
    ${sql.join(
      [
        ...matchQueries,
        sql`windows as materialized (select coalesce(json_agg(w), '[]') as windows from (${
          windowQueries.length === 0 ? sql`select` : sql.join(windowQueries, sql` union all `)
        }) w ${windowQueries.length === 0 ? sql`where false` : sql``})`,
        sql`page as materialized (
          select * from (${
            rankings.length === 0
              ? sql`select null::text as kind, null::uuid as id, null::boolean as is_exact, null::timestamptz as at, null::float8 as rank where false`
              : sql.join(rankings, sql` union all `)
          }) ranked
          ${last === null ? sql`` : sql`where (rank, id) < (${last.rank}::float8, ${last.id}::uuid)`}
          order by rank desc, id desc limit ${limit})`,
      ],
      sql`, `,
    )}`;
}

function rankKind(
  kind: DocumentKind,
  { ranking, text }: ResolvedSearch,
  found: SQL,
  extraPosts: SQL | null,
): SQL {
  const matches = sql`select id, is_exact from ${found} where not is_end`;
  const relevance =
    ranking === null
      ? sql`0`
      : sql`f.is_exact::int + 2 * ts_rank(${WEIGHTS}, d.words, ${ranking.exact}, 1)
          + ${ranking.wider === ranking.exact ? sql`0` : sql`ts_rank(${WEIGHTS}, d.words, ${ranking.wider}, 1)`}
          + ${kind === "comment" ? sql`0` : sql`case when strpos(lower(t.title), ${text}) > 0 then 0.5 else 0 end`}`;
  return sql`
    (select ${kind}::text as kind, f.id, f.is_exact, d.at,
        (${relevance} + ${buildRecencySql(sql`d.at`)} + ${KIND_BONUS[kind]}::float8)::float8 as rank
      from (${matches} ${
        extraPosts === null
          ? sql``
          : sql`union all select id, false from (${extraPosts}) e where id not in (select id from ${found} where not is_end)`
      }) f
      join public.${sql.raw(`search_${kind}s`)} d on d.kind = ${kind} and d.id = f.id ${TARGET_JOINS[kind]})`;
}

/** Ranks members by the similarity of their names to the search. All members count as equally recent. */
export const memberRankSql = sql`(f.likeness + ${buildRecencySql(sql`timestamptz '2026-01-01'`)})::float8`;

function isFirstWindow({ windows }: RankedPosition): boolean {
  return windows.every(({ mode, from }) => mode === null || from?.id === HIGHEST_ID);
}

/** Reads a page of ranked results. If its windows don't fill the page, continues in the next ones. */
export async function readRanked<Row extends { readonly rank: number; readonly id: string }>(
  start: RankedPosition,
  size: number,
  readPage: (
    position: RankedPosition,
    limit: number,
  ) => Promise<{ readonly rows: readonly Row[]; readonly windows: readonly FoundWindow[] }>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const rows: Row[] = [];
  let position = start;
  for (let windowCount = 0; windowCount < WINDOWS_MAX && rows.length < size; windowCount += 1) {
    const limit = size + 1 - rows.length;
    const page = await readPage(position, limit);
    rows.push(...page.rows);
    const last = rows[size - 1];
    if (page.rows.length === limit && last) {
      const windows = freezeWindows(position, page.windows);
      const nextCursor = formatRankedCursor({ ...position, windows, last: { rank: last.rank, id: last.id } });
      return { rows: rows.slice(0, size), nextCursor };
    }
    position = { ...position, last: null, windows: getNextWindows(position, page.windows) };
    if (position.windows.length === 0) return { rows, nextCursor: null };
    // A window with so few matches ended because many documents had to be checked, which is enough work for one page.
    if (page.windows.every((window) => window.count < size)) break;
  }
  return { rows, nextCursor: formatRankedCursor(position) };
}

export interface FoundWindow {
  readonly kind: DocumentKind;
  readonly is_wide: boolean;
  readonly count: number;
  /** The time of the newest match in microseconds. Null if the window is empty. */
  readonly top: number | null;
  /** Where the next window begins. Null if there is none. */
  readonly end_at: number | null;
  readonly end_id: string | null;
}

/** Freezes a page's windows for the pages after it, so that new content doesn't move results between pages. */
function freezeWindows(position: RankedPosition, found: readonly FoundWindow[]): SearchWindow[] {
  return position.windows.flatMap((window) => {
    if (window.kind === "member" || window.to !== null) return [window];
    const foundWindow = found.find(({ kind }) => kind === window.kind);
    const to = foundWindow ? getEnd(foundWindow) : null;
    if (!foundWindow || (foundWindow.top === null && to === null)) return [];
    const from =
      window.from ?? (foundWindow.top === null ? null : { micros: foundWindow.top, id: HIGHEST_ID });
    return [{ kind: window.kind, mode: window.mode ?? getMode(foundWindow), from, to }];
  });
}

/** Returns the windows that follow those of a page. */
function getNextWindows(position: RankedPosition, found: readonly FoundWindow[]): SearchWindow[] {
  return position.windows.flatMap(({ kind, mode, to }) => {
    const foundWindow = found.find((window) => window.kind === kind);
    const from = to ?? (foundWindow ? getEnd(foundWindow) : null);
    if (from === null || !foundWindow) return [];
    const currentMode = mode ?? getMode(foundWindow);
    return [{ kind, mode: currentMode === "exact" ? "exact" : "rest", from, to: null } as const];
  });
}

const getMode = ({ is_wide }: FoundWindow): SearchMode => (is_wide ? "wide" : "exact");
const getEnd = ({ end_at, end_id }: FoundWindow) =>
  end_at === null || end_id === null ? null : { micros: end_at, id: end_id };
