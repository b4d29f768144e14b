import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { NewsCategory } from "#core/news/categories.ts";
import { isUuid, type NewsDeps } from "./deps.ts";

/** Maps news categories to forum categories. */
const POST_CATEGORY: Readonly<Record<NewsCategory, string>> = {
  crypto: "crypto",
  ai: "ai",
  quantum: "quantum",
  defi: "defi",
  blockchain: "news",
};

/**
 * The forum post that discusses an article; the first request creates it. A deleted post is replaced by a new
 * one. Throws sign_in_to_post, article_not_found, and the errors of the forum's createPost.
 */
export async function openDiscussion(
  deps: NewsDeps,
  viewer: Viewer,
  articleId: string,
): Promise<{ postId: string; isNew: boolean }> {
  if (!viewer) throw new AppError("sign_in_to_post");
  const article = await findArticle(deps, articleId);
  if (article.post_id !== null) return { postId: article.post_id, isNew: false };

  // Deterministic, so that two simultaneous requests create only one post.
  const requestId = deriveUuid(`${article.discussion_key} ${article.discussion_id ?? ""}`);
  let postId: string;
  let isNew = true;
  try {
    const post = await deps.forum.createPost(viewer, {
      title: article.title,
      content: buildContent(deps, article),
      category: POST_CATEGORY[article.category],
      tags: article.tags,
      requestId,
    });
    postId = post.id;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
    const existingId = await findPost(deps, requestId);
    if (existingId === null) throw error;
    postId = existingId;
    isNew = false;
  }
  await deps.database.db.execute(sql`
    update public.news_articles set discussion_id = ${postId}::uuid
    where id = ${article.id}::uuid and discussion_id is not distinct from ${article.discussion_id}::uuid`);
  return { postId: (await findArticle(deps, articleId)).post_id ?? postId, isNew };
}

type DiscussedArticle = {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: NewsCategory;
  readonly tags: string[];
  readonly source: string;
  readonly source_url: string | null;
  readonly discussion_id: string | null;
  /** Never sent to clients. */
  readonly discussion_key: string;
  /** The discussion, unless it was deleted. */
  readonly post_id: string | null;
};

async function findArticle({ database }: NewsDeps, id: string): Promise<DiscussedArticle> {
  if (!isUuid(id)) throw new AppError("article_not_found");
  const { rows } = await database.db.execute<DiscussedArticle>(sql`
    select a.id, a.title, a.excerpt, a.category, a.tags, a.source, a.source_url, a.discussion_id, a.discussion_key,
      p.id as post_id
    from public.news_articles a
    left join public.forum_posts p on p.id = a.discussion_id and p.deleted_at is null
    where a.id = ${id}::uuid`);
  const [row] = rows;
  if (!row) throw new AppError("article_not_found");
  return row;
}

async function findPost({ database }: NewsDeps, id: string): Promise<string | null> {
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select id from public.forum_posts where id = ${id}::uuid and deleted_at is null`,
  );
  return rows[0]?.id ?? null;
}

/** Quotes the feed's text with all Markdown escaped. */
function buildContent({ origin }: NewsDeps, article: DiscussedArticle): string {
  const quoted = article.excerpt === "" ? "" : `> ${escapeMarkdown(article.excerpt)}\n\n`;
  const source = article.source_url === null ? escapeMarkdown(article.source) : `<${article.source_url}>`;
  return `${quoted}[Read the article](${origin}/news/${article.id}), from ${source}.`;
}

function escapeMarkdown(text: string): string {
  // Also escapes the colon and "@", so that URLs and names in the text are neither links nor mentions.
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~$&:@]/g, "\\$&");
}

function deriveUuid(name: string): string {
  const bytes = createHash("sha256").update(`discussion ${name}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
