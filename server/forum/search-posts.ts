import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE, SEARCH_MAX } from "#core/forum/limits.ts";
import { dropUnreadableCharacters, trimLine } from "#core/forum/text.ts";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import { expandWords, wordsIn } from "./expand-words.ts";
import { categoriesParameter, FEW, POST_ORDERS, placeConditions, wantedCategories } from "./post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "./present-post.ts";
import { readInOrder } from "./read-in-order.ts";

/*
 * What bounds a search at a million posts:
 * - Common words (a tenth of the newest thousand posts have them) are met soon in the list's own index: by relevance the
 *   400 hottest with them are ranked, by time and by votes a page is read after the other.
 * - Of rarer ones the words' index gives up to 1000 posts with all the words and 1000 with parts or misspellings of
 *   them to be ranked, and where there are more, those among the 8000 hottest. By time and by votes every match is
 *   reached (FEW in post-orders.ts).
 * - What is no word ("C++", "100%", half a link) is looked for literally, in the thousand posts at the list's head.
 */
const RANKED = 1000;
const HEAD = 8000;
const HEAD_OF_COMMON = 20_000;
const RANKED_OF_HEAD = 400;
const READ_LITERALLY = 1000;

/** Shares of the rank by where a word stands; the title's words are A, the content's B. */
const WEIGHTS = sql`'{0.1, 0.1, 0.25, 1}'::float4[]`;

/** Signs of websearch_to_tsquery's own language: then the words mean exactly what they say. */
const EXACT = /"|(?:^|\s)-\S|\sOR\s/;

/**
 * Posts by what they say: sort "hot" ranks by relevance, "new" and "top" keep their order. Two statements.
 * Throws invalid_input for a cursor that this order did not give out.
 */
export async function searchPosts(
  deps: ForumDeps,
  viewer: Viewer,
  query: PostListQuery,
): Promise<Page<PostCard>> {
  const text = [...trimLine(dropUnreadableCharacters(query.search))].slice(0, SEARCH_MAX).join("");
  const groups = EXACT.test(text) ? [] : await expandWords(deps, wordsIn(text), { parts: true });
  const exact = sql`websearch_to_tsquery('english', ${text})`;
  const search: Search = {
    exact,
    // Each group holds the word itself, so whatever has the words is found; without groups it is the words alone.
    broad: groups.length === 0 ? exact : sql`to_tsquery('english', ${groups.join(" & ")})`,
    literal: sql`strpos(lower(p.title || ' ' || p.content), lower(${text})) > 0`,
    inTitle: sql`strpos(lower(p.title), lower(${text})) > 0`,
  };
  const categories = wantedCategories(query);
  const conditions = [
    ...(categories.length === 0 ? [] : [sql`p.category = any (${categoriesParameter(query)})`]),
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
      : POST_ORDERS[query.sort].cursorOf(last),
  };
}

type FoundRow = CardRow & { relevance: number };

/** Conditions over forum_posts under the alias p, and the queries that they are made from. */
interface Search {
  readonly exact: SQL;
  /** Parts and misspellings too. */
  readonly broad: SQL;
  readonly literal: SQL;
  readonly inTitle: SQL;
}

function pageByRelevance(search: Search, conditions: readonly SQL[], query: PostListQuery): SQL {
  const { cursor } = query;
  const posts = [sql`p.deleted_at is null`, ...conditions];
  const categories = categoriesParameter(query);
  const after = () => {
    const [, relevance, id] = readCursor("relevance", cursor ?? "");
    return sql`where (p.relevance, p.id) < (${relevance}::float8, ${id}::uuid)`;
  };
  // Time adds a tenth a year and never changes: of two posts that say the same, the newer comes first.
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
  const areFew = sql`((select not yes from common) and (select count(*) from few) <= ${FEW})`;
  const read = { columns: sql`p.*`, limit: READ_LITERALLY };
  return sql`
    with common as materialized (select public.words_are_common(${search.broad}) as yes),
    few as materialized (
      select id from common, public.posts_with_words(${search.broad}, ${categoriesParameter(query)},
        case when common.yes then 0 else ${FEW + 1} end) as id
    )
    select ${CARD_COLUMNS} from (
      (select p.id from public.forum_posts p
        where p.id = any (array(select id from few))
          and ${sql.join([areFew, ...placeConditions(query, now), ...conditions], sql` and `)}
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

/** The ids of posts among the `head` of an order whose text holds what was typed, letter for letter but for case. */
function literalMatches(search: Search, head: SQL): SQL {
  return sql`select p.id from (${head}) p where ${search.literal}`;
}
