import { type SQL, sql } from "drizzle-orm";
import type { SearchState } from "#core/search/kinds.ts";
import { RESULT_KINDS } from "#core/search/kinds.ts";
import { SEARCH_PAGE_SIZE } from "#core/search/limits.ts";
import { type ParsedSearch, parseSearch } from "#core/search/parse-search.ts";
import type { SearchResult, SearchResultPage } from "#core/search/types.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import type { SearchDeps } from "./deps.ts";
import { presentResult, type ResultRow } from "./present-result.ts";
import { extractWords, type ResolvedSearch, resolveSearch } from "./resolve-search.ts";

/** Rank weights by position; words in titles have weight A, words in the body B. */
const WEIGHTS = sql`'{0.1, 0.1, 0.25, 1}'::float4[]`;
/** How many characters are searched for the best excerpt. */
const EXCERPT_SOURCE_MAX = 5000;
const MEMBERS_MAX = 100;
/** Ranks a post above a comment that matches equally well. */
const KIND_BONUS = { post: 0.3, article: 0.2, comment: 0, person: 0 } as const;

const EMPTY_PAGE: SearchResultPage = { items: [], nextCursor: null, corrections: [], unknownAuthors: [] };

/**
 * A page of results, best first, of one kind or all. Runs two statements. Deleted and hidden content, suspended members
 * and closed accounts are excluded. Throws invalid_input for a cursor that wasn't issued by a search.
 */
export async function findResults(
  deps: SearchDeps,
  { search, kind, cursor }: SearchState,
): Promise<SearchResultPage> {
  const parsed = parseSearch(search, deps.clock.now());
  const position = cursor === null ? null : parseCursor(cursor);
  if (parsed.isTooShort) return EMPTY_PAGE;
  const resolved = await resolveSearch(deps, parsed);
  const hints = { corrections: resolved.corrections, unknownAuthors: resolved.unknownAuthors };
  const kinds = RESULT_KINDS[kind];
  const rankings = kinds
    .filter((resultKind) => (resultKind === "person" ? canMatchMembers(parsed) : !resolved.matchesNothing))
    .map((resultKind) => buildRanking(resultKind, parsed, resolved));
  const { rows } =
    rankings.length === 0
      ? { rows: [] }
      : await deps.database.reader.execute<ResultRow>(buildPageSql(rankings, position));
  rows.sort(compareRanks);
  const pageRows = rows.slice(0, SEARCH_PAGE_SIZE);
  const last = pageRows.at(-1);
  return {
    items: pageRows.map((row) => presentResult(row, resolved.terms)),
    nextCursor: rows.length > SEARCH_PAGE_SIZE && last ? formatCursor(last.rank, last.id) : null,
    ...hints,
  };
}

function compareRanks(a: ResultRow, b: ResultRow): number {
  return b.rank - a.rank || (a.id < b.id ? 1 : -1);
}

/** People have no tags, category or date. */
function canMatchMembers({ words, filters, since, until, tsquery }: ParsedSearch): boolean {
  return (words.length > 0 || tsquery !== "") && filters.length === 0 && since === null && until === null;
}

type Kind = SearchResult["kind"];

/** A query that ranks the results of one kind: kind, id, is_exact, at and rank. */
type Ranking = readonly [kind: Kind, ranked: SQL];

/** The best results after the cursor. The displayed columns are read only for the results on the page. */
function buildPageSql(rankings: readonly Ranking[], position: { rank: number; id: string } | null): SQL {
  const cursorCondition = position
    ? sql`where (rank, id) < (${position.rank}::float8, ${position.id}::uuid)`
    : sql``;
  const selects = rankings.map(([kind]) => {
    const { targetJoin, authorJoin, columns } = SOURCES[kind];
    return sql`(select f.kind, f.id, f.is_exact, f.at, f.rank, ${columns} from page f ${targetJoin} ${authorJoin} where f.kind = ${kind})`;
  });
  return sql`
    with page as materialized (
      select * from (${sql.join(
        rankings.map(([, ranked]) => ranked),
        sql` union all `,
      )}) found ${cursorCondition}
      order by rank desc, id desc limit ${SEARCH_PAGE_SIZE + 1}
    )
    ${sql.join(selects, sql` union all `)}`;
}

interface Source {
  /** Joins the found row as t. Excludes rows that must not be shown, such as a comment on a deleted post. */
  readonly targetJoin: SQL;
  readonly authorJoin: SQL;
  /** The columns of a ResultRow; null for those that the kind doesn't have. */
  readonly columns: SQL;
}

const AUTHOR_JOIN = sql`left join public.profiles a on a.id = t.author_id`;
const SOURCES: Readonly<Record<Kind, Source>> = {
  post: {
    targetJoin: sql`join public.forum_posts t on t.id = f.id and t.deleted_at is null`,
    authorJoin: AUTHOR_JOIN,
    columns: sql`t.title, left(t.content, ${EXCERPT_SOURCE_MAX}) as content, t.category, t.tags, a.username, a.avatar_url,
      a.is_verified, t.upvotes - t.downvotes as score, t.comment_count as comment_count, null::uuid as post_id,
      null::text as source, false as is_sample`,
  },
  comment: {
    targetJoin: sql`join public.comments t on t.id = f.id and t.deleted_at is null
      join public.forum_posts p on p.id = t.post_id and p.deleted_at is null`,
    authorJoin: AUTHOR_JOIN,
    columns: sql`p.title, left(t.content, ${EXCERPT_SOURCE_MAX}) as content, null::text as category, null::text[] as tags,
      a.username, a.avatar_url, a.is_verified, t.upvotes - t.downvotes as score, 0 as comment_count, p.id as post_id,
      null::text as source, false as is_sample`,
  },
  article: {
    targetJoin: sql`join public.news_articles t on t.id = f.id`,
    authorJoin: sql``,
    columns: sql`t.title, left(t.content, ${EXCERPT_SOURCE_MAX}) as content, t.category, t.tags, null::text as username,
      null::text as avatar_url, null::boolean as is_verified, 0 as score, 0 as comment_count, null::uuid as post_id, t.source,
      t.is_sample`,
  },
  person: {
    targetJoin: sql`join public.profiles t on t.id = f.id and t.username !~ '^deleted_[0-9]{12}$'
      join auth.users u on u.id = f.id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
        and not exists (select from auth.account_deletions d where d.user_id = f.id)`,
    authorJoin: sql``,
    columns: sql`t.username as title, t.bio as content, null::text as category, null::text[] as tags, t.username,
      t.avatar_url, t.is_verified, t.karma as score, 0 as comment_count, null::uuid as post_id, null::text as source,
      false as is_sample`,
  },
};

/** Adds a tenth per year. It is based on the creation time, not on now, so pages remain stable. */
const recencySql = (time: SQL) =>
  sql`(extract(epoch from ${time})::float8 - 1704067200) / (10 * 365 * 86400.0)`;

function buildRanking(kind: Kind, parsed: ParsedSearch, { exact, wider, ranking }: ResolvedSearch): Ranking {
  if (kind === "person") return ["person", rankMembers(parsed)];
  const text = extractWords([...parsed.words, parsed.tsquery].join(" ")).join(" ");
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
          (${relevance} + ${recencySql(sql`f.at`)} + ${KIND_BONUS[kind]}::float8)::float8 as rank
        from public.search_matches(${kind}, ${exact ?? sql`null`}, ${wider ?? sql`null`}, ${since}::timestamptz,
          ${until}::timestamptz) f ${SOURCES[kind].targetJoin})`,
  ];
}

/** Finds members by name only, not by what they wrote. */
function rankMembers(parsed: ParsedSearch): SQL {
  const words = extractWords([...parsed.words, parsed.tsquery].join(" "));
  const name = [...parsed.words, parsed.tsquery.replaceAll('"', "")].join(" ").trim().toLowerCase();
  return sql`
    (select 'person'::text as kind, f.id, true as is_exact, t.join_date as at,
        (f.likeness + ${recencySql(sql`timestamptz '2026-01-01'`)})::float8 as rank
      from public.search_people(${name}, ${sql.param(words)}::text[], ${MEMBERS_MAX}) f ${SOURCES.person.targetJoin})`;
}
