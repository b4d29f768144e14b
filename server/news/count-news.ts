import { sql } from "drizzle-orm";
import type { NewsCounters } from "#core/news/types.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import type { NewsDeps } from "./deps.ts";

const CACHE_MS = 10_000;

/** Creates a function that returns the news counters, which are cached for ten seconds. */
export function createNewsCounter(deps: NewsDeps): () => Promise<NewsCounters> {
  return memoizeWithTtl(() => countNews(deps), { clock: deps.clock, ttlMs: CACHE_MS });
}

async function countNews({ database }: NewsDeps): Promise<NewsCounters> {
  const { rows } = await database.reader.execute<NewsCounters & Record<string, unknown>>(sql`
    select
      (select count(*)::int from public.news_articles where is_flash) as flash,
      coalesce(sum(amount), 0)::int as articles,
      (count(*) filter (where amount > 0))::int as sources,
      exists (select from public.news_articles where is_sample and hidden_at is null) as "isSample",
      coalesce((select bool_and(failures > 0) from public.news_sources where is_enabled and is_listed is not false),
        false) as "hasFailed"
    from public.news_counts`);
  return rows[0] ?? { flash: 0, articles: 0, sources: 0, isSample: false, hasFailed: false };
}
