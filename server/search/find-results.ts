import { type SQL, sql } from "drizzle-orm";
import type { SearchState } from "#core/search/kinds.ts";
import { RESULT_KINDS } from "#core/search/kinds.ts";
import { SEARCH_PAGE_SIZE } from "#core/search/limits.ts";
import { type ParsedSearch, parseSearch } from "#core/search/parse-search.ts";
import type { SearchResult, SearchResultPage } from "#core/search/types.ts";
import { parseRankedCursor, type RankedPosition } from "./cursor.ts";
import type { SearchDeps } from "./deps.ts";
import { presentResult, type ResultRow } from "./present-result.ts";
import { type FoundWindow, memberRankSql, rankMatches, readRanked, TARGET_JOINS } from "./rank-matches.ts";
import { extractWords, type ResolvedSearch, resolveSearch } from "./resolve-search.ts";

/** The number of characters that are searched for the best excerpt. */
const EXCERPT_SOURCE_MAX = 5000;
const MEMBERS_MAX = 100;
const EMPTY_PAGE: SearchResultPage = { items: [], nextCursor: null, corrections: [], unknownAuthors: [] };

/**
 * Finds a page of results, best first. Runs two statements, and one more for each further window. Leaves out what
 * isn't visible to everyone. Throws invalid_input for a cursor that wasn't issued by a search.
 */
export async function findResults(deps: SearchDeps, { search, kind, cursor }: SearchState) {
  const parsed = parseSearch(search, deps.clock.now());
  const cursorPosition = cursor === null ? null : parseRankedCursor(cursor);
  if (parsed.isTooShort) return EMPTY_PAGE;
  const kinds = RESULT_KINDS[kind];
  const documentKinds = kinds.filter((resultKind) => resultKind !== "member");
  const resolvedSearch = await resolveSearch(deps, parsed, documentKinds, cursorPosition?.variants ?? null);
  const members = kinds.includes("member") && canMatchMembers(parsed) ? rankMembers(parsed) : null;
  const start: RankedPosition = cursorPosition ?? {
    last: null,
    windows: kinds.map((resultKind) => ({ kind: resultKind, mode: null, from: null, to: null })),
    variants: resolvedSearch.variants,
  };
  const { rows, nextCursor } = await readRanked(start, SEARCH_PAGE_SIZE, async (position, limit) => {
    const extraRows = position.windows.some((window) => window.kind === "member") ? members : null;
    const { rows: pages } = await deps.database.reader.execute<{ windows: FoundWindow[]; rows: ResultRow[] }>(
      buildPageSql(resolvedSearch, position, limit, extraRows),
    );
    const [page = { windows: [], rows: [] }] = pages;
    return { windows: page.windows, rows: page.rows.toSorted(compareRanks) };
  });
  return {
    items: rows.map((row) => presentResult(row, resolvedSearch.terms)),
    nextCursor,
    corrections: resolvedSearch.corrections,
    unknownAuthors: resolvedSearch.unknownAuthors,
  };
}

function compareRanks(a: ResultRow, b: ResultRow): number {
  return b.rank - a.rank || (a.id < b.id ? 1 : -1);
}

/** Filters and dates apply only to content, so a search with any of them finds no members. */
function canMatchMembers({ words, filters, since, until, tsquery }: ParsedSearch): boolean {
  return (words.length > 0 || tsquery !== "") && filters.length === 0 && since === null && until === null;
}

type Kind = SearchResult["kind"];

/** Reads the displayed columns only for the results on the page. */
function buildPageSql(
  search: ResolvedSearch,
  position: RankedPosition,
  limit: number,
  extraRows: SQL | null,
) {
  const kindQueries = position.windows.map(({ kind }) => {
    const { targetJoin, authorJoin, columns } = RESULT_SQL[kind];
    return sql`(select f.kind, f.id, f.is_exact, f.at, f.rank, ${columns} from page f ${targetJoin} ${authorJoin} where f.kind = ${kind})`;
  });
  return sql`
    with ${rankMatches({ search, position, limit, extraRows })}
    select windows, (select coalesce(json_agg(r), '[]') from (${sql.join(kindQueries, sql` union all `)}) r) as rows
    from windows`;
}

interface ResultSql {
  /** Joins the found row as t. Excludes rows that must not be shown, such as a comment on a deleted post. */
  readonly targetJoin: SQL;
  readonly authorJoin: SQL;
  readonly columns: SQL;
}

const AUTHOR_JOIN = sql`left join public.profiles a on a.id = t.author_id`;
const RESULT_SQL: Readonly<Record<Kind, ResultSql>> = {
  post: {
    targetJoin: TARGET_JOINS.post,
    authorJoin: AUTHOR_JOIN,
    columns: sql`t.title, left(t.content, ${EXCERPT_SOURCE_MAX}) as content, t.category, t.tags, a.username, a.avatar_url,
      a.is_verified, t.upvotes - t.downvotes as score, t.comment_count as comment_count, null::uuid as post_id,
      null::text as source, false as is_sample`,
  },
  comment: {
    targetJoin: TARGET_JOINS.comment,
    authorJoin: AUTHOR_JOIN,
    columns: sql`p.title, left(t.content, ${EXCERPT_SOURCE_MAX}) as content, null::text as category, null::text[] as tags,
      a.username, a.avatar_url, a.is_verified, t.upvotes - t.downvotes as score, 0 as comment_count, p.id as post_id,
      null::text as source, false as is_sample`,
  },
  article: {
    targetJoin: TARGET_JOINS.article,
    authorJoin: sql``,
    columns: sql`t.title, left(t.content, ${EXCERPT_SOURCE_MAX}) as content, t.category, t.tags, null::text as username,
      null::text as avatar_url, null::boolean as is_verified, 0 as score, 0 as comment_count, null::uuid as post_id, t.source,
      t.is_sample`,
  },
  member: {
    targetJoin: sql`join public.profiles t on t.id = f.id and t.username !~ '^deleted_[0-9]{12}$'
      join auth.users u on u.id = f.id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
        and not exists (select from auth.account_deletions d where d.user_id = f.id)`,
    authorJoin: sql``,
    columns: sql`t.username as title, t.bio as content, null::text as category, null::text[] as tags, t.username,
      t.avatar_url, t.is_verified, t.karma as score, 0 as comment_count, null::uuid as post_id, null::text as source,
      false as is_sample`,
  },
};

/** Ranks members by their names only, not by what they wrote. */
function rankMembers(parsed: ParsedSearch): SQL {
  const words = extractWords([...parsed.words, parsed.tsquery].join(" "));
  const name = [...parsed.words, parsed.tsquery.replaceAll('"', "")].join(" ").trim().toLowerCase();
  return sql`
    (select 'member'::text as kind, f.id, true as is_exact, t.join_date as at,
        ${memberRankSql} as rank
      from public.search_people(${name}, ${sql.param(words)}::text[], ${MEMBERS_MAX}) f ${RESULT_SQL.member.targetJoin})`;
}
