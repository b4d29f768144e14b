import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { getSourceHealth } from "#core/news/schedule.ts";
import type { NewsSource } from "#core/news/types.ts";
import type { NewsDeps } from "./deps.ts";

type Row = Omit<NewsSource, "health" | "lastFetchedAt" | "lastSucceededAt" | "nextFetchAt"> & {
  last_fetched_at: string | null;
  last_succeeded_at: string | null;
  next_fetch_at: string;
};

/** Lists the sources in one statement, sorted by name. Throws not_signed_in, access_denied. */
export async function listSources(
  { database, settings }: Pick<NewsDeps, "database" | "settings">,
  viewer: Viewer,
): Promise<NewsSource[]> {
  requireAdmin(viewer);
  const { rows } = await database.db.execute<Row>(sql`
    select s.id, s.name, s.url, s.category, s.is_enabled and s.is_listed is not false as "isEnabled",
      s.is_listed is true as "isListed", s.interval_minutes as "intervalMinutes", s.failures,
      s.last_error as "lastError", s.last_fetched_at, s.last_succeeded_at, s.next_fetch_at,
      coalesce(c.amount, 0) as "articleCount"
    from public.news_sources s left join public.news_counts c on c.source = s.name
    order by lower(s.name), s.id`);
  return rows.map(({ last_fetched_at, last_succeeded_at, next_fetch_at, ...source }) => ({
    ...source,
    health: getSourceHealth({ ...source, hasSucceeded: last_succeeded_at !== null }),
    lastFetchedAt: toIso(last_fetched_at),
    lastSucceededAt: toIso(last_succeeded_at),
    nextFetchAt: source.isEnabled && settings.pollMinutes !== null ? toIso(next_fetch_at) : null,
  }));
}

/** Lists the names of the enabled sources. */
export async function listSourceNames({ database }: Pick<NewsDeps, "database">): Promise<string[]> {
  const { rows } = await database.reader.execute<{ name: string }>(sql`
    select name from public.news_sources where is_enabled and is_listed is not false order by lower(name), id`);
  return rows.map(({ name }) => name);
}

function toIso(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
