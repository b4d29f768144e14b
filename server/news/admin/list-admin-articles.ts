import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { Page } from "#core/forum/types.ts";
import {
  type AdminArticle,
  type AdminArticlesQuery,
  ARTICLES_PAGE_SIZE,
  type ArticleState,
} from "#core/news/admin-articles.ts";
import type { NewsCategory } from "#core/news/categories.ts";
import { microsToIso, toMicros } from "#server/database/index.ts";
import { buildCursorCondition, formatCursor } from "../cursor.ts";
import type { NewsDeps } from "../deps.ts";
import { listNews } from "../list-news.ts";

/** Each state has its own index. No hidden article is flash news. */
const STATES = {
  flash: sql`a.is_flash`,
  hidden: sql`a.hidden_at is not null`,
} as const satisfies Record<ArticleState, unknown>;

/** Newest first: all visible articles, or those in a state. */
export async function listAdminArticles(
  deps: NewsDeps,
  viewer: Viewer,
  { search, category, state, cursor }: AdminArticlesQuery,
): Promise<Page<AdminArticle>> {
  requireAdmin(viewer);
  if (state === null) {
    const page = await listNews(deps, {
      category: category ?? "all",
      search,
      cursor,
      size: ARTICLES_PAGE_SIZE,
    });
    return {
      items: page.items.map((card) => ({
        id: card.id,
        title: card.title,
        category: card.category,
        source: card.source,
        publishedAt: card.publishedAt,
        views: card.views,
        isFlash: card.isFlash,
        isHidden: false,
      })),
      nextCursor: page.nextCursor,
    };
  }
  const conditions = [
    STATES[state],
    ...(category === null ? [] : [sql`a.category = ${category}`]),
    ...(search === "" ? [] : [sql`strpos(lower(a.title), lower(${search})) > 0`]),
    ...(cursor === null ? [] : [buildCursorCondition(cursor)]),
  ];
  const { rows } = await deps.database.db.execute<{
    id: string;
    title: string;
    category: NewsCategory;
    source: string;
    published_micros: string;
    views: number;
    is_flash: boolean;
  }>(sql`
    select a.id, a.title, a.category, a.source, a.views, a.is_flash,
      ${toMicros(sql`a.published_at`)} as published_micros
    from public.news_articles a where ${sql.join(conditions, sql` and `)}
    order by a.published_at desc, a.id desc limit ${ARTICLES_PAGE_SIZE + 1}`);
  const pageRows = rows.slice(0, ARTICLES_PAGE_SIZE);
  const last = pageRows.at(-1);
  return {
    items: pageRows.map((row) => ({
      id: row.id,
      title: row.title,
      category: row.category,
      source: row.source,
      publishedAt: microsToIso(row.published_micros),
      views: row.views,
      isFlash: row.is_flash,
      isHidden: state === "hidden",
    })),
    nextCursor:
      rows.length > ARTICLES_PAGE_SIZE && last ? formatCursor(Number(last.published_micros), last.id) : null,
  };
}
