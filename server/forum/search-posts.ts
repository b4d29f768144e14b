import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE, SEARCH_MAX } from "#core/forum/limits.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import { removeUnreadableCharacters, trimLine } from "#core/text.ts";
import {
  type FoundWindow,
  formatOrderedCursor,
  type NewestMatches,
  type NoMatch,
  parseOrderedCursor,
  parseRankedCursor,
  type ResolvedSearch,
  rankMatches,
  readRanked,
  resolveListSearch,
  selectMatches,
  selectNewestMatches,
} from "#server/search/index.ts";
import { buildPostListQuery } from "./build-post-list-query.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import { getCategories, getPageConditions, getPeriodStart, POST_ORDERS } from "./post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "./present-post.ts";

/** Text that isn't a word ("C++", "100%", part of a link) is searched for in this many posts at the start of the list. */
const LITERAL_SCANNED_MAX = 1000;
/** When sorting by votes, all matches are fetched and sorted if there are fewer than this many. */
const FETCHED_MAX = 4000;

/**
 * Uses the site's search (server/search). "hot" sorts by relevance. Throws invalid_input for a cursor from
 * another sort order.
 */
export async function searchPosts(deps: ForumDeps, viewer: Viewer, query: PostListQuery) {
  const text = [...trimLine(removeUnreadableCharacters(query.search))].slice(0, SEARCH_MAX).join("");
  return query.sort === "hot"
    ? searchByRelevance(deps, viewer, query, text)
    : searchInOrder(deps, viewer, query, text);
}

type RankedRow = CardRow & { rank: number };

async function searchByRelevance(deps: ForumDeps, viewer: Viewer, query: PostListQuery, text: string) {
  const parsedCursor = query.cursor === null ? null : parseRankedCursor(query.cursor);
  const search = await resolveSearch(deps, query, text, parsedCursor?.variants ?? null);
  const newestQuery = { ...query, sort: "new", period: "all", cursor: null } as const;
  const extraPosts = selectLiteralMatches(text, search, newestQuery, deps.clock.now());
  const start = parsedCursor ?? {
    last: null,
    windows: [{ kind: "post", mode: null, from: null, to: null } as const],
    variants: search.variants,
  };
  const { rows, nextCursor } = await readRanked(start, PAGE_SIZE, async (position, limit) => {
    const page = sql`
      with ${rankMatches({ search, position, limit, extraPosts })}
      select ${CARD_COLUMNS}, f.rank, windows.windows
      from windows left join (page f join public.forum_posts p on p.id = f.id) on true`;
    const { rows: foundRows } = await deps.database.reader.execute<
      (RankedRow | NoMatch<RankedRow>) & { windows: FoundWindow[] }
    >(selectCards(viewer, page, sql`p.rank desc, p.id desc`, sql`, p.rank, p.windows`));
    return { rows: foundRows.filter((row) => row.id !== null), windows: foundRows[0]?.windows ?? [] };
  });
  return { items: rows.map(presentCard), nextCursor };
}

async function searchInOrder(deps: ForumDeps, viewer: Viewer, query: PostListQuery, text: string) {
  const parsedCursor = query.cursor === null ? null : parseOrderedCursor(query.cursor);
  const search = await resolveSearch(deps, query, text, parsedCursor?.variants ?? null);
  const now = deps.clock.now();
  const pageQuery = { ...query, cursor: parsedCursor?.inner ?? null };
  const order = POST_ORDERS[query.sort];
  const selectPage = query.sort === "new" ? selectNewest : selectTop;
  const page = sql`
    with matches as materialized (${selectPage(search, pageQuery, parsedCursor?.mode ?? null, now)}),
    ids as (
      select id from matches where id is not null
      union
      (${selectLiteralMatches(text, search, pageQuery, now)} order by ${order.orderBy} limit ${PAGE_SIZE + 1})
    )
    select ${CARD_COLUMNS}, m.* from (
      select coalesce(bool_or(is_wide), false) as is_wide, max(end_micros) as end_micros, max(end_id) as end_id from matches
    ) m left join (ids join public.forum_posts p on p.id = ids.id) on true
    order by ${order.orderBy} limit ${PAGE_SIZE + 1}`;
  const { rows } = await deps.database.reader.execute<(CardRow | NoMatch<CardRow>) & NewestMatches>(
    selectCards(viewer, page, order.orderBy, sql`, p.is_wide, p.end_micros, p.end_id`),
  );
  const posts = rows.filter((row) => row.id !== null);
  const last = posts[PAGE_SIZE - 1];
  const [first] = rows;
  const innerCursor =
    posts.length > PAGE_SIZE && last
      ? order.toCursor(last)
      : first?.end_id
        ? formatCursor("new", [Number(first.end_micros), first.end_id])
        : null;
  const mode = parsedCursor?.mode ?? (first?.is_wide ? "wide" : "exact");
  return {
    items: posts.slice(0, PAGE_SIZE).map(presentCard),
    nextCursor: innerCursor && formatOrderedCursor({ mode, inner: innerCursor, variants: search.variants }),
  };
}

function resolveSearch(
  deps: ForumDeps,
  query: PostListQuery,
  text: string,
  variants: ResolvedSearch["variants"] | null,
): Promise<ResolvedSearch> {
  const since = getPeriodStart(query, deps.clock.now());
  const { tag } = query;
  return resolveListSearch(deps, {
    kind: "post",
    text,
    categories: getCategories(query),
    tag,
    since,
    variants,
  });
}

type Mode = ReturnType<typeof parseOrderedCursor>["mode"];

function selectNewest(search: ResolvedSearch, { cursor }: PostListQuery, mode: Mode): SQL {
  const [, micros, id] = cursor === null ? [] : parseCursor("new", cursor);
  const from = micros === undefined || id === undefined ? null : { micros, id };
  return selectNewestMatches("post", search, { mode, from }, PAGE_SIZE + 1);
}

/** Fetches and sorts all matches if there are few. Otherwise scans the order's index until the page is full. */
function selectTop(search: ResolvedSearch, query: PostListQuery, mode: Mode, now: Date): SQL {
  if (search.exact === null || search.matchesNothing)
    return sql`select null::uuid as id, false as is_wide, null::int8 as end_micros, null::text as end_id where false`;
  const { orderBy } = POST_ORDERS[query.sort];
  // Avoids "exists", which PostgreSQL would turn into a join with all documents.
  const matchesWords = sql`(select d.words @@ (
      select case when is_wide then ${(search.wider ?? search.exact).query} else ${search.exact.query} end from mode)
    from public.search_posts d where d.kind = 'post' and d.id = p.id)`;
  const limits = { matchesMax: FETCHED_MAX, allMax: FETCHED_MAX };
  return sql`
    with few as materialized (select * from ${selectMatches("post", search, { mode, from: null, to: null }, limits)} f),
    mode as materialized (
      select (select count(*) from few) < ${FETCHED_MAX}::int as are_few,
        exists (select from few where not is_exact) as is_wide
    )
    (select p.id, (select is_wide from mode) as is_wide, null::int8 as end_micros, null::text as end_id from public.forum_posts p
      where (select are_few from mode) and p.id = any (array(select id from few))
        and ${sql.join(getPageConditions(query, now), sql` and `)}
      order by ${orderBy} limit ${PAGE_SIZE + 1})
    union all
    (select p.id, (select is_wide from mode), null, null from (
      ${buildPostListQuery(query, now, [sql`not (select are_few from mode)`, matchesWords])}
    ) p)`;
}

/**
 * Selects the posts at the start of the list that contain the text literally but don't match it as words. None if the
 * text consists of words alone and is longer than two characters.
 */
function selectLiteralMatches(text: string, search: ResolvedSearch, list: PostListQuery, now: Date): SQL {
  if (!/[^\p{L}\p{N}\s"-]|^.?.$/u.test(text)) return sql`select p.id from public.forum_posts p where false`;
  const conditions = list.tag === null ? [] : [sql`p.tag_keys @> array[lower(${list.tag})]`];
  const head = buildPostListQuery(list, now, conditions, { columns: sql`p.*`, limit: LITERAL_SCANNED_MAX });
  const isFoundByWords =
    search.exact === null || search.matchesNothing
      ? sql`false`
      : sql`exists (select from public.search_posts d where d.kind = 'post' and d.id = p.id and d.words @@ ${search.exact.query})`;
  return sql`select p.id from (${head}) p
    where strpos(lower(p.title || ' ' || p.content), lower(${text})) > 0 and not ${isFoundByWords}`;
}
