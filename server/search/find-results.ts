import { type SQL, sql } from "drizzle-orm";
import type { SearchAddress } from "#core/search/kinds.ts";
import { RESULT_KINDS } from "#core/search/kinds.ts";
import { SEARCH_PAGE_SIZE } from "#core/search/limits.ts";
import { type ParsedSearch, parseSearch } from "#core/search/parse-search.ts";
import type { SearchResult, SearchResultPage } from "#core/search/types.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { SearchDeps } from "./deps.ts";
import { presentResult, type ResultRow } from "./present-result.ts";
import { extractWords, type ResolvedSearch, resolveSearch } from "./resolve-search.ts";

/** Rank weights by position; words in titles have weight A, words in texts B. */
const WEIGHTS = sql`'{0.1, 0.1, 0.25, 1}'::float4[]`;
/** Characters of a text to search for the best excerpt. */
const READ_FOR_EXCERPT = 5000;
const PEOPLE_MAX = 100;
/** Ranks a post above a comment that matches equally well. */
const HEAD_START = { post: 0.3, article: 0.2, comment: 0, person: 0 } as const;

const NOTHING_FOUND: SearchResultPage = { items: [], nextCursor: null, corrections: [], unknownAuthors: [] };

/**
 * A page of results, best first, of one kind or all. Two statements. Deleted and hidden content, suspended members
 * and closed accounts are excluded. Throws invalid_input for a cursor that wasn't issued by a search.
 */
export async function findResults(
  deps: SearchDeps,
  { search, kind, cursor }: SearchAddress,
): Promise<SearchResultPage> {
  const parsed = parseSearch(search, deps.clock.now());
  const after = cursor === null ? null : readCursor(cursor);
  if (parsed.isTooShort) return NOTHING_FOUND;
  const resolved = await resolveSearch(deps, parsed);
  const hints = { corrections: resolved.corrections, unknownAuthors: resolved.unknownAuthors };
  const kinds = RESULT_KINDS[kind];
  const rankings = kinds
    .filter((one) => (one === "person" ? canMatchPeople(parsed) : !resolved.matchesNothing))
    .map((one) => buildRanking(one, parsed, resolved));
  const { rows } =
    rankings.length === 0
      ? { rows: [] }
      : await deps.database.db.execute<ResultRow>(buildPageSql(rankings, after));
  rows.sort(byRank);
  const shown = rows.slice(0, SEARCH_PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => presentResult(row, resolved.terms)),
    nextCursor: rows.length > SEARCH_PAGE_SIZE && last ? writeCursor(last.rank, last.id) : null,
    ...hints,
  };
}

function byRank(a: ResultRow, b: ResultRow): number {
  return b.rank - a.rank || (a.id < b.id ? 1 : -1);
}

/** People have no tags, category or date. */
function canMatchPeople({ words, filters, since, until, strict }: ParsedSearch): boolean {
  return (words.length > 0 || strict !== "") && filters.length === 0 && since === null && until === null;
}

type Kind = SearchResult["kind"];

/** A query that ranks the results of one kind: kind, id, is_exact, at and rank. */
type Ranking = readonly [kind: Kind, ranked: SQL];

/** The best results after the cursor. The displayed columns are read only for the results on the page. */
function buildPageSql(rankings: readonly Ranking[], after: { rank: number; id: string } | null): SQL {
  const beyond = after ? sql`where (rank, id) < (${after.rank}::float8, ${after.id}::uuid)` : sql``;
  const shown = rankings.map(([kind]) => {
    const { from, also, columns } = SOURCES[kind];
    return sql`(select f.kind, f.id, f.is_exact, f.at, f.rank, ${columns} from page f ${from} ${also} where f.kind = ${kind})`;
  });
  return sql`
    with page as materialized (
      select * from (${sql.join(
        rankings.map(([, ranked]) => ranked),
        sql` union all `,
      )}) found ${beyond}
      order by rank desc, id desc limit ${SEARCH_PAGE_SIZE + 1}
    )
    ${sql.join(shown, sql` union all `)}`;
}

interface Source {
  /** Joins the found row as t, and what must be visible for it to be shown. */
  readonly from: SQL;
  readonly also: SQL;
  /** The columns of a FoundRow; null for those that the kind doesn't have. */
  readonly columns: SQL;
}

const AUTHOR = sql`left join public.profiles a on a.id = t.author_id`;
const SOURCES: Readonly<Record<Kind, Source>> = {
  post: {
    from: sql`join public.forum_posts t on t.id = f.id and t.deleted_at is null`,
    also: AUTHOR,
    columns: sql`t.title, left(t.content, ${READ_FOR_EXCERPT}) as content, t.category, t.tags, a.username, a.avatar_url,
      a.is_verified, t.upvotes - t.downvotes as score, t.comment_count as amount, null::uuid as post_id,
      null::text as source, false as is_sample`,
  },
  comment: {
    from: sql`join public.comments t on t.id = f.id and t.deleted_at is null
      join public.forum_posts p on p.id = t.post_id and p.deleted_at is null`,
    also: AUTHOR,
    columns: sql`p.title, left(t.content, ${READ_FOR_EXCERPT}) as content, null::text as category, null::text[] as tags,
      a.username, a.avatar_url, a.is_verified, t.upvotes - t.downvotes as score, 0 as amount, p.id as post_id,
      null::text as source, false as is_sample`,
  },
  article: {
    from: sql`join public.news_articles t on t.id = f.id`,
    also: sql``,
    columns: sql`t.title, left(t.content, ${READ_FOR_EXCERPT}) as content, t.category, t.tags, null::text as username,
      null::text as avatar_url, null::boolean as is_verified, 0 as score, 0 as amount, null::uuid as post_id, t.source,
      t.is_sample`,
  },
  person: {
    from: sql`join public.profiles t on t.id = f.id and t.username !~ '^deleted_[0-9]{12}$'
      join auth.users u on u.id = f.id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
        and not exists (select from auth.departures d where d.user_id = f.id)`,
    also: sql``,
    columns: sql`t.username as title, t.bio as content, null::text as category, null::text[] as tags, t.username,
      t.avatar_url, t.is_verified, t.karma as score, 0 as amount, null::uuid as post_id, null::text as source,
      false as is_sample`,
  },
};

/** Adds a tenth per year. It is based on the creation time, not on now, so pages remain stable. */
const recency = (time: SQL) => sql`(extract(epoch from ${time})::float8 - 1704067200) / (10 * 365 * 86400.0)`;

function buildRanking(kind: Kind, parsed: ParsedSearch, { exact, wider, ranking }: ResolvedSearch): Ranking {
  if (kind === "person") return ["person", rankPeople(parsed)];
  const text = extractWords([...parsed.words, parsed.strict].join(" ")).join(" ");
  const relevance =
    ranking === null
      ? sql`0`
      : sql`f.is_exact::int + 2 * ts_rank(${WEIGHTS}, f.words, ${ranking.exact}, 1)
          + ${ranking.wider === ranking.exact ? sql`0` : sql`ts_rank(${WEIGHTS}, f.words, ${ranking.wider}, 1)`}
          + ${kind === "comment" ? sql`0` : sql`case when strpos(lower(t.title), ${text}) > 0 then 0.5 else 0 end`}`;
  const since = parsed.since?.toISOString() ?? "-infinity";
  const until = parsed.until?.toISOString() ?? "infinity";
  return [
    kind,
    sql`
      (select ${kind}::text as kind, f.id, f.is_exact, f.at,
          (${relevance} + ${recency(sql`f.at`)} + ${HEAD_START[kind]}::float8)::float8 as rank
        from public.search_found(${kind}, ${exact ?? sql`null`}, ${wider ?? sql`null`}, ${since}::timestamptz,
          ${until}::timestamptz) f ${SOURCES[kind].from})`,
  ];
}

/** Finds members by name only, not by what they wrote. */
function rankPeople(parsed: ParsedSearch): SQL {
  const words = extractWords([...parsed.words, parsed.strict].join(" "));
  const name = [...parsed.words, parsed.strict.replaceAll('"', "")].join(" ").trim().toLowerCase();
  return sql`
    (select 'person'::text as kind, f.id, true as is_exact, t.join_date as at,
        (f.likeness + ${recency(sql`timestamptz '2026-01-01'`)})::float8 as rank
      from public.search_people(${name}, ${sql.param(words)}::text[], ${PEOPLE_MAX}) f ${SOURCES.person.from})`;
}
