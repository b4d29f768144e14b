import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE, SEARCH_MAX } from "#core/forum/limits.ts";
import { dropUnreadableCharacters, trimLine } from "#core/forum/text.ts";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import { readCursor, writeCursor } from "./cursor.ts";
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
import { readInOrder } from "./read-in-order.ts";

/*
 * How the cost of a search is bounded with a million posts:
 * - Common words, which a tenth of the newest thousand posts have, are found quickly in the list's own index: by
 * relevance the 400 hottest matches are ranked, by date and votes pages are read one by one.
 * - For rarer words the text index returns up to 1000 posts with all the words and 1000 with partial words or
 * corrected misspellings for ranking. If there are more, the matches among the 8000 hottest are ranked too. By date
 * and votes every match is reachable (FEW in post-orders.ts).
 * - Text that isn't a word ("C++", "100%", part of a link) is searched literally in the first thousand posts of the
 * list.
 */
const RANKED = 1000;
const HEAD = 8000;
const HEAD_OF_COMMON = 20_000;
const RANKED_OF_HEAD = 400;
const READ_LITERALLY = 1000;

/** Rank weights by position; words in titles have weight A, words in content B. */
const WEIGHTS = sql`'{0.1, 0.1, 0.25, 1}'::float4[]`;

/** Syntax of websearch_to_tsquery, which turns off the tolerance for parts of words and misspellings. */
const EXACT = /"|(?:^|\s)-\S|\sOR\s/;

/**
 * Searches posts: "hot" sorts by relevance, "new" and "top" keep their order. Two statements. Throws invalid_input
 * for a cursor of another order.
 */
export async function searchPosts(
  deps: ForumDeps,
  viewer: Viewer,
  query: PostListQuery,
): Promise<Page<PostCard>> {
  const text = [...trimLine(dropUnreadableCharacters(query.search))].slice(0, SEARCH_MAX).join("");
  const groups = EXACT.test(text) ? [] : await expandWords(deps, extractWords(text), { parts: true });
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
    ? pageByRelevance(search, conditions, query)
    : pageByOrder(search, conditions, query, deps.clock.now());
  const order = byRelevance ? sql`p.relevance desc, p.id desc` : POST_ORDERS[query.sort].by;

  const { rows } = await deps.database.db.execute<FoundRow>(
    selectCards(viewer, page, order, byRelevance ? sql`, p.relevance` : sql``),
  );
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  if (rows.length <= PAGE_SIZE || !last) return { items: shown.map(presentCard), nextCursor: null };
  return {
    items: shown.map(presentCard),
    nextCursor: byRelevance
      ? writeCursor("relevance", [last.relevance, last.id])
      : POST_ORDERS[query.sort].toCursor(last),
  };
}

type FoundRow = CardRow & { relevance: number };

/** Conditions on forum_posts (alias p), and their queries. */
interface Search {
  readonly exact: SQL;
  /** Including parts of words and misspellings. */
  readonly broad: SQL;
  readonly literal: SQL;
  readonly inTitle: SQL;
}

function pageByRelevance(search: Search, conditions: readonly SQL[], query: PostListQuery): SQL {
  const { cursor } = query;
  const posts = [sql`p.deleted_at is null`, ...conditions];
  const categories = getCategoriesParameter(query);
  const after = () => {
    const [, relevance, id] = readCursor("relevance", cursor ?? "");
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
        case when common.exact then 0 else ${RANKED + 1} end) as id
    ),
    broad as materialized (
      select id from common, public.posts_with_words(${search.broad}, ${categories},
        case when common.broad then 0 else ${RANKED + 1} end) as id
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
              or greatest((select count(*) from exact), (select count(*) from broad)) > ${RANKED})
            and ${sql.join(posts, sql` and `)}
          order by ${POST_ORDERS.hot.by}
          limit (select case when exact or broad then ${HEAD_OF_COMMON}::int else ${HEAD}::int end from common)
        ) p where p.search @@ ${search.broad}
          order by ${POST_ORDERS.hot.by} limit ${RANKED_OF_HEAD})
        union
        ${literalMatches(
          search,
          sql`select p.* from public.forum_posts p where ${sql.join(posts, sql` and `)}
            order by ${POST_ORDERS.hot.by} limit ${READ_LITERALLY}`,
        )}
      ) found join public.forum_posts p on p.id = found.id
      where ${sql.join(posts, sql` and `)}
    ) p
    ${cursor === null ? sql`` : after()}
    order by p.relevance desc, p.id desc limit ${PAGE_SIZE + 1}`;
}

function pageByOrder(search: Search, conditions: readonly SQL[], query: PostListQuery, now: Date): SQL {
  const order = POST_ORDERS[query.sort];
  const areFew = sql`((select not yes from common) and (select count(*) from few) <= ${FETCHED_MAX})`;
  const read = { columns: sql`p.*`, limit: READ_LITERALLY };
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
        order by ${order.by} limit ${PAGE_SIZE + 1})
      union
      (select p.id from (
        ${readInOrder(query, now, [sql`not (${areFew})`, ...conditions, sql`p.search @@ ${search.broad}`])}
      ) p)
      union
      (${literalMatches(search, readInOrder(query, now, conditions, read))}
        order by ${order.by} limit ${PAGE_SIZE + 1})
    ) found join public.forum_posts p on p.id = found.id
    order by ${order.by} limit ${PAGE_SIZE + 1}`;
}

/** Ids of posts among `head` that contain the search text literally, ignoring case. */
function literalMatches(search: Search, head: SQL): SQL {
  return sql`select p.id from (${head}) p where ${search.literal}`;
}
