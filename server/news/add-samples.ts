import { sql } from "drizzle-orm";
import { SAMPLE_ARTICLES } from "#core/news/fallback/sample-articles.ts";
import { estimateReadTime } from "#core/news/text.ts";
import { SITE_NAME } from "#core/site.ts";
import type { NewsDeps } from "./deps.ts";
import { markFlash } from "./ingest/mark-flash.ts";
import { lockNewsWrites } from "./ingest/write-lock.ts";

/** The source name of the product's own news (specification). */
const OWN_SOURCE = `${SITE_NAME} News`;

/**
 * Adds the sample articles, or updates the publication times of existing ones, which misleads no one because none of
 * them reports an event. Does nothing once there are visible real articles. Returns whether samples are shown.
 */
export async function addSamples({ database, clock }: NewsDeps) {
  const now = clock.now();
  const rows = SAMPLE_ARTICLES.map(({ hoursAgo, ...article }) => ({
    ...article,
    published_at: new Date(now.getTime() - hoursAgo * 3_600_000).toISOString(),
    read_time: estimateReadTime(article.content),
  }));
  const hasSamples = await database.db.transaction(async (tx) => {
    await lockNewsWrites(tx);
    const { rows: existing } = await tx.execute<{ has_articles: boolean }>(
      sql`select exists (select from public.news_articles where not is_sample and hidden_at is null) as has_articles`,
    );
    if (existing[0]?.has_articles) return false;
    await tx.execute(sql`
      insert into public.news_articles (id, title, content, excerpt, category, tags, author, published_at, created_at,
        source, identity, content_digest, read_time, is_sample)
      select id, title, content, excerpt, category, tags, ${`${SITE_NAME} sample desk`}, published_at,
        ${now.toISOString()}::timestamptz, ${OWN_SOURCE}, id::text, '', read_time, true
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, title text, content text, excerpt text,
        category text, tags text[], published_at timestamptz, read_time integer)
      where not exists (select from public.news_removed_articles removed where removed.id = given.id)
      on conflict (id) do update set published_at = excluded.published_at where news_articles.hidden_at is null`);
    return true;
  });
  if (hasSamples) await markFlash({ database, clock });
  return hasSamples;
}
