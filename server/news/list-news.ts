import { type SQL, sql } from "drizzle-orm";
import type { Page } from "#core/forum/types.ts";
import { NEWS_PAGE_SIZES } from "#core/news/categories.ts";
import { FLASH_LIMIT, LATEST_LIMIT } from "#core/news/limits.ts";
import { cleanNewsSearch } from "#core/news/list-query.ts";
import type { HomeNews, NewsCard, NewsListQuery } from "#core/news/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import {
  formatOrderedCursor,
  type NewestMatches,
  type NoMatch,
  parseOrderedCursor,
  resolveListSearch,
  selectNewestMatches,
} from "#server/search/index.ts";
import { buildCursorCondition, formatCursor, parseCursor } from "./cursor.ts";
import type { NewsDeps } from "./deps.ts";
import { buildCardTables, CARD_COLUMNS, CARD_TABLES, type CardRow, presentCard } from "./present-article.ts";

const SIZE_MAX = 100;

/** Lists a page of articles, newest first. Throws invalid_input for an invalid cursor. */
export async function listNews(deps: NewsDeps, query: NewsListQuery): Promise<Page<NewsCard>> {
  dependOn("news");
  const size = Math.min(SIZE_MAX, Math.max(1, query.size ?? NEWS_PAGE_SIZES[query.category]));
  if (query.search.trim() !== "") return searchNews(deps, query, size);
  const conditions: SQL[] = [
    sql`a.hidden_at is null`,
    ...(query.category === "all" ? [] : [sql`a.category = ${query.category}`]),
    ...(query.cursor === null ? [] : [buildCursorCondition(query.cursor)]),
  ];
  const page = sql`select a.* from public.news_articles a where ${sql.join(conditions, sql` and `)}
    order by a.published_at desc, a.id desc limit ${size + 1}`;
  const { rows } = await deps.database.reader.execute<CardRow>(sql`
    select ${CARD_COLUMNS} from ${buildCardTables(page)}
    order by a.published_at desc, a.id desc limit ${size + 1}`);
  return presentPage(rows, size);
}

/** Finds articles, newest first, with the site's search (server/search). */
async function searchNews(deps: NewsDeps, query: NewsListQuery, size: number): Promise<Page<NewsCard>> {
  const parsedCursor = query.cursor === null ? null : parseOrderedCursor(query.cursor);
  const search = await resolveListSearch(deps, {
    kind: "article",
    text: cleanNewsSearch(query.search),
    categories: query.category === "all" ? [] : [query.category],
    variants: parsedCursor?.variants ?? null,
  });
  const position = {
    mode: parsedCursor?.mode ?? null,
    from: parsedCursor ? parseCursor(parsedCursor.inner) : null,
  };
  const page = sql`select a.*, f.is_wide, f.end_micros, f.end_id
    from (${selectNewestMatches("article", search, position, size + 1)}) f left join public.news_articles a on a.id = f.id and a.hidden_at is null`;
  const { rows } = await deps.database.reader.execute<(CardRow | NoMatch<CardRow>) & NewestMatches>(sql`
    select ${CARD_COLUMNS}, a.is_wide, a.end_micros, a.end_id from ${buildCardTables(page)}
    order by a.published_at desc, a.id desc`);
  const articles = rows.filter((row) => row.id !== null);
  const { items, nextCursor } = presentPage(articles, size);
  const [first] = rows;
  const end = nextCursor ?? (first?.end_id ? formatCursor(Number(first.end_micros), first.end_id) : null);
  const mode = parsedCursor?.mode ?? (first?.is_wide ? "wide" : "exact");
  return { items, nextCursor: end && formatOrderedCursor({ mode, inner: end, variants: search.variants }) };
}

function presentPage(rows: readonly CardRow[], size: number): Page<NewsCard> {
  return buildPage(rows, size, presentCard, (row) => formatCursor(Number(row.published_micros), row.id));
}

/** Reads flash news and the other latest articles in one statement. Throws invalid_input for an invalid cursor. */
export async function readHomeNews(deps: NewsDeps, cursor: string | null): Promise<HomeNews> {
  const cursorCondition = cursor === null ? sql`` : sql`and ${buildCursorCondition(cursor)}`;
  const { rows } = await deps.database.reader.execute<CardRow & { part: "flash" | "latest" }>(sql`
    with flash as materialized (
      select id from public.news_articles where is_flash order by published_at desc, id desc limit ${FLASH_LIMIT}
    )
    (select 'flash' as part, ${CARD_COLUMNS} from ${CARD_TABLES} where a.id in (select id from flash))
    union all
    (select 'latest', ${CARD_COLUMNS} from ${CARD_TABLES}
      where a.hidden_at is null and not (a.id = any (array(select id from flash))) ${cursorCondition}
      order by a.published_at desc, a.id desc limit ${LATEST_LIMIT + 1})
    order by part, published_micros desc, id desc`);
  const latestRows = rows.filter(({ part }) => part === "latest");
  return {
    flash: rows.filter(({ part }) => part === "flash").map(presentCard),
    latest: presentPage(latestRows, LATEST_LIMIT),
  };
}
