import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { NewsCategory } from "#core/news/categories.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { NewsDeps } from "./deps.ts";

export type DiscussedArticle = {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: NewsCategory;
  readonly tags: string[];
  readonly source: string;
  readonly source_url: string | null;
  readonly discussion_id: string | null;
  /** The secret that IDs are derived from. It is never sent to clients. */
  readonly discussion_key: string;
  /** The ID of the discussion's post; null, like the fields below, if there is none or it was deleted. */
  readonly post_id: string | null;
  readonly post_author_id: string | null;
  readonly post_title: string | null;
  readonly post_content: string | null;
};

/** Throws article_not_found. */
export async function findDiscussedArticle({ database }: NewsDeps, id: string): Promise<DiscussedArticle> {
  if (!isUuid(id)) throw new AppError("article_not_found");
  const { rows } = await database.db.execute<DiscussedArticle>(sql`
    select a.id, a.title, a.excerpt, a.category, a.tags, a.source, a.source_url, a.discussion_id, a.discussion_key,
      p.id as post_id, p.author_id as post_author_id, p.title as post_title, p.content as post_content
    from public.news_articles a
    left join public.forum_posts p on p.id = a.discussion_id and p.deleted_at is null
    where a.id = ${id}::uuid and a.hidden_at is null`);
  const [row] = rows;
  if (!row) throw new AppError("article_not_found");
  return row;
}

/** Derives a draft's ID, so that a member who opens the editor from the article again gets the same draft. */
export const deriveDraftId = (article: DiscussedArticle, memberId: string): string =>
  deriveUuid(`discussion draft ${article.discussion_key} ${memberId}`);

/**
 * Derives the ID of a discussion's post, which is the same for every member, so that there can be only one per article.
 */
export const derivePostId = (article: DiscussedArticle): string =>
  deriveUuid(`discussion ${article.discussion_key} ${article.discussion_id ?? ""}`);

function deriveUuid(name: string): string {
  const hash = createHash("sha256").update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
