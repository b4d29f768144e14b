import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE, SEARCH_MAX } from "#core/forum/limits.ts";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import { removeUnreadableCharacters, trimLine } from "#core/text.ts";
import { buildPostListQuery } from "./build-post-list-query.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import { expandWords, extractWords } from "./expand-words.ts";
import {
  FETCHED_MAX,
  getCategories,
  getCategoriesParameter,
  getPageConditions,
  POST_ORDERS,
} from "./post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "./present-post.ts";

/*
 * How the cost of a search is bounded with a million posts:
 * - Common words, which a tenth of the newest thousand posts contain, are found quickly in the list's own index: by
 * relevance the 400 hottest matches are ranked, by date and votes pages are read one by one.
 * - For rarer words the text index returns up to 1000 posts with all the words and 1000 with partial words or
 * corrected misspellings for ranking. If there are more, the matches among the 8000 hottest are ranked too. By date
 * and votes every match is reachable (FETCHED_MAX in post-orders.ts).
 * - Text that isn't a word ("C++", "100%", part of a link) is searched literally in the first thousand posts of the
 * list.
 */
const RANKED_MAX = 1000;
const HOTTEST_SCANNED_MAX = 8000;
const COMMON_SCANNED_MAX = 20_000;
const RANKED_OF_HOTTEST_MAX = 400;
const LITERAL_SCANNED_MAX = 1000;

/** Rank weights by position; words in titles have weight A, words in content B. */
const WEIGHTS = sql`'{0.1, 0.1, 0.25, 1}'::float4[]`;

/** Syntax of websearch_to_tsquery, which turns off the matching of partial words and misspellings. */
const EXACT = /"|(?:^|\s)-\S|\sOR\s/;

/**
 * Searches posts: "hot" sorts by relevance, "new" and "top" keep their order. Runs two statements. Throws invalid_input
 * for a cursor from another sort order.
 */
export async function searchPosts(
  deps: ForumDeps,
  viewer: Viewer,
  query: PostListQuery,
): Promise<Page<PostCard>> {
  const text = [...trimLine(removeUnreadableCharacters(query.search))].slice(0, SEARCH_MAX).join("");
  const groups = EXACT.test(text)
    ? []
    : await expandWords(deps, extractWords(text), { matchSubstrings: true });
  const exact = sql`websearch_to_tsquery('english', ${text})`;
  const search: Search = {
    exact,
    // Each group includes the word itself, so exact matches are always found.
    broad: groups.length === 0 ? exact : sql`to_tsquery('english', ${groups.join(" & ")})`,
    literal: sql`strpos(lower(p.title || ' ' || p.content), lower(${text})) > 0`,
    inTitle: sql`strpos(lower(p.title), lower(${text})) > 0`,
  };
  const categories = getCategories(query);
  const conditions = [
    ...(categories.length === 0 ? [] : [sql`p.category = any (${getCategoriesParameter(query)})`]),
    ...(query.tag === null ? [] : [sql`p.tag_keys @> array[lower(${query.tag})]`]),
  ];

  const byRelevance = query.sort === "hot";
  const page = byRelevance
    ? buildPageByRelevance(search, conditions, query)
    : buildPageByOrder(search, conditions, query, deps.clock.now());
  const order = byRelevance ? sql`p.relevance desc, p.id desc` : POST_ORDERS[query.sort].orderBy;

  const { rows } = await deps.database.reader.execute<FoundRow>(
    selectCards(viewer, page, order, byRelevance ? sql`, p.relevance` : sql`, null::float8 as relevance`),
  );
  const pageRows = rows.slice(0, PAGE_SIZE);
  const last = pageRows.at(-1);
  if (rows.length <= PAGE_SIZE || !last) return { items: pageRows.map(presentCard), nextCursor: null };
  return {
    items: pageRows.map(presentCard),
    nextCursor:
      last.relevance === null
        ? POST_ORDERS[query.sort].toCursor(last)
        : formatCursor("relevance", [last.relevance, last.id]),
  };
}

/** `relevance` is null in other orders. */
type FoundRow = CardRow & { relevance: number | null };

/** Conditions on forum_posts (alias p), and their queries. */
interface Search {
  readonly exact: SQL;
  /** Includes partial words and corrected misspellings. */
  readonly broad: SQL;
  readonly literal: SQL;
  readonly inTitle: SQL;
}

function buildPageByRelevance(search: Search, conditions: readonly SQL[], query: PostListQuery): SQL {
  const { cursor } = query;
  const posts = [sql`p.deleted_at is null`, ...conditions];
  const categories = getCategoriesParameter(query);
  const buildCursorCondition = () => {
    const [, relevance, id] = parseCursor("relevance", cursor ?? "");
    return sql`where (p.relevance, p.id) < (${relevance}::float8, ${id}::uuid)`;
  };
  // Adds a tenth per year from the creation time, which never changes, so that the newer of two similar posts comes
  // first.
  return sql`
    with common as materialized (
      select public.words_are_common(${search.exact}) as exact, public.words_are_common(${search.broad}) as broad
    ),
    exact as materialized (
      select id from common, public.posts_with_words(${search.exact}, ${categories},
        case when common.exact then 0 else ${RANKED_MAX + 1} end) as id
    ),
    broad as materialized (
      select id from common, public.posts_with_words(${search.broad}, ${categories},
        case when common.broad then 0 else ${RANKED_MAX + 1} end) as id
    )
    select p.* from (
      select ${CARD_COLUMNS},
        ((p.search @@ ${search.exact})::int
          + 2 * ts_rank(${WEIGHTS}, p.search, ${search.exact}, 1)
          + ts_rank(${WEIGHTS}, p.search, ${search.broad}, 1)
          + case when ${search.inTitle} then 0.5 else 0 end
          + extract(epoch from p.created_at)::float8 / (10 * 365 * 86400.0))::float8 as relevance
      from (
        select id from exact
        union
        select id from broad
        union
        (select p.id from (
          select p.id, p.search, p.is_pinned, p.hot_rank from public.forum_posts p
          where ((select exact or broad from common)
              or greatest((select count(*) from exact), (select count(*) from broad)) > ${RANKED_MAX})
            and ${sql.join(posts, sql` and `)}
          order by ${POST_ORDERS.hot.orderBy}
          limit (select case when exact or broad then ${COMMON_SCANNED_MAX}::int else ${HOTTEST_SCANNED_MAX}::int end from common)
        ) p where p.search @@ ${search.broad}
          order by ${POST_ORDERS.hot.orderBy} limit ${RANKED_OF_HOTTEST_MAX})
        union
        ${selectLiteralMatches(
          search,
          sql`select p.* from public.forum_posts p where ${sql.join(posts, sql` and `)}
            order by ${POST_ORDERS.hot.orderBy} limit ${LITERAL_SCANNED_MAX}`,
        )}
      ) found join public.forum_posts p on p.id = found.id
      where ${sql.join(posts, sql` and `)}
    ) p
    ${cursor === null ? sql`` : buildCursorCondition()}
    order by p.relevance desc, p.id desc limit ${PAGE_SIZE + 1}`;
}

function buildPageByOrder(search: Search, conditions: readonly SQL[], query: PostListQuery, now: Date): SQL {
  const order = POST_ORDERS[query.sort];
  const areFew = sql`((select not yes from common) and (select count(*) from few) <= ${FETCHED_MAX})`;
  const pageOptions = { columns: sql`p.*`, limit: LITERAL_SCANNED_MAX };
  return sql`
    with common as materialized (select public.words_are_common(${search.broad}) as yes),
    few as materialized (
      select id from common, public.posts_with_words(${search.broad}, ${getCategoriesParameter(query)},
        case when common.yes then 0 else ${FETCHED_MAX + 1} end) as id
    )
    select ${CARD_COLUMNS} from (
      (select p.id from public.forum_posts p
        where p.id = any (array(select id from few))
          and ${sql.join([areFew, ...getPageConditions(query, now), ...conditions], sql` and `)}
        order by ${order.orderBy} limit ${PAGE_SIZE + 1})
      union
      (select p.id from (
        ${buildPostListQuery(query, now, [sql`not (${areFew})`, ...conditions, sql`p.search @@ ${search.broad}`])}
      ) p)
      union
      (${selectLiteralMatches(search, buildPostListQuery(query, now, conditions, pageOptions))}
        order by ${order.orderBy} limit ${PAGE_SIZE + 1})
    ) found join public.forum_posts p on p.id = found.id
    order by ${order.orderBy} limit ${PAGE_SIZE + 1}`;
}

/** Ids of posts among `head` that contain the search text literally, ignoring case. */
function selectLiteralMatches(search: Search, head: SQL): SQL {
  return sql`select p.id from (${head}) p where ${search.literal}`;
}
