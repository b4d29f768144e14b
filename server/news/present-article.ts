import { type SQL, sql } from "drizzle-orm";
import type { NewsCategory } from "#core/news/categories.ts";
import type { NewsArticle, NewsCard } from "#core/news/types.ts";
import { microsToIso, toMicros } from "#server/database/index.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { buildCategoryImage, buildStoredImage } from "./images/image-urls.ts";

/** The columns of a card, from news_articles as `a` and news_images as `i`. */
export const CARD_COLUMNS = sql`a.id, a.title, a.excerpt, a.category, a.tags, a.author, a.source, a.read_time, a.views,
  a.is_flash, a.is_sample, ${toMicros(sql`a.published_at`)} as published_micros,
  i.id as image_id, i.width, i.height`;
const IMAGE_JOIN = sql`left join public.news_images i on i.id = a.image_id and i.state = 'stored'`;
export const CARD_TABLES = sql`public.news_articles a ${IMAGE_JOIN}`;

/** Builds CARD_TABLES with a subquery in place of news_articles. */
export function buildCardTables(articles: SQL): SQL {
  return sql`(${articles}) a ${IMAGE_JOIN}`;
}

export type CardRow = {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: NewsCategory;
  readonly tags: string[];
  readonly author: string;
  readonly source: string;
  readonly read_time: number;
  readonly views: number;
  readonly is_flash: boolean;
  readonly is_sample: boolean;
  readonly published_micros: string;
  readonly image_id: string | null;
  readonly width: number | null;
  readonly height: number | null;
};

export type ArticleRow = CardRow & {
  readonly content: string;
  readonly source_url: string | null;
  readonly discussion_id: string | null;
  readonly comment_count: number | null;
};

export function presentCard(row: CardRow): NewsCard {
  dependOn("news");
  const { image_id: imageId, width, height } = row;
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    category: row.category,
    tags: row.tags,
    author: row.author,
    source: row.source,
    publishedAt: microsToIso(row.published_micros),
    readMinutes: row.read_time,
    views: row.views,
    isFlash: row.is_flash,
    isSample: row.is_sample,
    image:
      imageId === null || width === null || height === null
        ? buildCategoryImage(row.category)
        : buildStoredImage(imageId, width, height),
  };
}

export function presentArticle(row: ArticleRow): NewsArticle {
  return {
    ...presentCard(row),
    content: row.content,
    sourceUrl: row.source_url,
    discussion:
      row.discussion_id === null || row.comment_count === null
        ? null
        : { postId: row.discussion_id, commentCount: row.comment_count },
  };
}
