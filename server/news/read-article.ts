import { sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import { RELATED_LIMIT } from "#core/news/limits.ts";
import type { NewsDetail } from "#core/news/types.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { NewsDeps } from "./deps.ts";
import {
  type ArticleRow,
  CARD_COLUMNS,
  CARD_TABLES,
  type CardRow,
  presentArticle,
  presentCard,
} from "./present-article.ts";

/** A row as JSON, where the bigint is a number. */
type RelatedRow = Omit<CardRow, "published_micros"> & { published_micros: number };

/** Reads an article and, in the same statement, others in its category, newest first. Throws article_not_found. */
export async function readArticle(deps: NewsDeps, id: string): Promise<NewsDetail> {
  if (!isUuid(id)) throw new AppError("article_not_found");
  const { rows } = await deps.database.reader.execute<ArticleRow & { related: RelatedRow[] }>(sql`
    with related as (
      select ${CARD_COLUMNS} from ${CARD_TABLES}
      where a.category = (select category from public.news_articles where id = ${id}::uuid) and a.id <> ${id}::uuid
        and a.hidden_at is null
      order by a.published_at desc, a.id desc limit ${RELATED_LIMIT}
    )
    select ${CARD_COLUMNS}, a.content, a.source_url, p.id as discussion_id, p.comment_count,
      (select coalesce(jsonb_agg(to_jsonb(r) order by r.published_micros desc, r.id desc), '[]') from related r) as related
    from ${CARD_TABLES} left join public.forum_posts p on p.id = a.discussion_id and p.deleted_at is null
    where a.id = ${id}::uuid and a.hidden_at is null`);
  const [row] = rows;
  if (!row) throw new AppError("article_not_found");
  if (row.discussion_id !== null) dependOn(`post:${row.discussion_id}`);
  return {
    article: presentArticle(row),
    related: row.related.map((related) =>
      presentCard({ ...related, published_micros: String(related.published_micros) }),
    ),
  };
}
