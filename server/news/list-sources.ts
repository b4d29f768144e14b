import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { NewsCategory } from "#core/news/categories.ts";
import { getSourceHealth } from "#core/news/schedule.ts";
import type { NewsSource } from "#core/news/types.ts";
import type { NewsDeps } from "./deps.ts";

/** By name, in one statement. */
export async function listSources(
  { database, settings }: Pick<NewsDeps, "database" | "settings">,
  viewer: Viewer,
): Promise<NewsSource[]> {
  requireAdmin(viewer);
  const { rows } = await database.db.execute<{
    id: string;
    name: string;
    url: string;
    category: NewsCategory;
    is_enabled: boolean;
    interval_minutes: number | null;
    failures: number;
    last_error: string | null;
    last_fetched_at: Date | string | null;
    last_succeeded_at: Date | string | null;
    next_fetch_at: Date | string;
    articles: number;
    is_listed: boolean | null;
  }>(sql`
    select s.id, s.name, s.url, s.category, s.is_enabled and s.is_listed is not false as is_enabled,
      s.interval_minutes, s.failures, s.last_error, s.last_fetched_at, s.last_succeeded_at, s.next_fetch_at,
      s.is_listed, coalesce(c.amount, 0) as articles
    from public.news_sources s left join public.news_counts c on c.source = s.name
    order by lower(s.name), s.id`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    category: row.category,
    isEnabled: row.is_enabled,
    isListed: row.is_listed === true,
    intervalMinutes: row.interval_minutes,
    health: getSourceHealth({
      isEnabled: row.is_enabled,
      failures: row.failures,
      hasSucceeded: row.last_succeeded_at !== null,
    }),
    failures: row.failures,
    lastError: row.last_error,
    lastFetchedAt: toIso(row.last_fetched_at),
    lastSucceededAt: toIso(row.last_succeeded_at),
    nextFetchAt: row.is_enabled && settings.pollMinutes !== null ? toIso(row.next_fetch_at) : null,
    articles: row.articles,
  }));
}

export async function listSourceNames({ database }: Pick<NewsDeps, "database">): Promise<string[]> {
  const { rows } = await database.reader.execute<{ name: string }>(sql`
    select name from public.news_sources where is_enabled and is_listed is not false order by lower(name), id`);
  return rows.map(({ name }) => name);
}

function toIso(time: Date | string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
