import { type SQL, sql } from "drizzle-orm";
import type { Page } from "#core/forum/types.ts";
import { NEWS_PAGE_SIZES } from "#core/news/categories.ts";
import { FLASH_LIMIT, LATEST_LIMIT } from "#core/news/limits.ts";
import type { HomeNews, NewsCard, NewsListQuery } from "#core/news/types.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { buildCursorCondition, formatCursor } from "./cursor.ts";
import type { NewsDeps } from "./deps.ts";
import { buildCardTables, CARD_COLUMNS, CARD_TABLES, type CardRow, presentCard } from "./present-article.ts";
import { buildSearchQuery } from "./search-terms.ts";

/** Upper limit of the page size. */
const SIZE_MAX = 100;
/** Up to this many matches are fetched and sorted; beyond, the list's index is scanned instead. */
const SORTED_MATCHES_MAX = 2000;

/** One page of news, newest first. Runs one statement, two for a search. Throws invalid_input for an invalid cursor. */
export async function listNews(deps: NewsDeps, query: NewsListQuery): Promise<Page<NewsCard>> {
  dependOn("news");
  const size = Math.min(SIZE_MAX, Math.max(1, query.size ?? NEWS_PAGE_SIZES[query.category]));
  const conditions: SQL[] = [
    ...(query.category === "all" ? [] : [sql`a.category = ${query.category}`]),
    ...(query.cursor === null ? [] : [buildCursorCondition(query.cursor)]),
  ];
  const terms = query.search.trim() === "" ? null : await buildSearchQuery(deps, query.search);
  const page =
    terms === null
      ? buildListQuery(conditions, size)
      : sql`
        with common as materialized (select public.news_words_are_common(${terms}) as yes),
        few as materialized (
          select id from common, public.news_with_words(${terms},
            ${query.category === "all" ? null : query.category}::text,
            case when common.yes then 0 else ${SORTED_MATCHES_MAX + 1} end) as id
        )
        (select a.* from public.news_articles a
          where ${sql.join([sql`a.id = any (array(select id from few))`, areFew, ...conditions], sql` and `)}
          order by a.published_at desc, a.id desc limit ${size + 1})
        union all
        (${buildListQuery([sql`not (${areFew})`, sql`a.search @@ ${terms}`, ...conditions], size)})`;
  const { rows } = await deps.database.reader.execute<CardRow>(sql`
    select ${CARD_COLUMNS} from ${buildCardTables(page)}
    order by a.published_at desc, a.id desc limit ${size + 1}`);
  return presentPage(rows, size);
}

function presentPage(rows: readonly CardRow[], size: number): Page<NewsCard> {
  const pageRows = rows.slice(0, size);
  const last = pageRows.at(-1);
  return {
    items: pageRows.map(presentCard),
    nextCursor: rows.length > size && last ? formatCursor(Number(last.published_micros), last.id) : null,
  };
}

const areFew = sql`((select not yes from common) and (select count(*) from few) <= ${SORTED_MATCHES_MAX})`;

function buildListQuery(conditions: readonly SQL[], size: number): SQL {
  const whereSql = conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;
  return sql`select a.* from public.news_articles a ${whereSql}
    order by a.published_at desc, a.id desc limit ${size + 1}`;
}

/**
 * Flash news and a page of the other latest articles for the home page. Runs one statement. Throws invalid_input for an
 * invalid cursor.
 */
export async function readHomeNews(
  deps: Pick<NewsDeps, "database">,
  cursor: string | null,
): Promise<HomeNews> {
  const cursorCondition = cursor === null ? sql`` : sql`and ${buildCursorCondition(cursor)}`;
  const { rows } = await deps.database.reader.execute<CardRow & { part: "flash" | "latest" }>(sql`
    with flash as materialized (
      select id from public.news_articles where is_flash order by published_at desc, id desc limit ${FLASH_LIMIT}
    )
    (select 'flash' as part, ${CARD_COLUMNS} from ${CARD_TABLES} where a.id in (select id from flash))
    union all
    (select 'latest', ${CARD_COLUMNS} from ${CARD_TABLES}
      where not (a.id = any (array(select id from flash))) ${cursorCondition}
      order by a.published_at desc, a.id desc limit ${LATEST_LIMIT + 1})
    order by part, published_micros desc, id desc`);
  const latestRows = rows.filter(({ part }) => part === "latest");
  return {
    flash: rows.filter(({ part }) => part === "flash").map(presentCard),
    latest: presentPage(latestRows, LATEST_LIMIT),
  };
}
