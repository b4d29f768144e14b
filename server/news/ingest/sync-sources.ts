import { sql } from "drizzle-orm";
import type { NewsDeps } from "../deps.ts";

/**
 * Updates the sources from the configured list. Preserves what administrators added or edited. Can run concurrently.
 */
export async function syncSources({ database, settings, clock }: NewsDeps): Promise<void> {
  const now = clock.now().toISOString();
  const rows = settings.sources.map(({ intervalMinutes, ...source }) => ({
    ...source,
    interval_minutes: intervalMinutes ?? null,
  }));
  const listedSources = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as listed (name text, url text, category text, interval_minutes integer)`;
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into public.news_sources (name, url, category, interval_minutes, is_listed, next_fetch_at)
      select name, url, category, interval_minutes, true, ${now}::timestamptz from ${listedSources} order by url
      on conflict (url) do update set is_listed = true,
        name = case when news_sources.edited_at is null then excluded.name else news_sources.name end,
        category = case when news_sources.edited_at is null then excluded.category else news_sources.category end,
        interval_minutes = case when news_sources.edited_at is null then excluded.interval_minutes
          else news_sources.interval_minutes end
      where news_sources.is_listed is not null`);
    await tx.execute(sql`
      update public.news_sources set is_listed = false
      where is_listed and not url = any (${sql.param(rows.map(({ url }) => url))}::text[])`);
  });
}
