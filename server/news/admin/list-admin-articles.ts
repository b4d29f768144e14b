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
import { microsToIso, toMicros } from "#server/database/index.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { buildCursorCondition, formatCursor } from "../cursor.ts";
import type { NewsDeps } from "../deps.ts";
import { listNews } from "../list-news.ts";

/** The condition for each state. Each has its own index. No hidden article is flash news. */
const STATE_CONDITIONS = {
  flash: sql`a.is_flash`,
  hidden: sql`a.hidden_at is not null`,
} as const satisfies Record<ArticleState, unknown>;

type Row = Omit<AdminArticle, "publishedAt"> & { published_micros: string };

/**
 * Lists articles, newest first: all visible ones, or only those in `state`. Throws not_signed_in, access_denied,
 * invalid_input for an invalid cursor.
 */
export async function listAdminArticles(
  deps: NewsDeps,
  viewer: Viewer,
  { search, category, state, cursor }: AdminArticlesQuery,
): Promise<Page<AdminArticle>> {
  requireAdmin(viewer);
  if (state === null) {
    const size = ARTICLES_PAGE_SIZE;
    const { items, nextCursor } = await listNews(deps, { category: category ?? "all", search, cursor, size });
    return {
      items: items.map(({ id, title, category, source, publishedAt, views, isFlash }) => {
        return { id, title, category, source, publishedAt, views, isFlash, isHidden: false };
      }),
      nextCursor,
    };
  }
  const conditions = [
    STATE_CONDITIONS[state],
    ...(category === null ? [] : [sql`a.category = ${category}`]),
    ...(search === "" ? [] : [sql`strpos(lower(a.title), lower(${search})) > 0`]),
    ...(cursor === null ? [] : [buildCursorCondition(cursor)]),
  ];
  const { rows } = await deps.database.db.execute<Row>(sql`
    select a.id, a.title, a.category, a.source, a.views, a.is_flash as "isFlash",
      a.hidden_at is not null as "isHidden", ${toMicros(sql`a.published_at`)} as published_micros
    from public.news_articles a where ${sql.join(conditions, sql` and `)}
    order by a.published_at desc, a.id desc limit ${ARTICLES_PAGE_SIZE + 1}`);
  return buildPage(
    rows,
    ARTICLES_PAGE_SIZE,
    ({ published_micros, ...article }) => ({ ...article, publishedAt: microsToIso(published_micros) }),
    (row) => formatCursor(Number(row.published_micros), row.id),
  );
}
