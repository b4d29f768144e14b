import { sql } from "drizzle-orm";
import type { NewsCategory } from "#core/news/categories.ts";
import { FLASH_FRESH_MS, selectFlash } from "#core/news/flash.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import type { NewsDeps } from "../deps.ts";
import { lockNewsWrites } from "./write-lock.ts";

/** The number of newest articles that are compared. */
const COMPARED_MAX = 2000;

/** Updates which articles are flash news, by the rule in core/news/flash.ts. Preserves administrators' overrides. */
export async function markFlash({ database, clock }: Pick<NewsDeps, "database" | "clock">): Promise<void> {
  const now = clock.now();
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newsFlash})`);
    const { rows } = await tx.execute<{
      id: string;
      title: string;
      source_url: string | null;
      source: string;
      carried_by: string[];
      category: NewsCategory;
      published_ms: string;
    }>(sql`
      select id, title, source_url, source, carried_by, category,
        (extract(epoch from published_at) * 1000)::int8 as published_ms
      from public.news_articles
      where hidden_at is null and published_at > ${new Date(now.getTime() - FLASH_FRESH_MS).toISOString()}::timestamptz
      order by published_at desc, id desc limit ${COMPARED_MAX}`);
    const flashIds = selectFlash(
      rows.map((row) => ({
        id: row.id,
        title: row.title,
        link: row.source_url,
        source: row.source,
        carriedBy: row.carried_by,
        category: row.category,
        publishedAt: Number(row.published_ms),
      })),
      now,
    );
    await lockNewsWrites(tx);
    const ids = sql`${sql.param([...flashIds])}::uuid[]`;
    await tx.execute(sql`
      update public.news_articles set is_flash = not is_flash
      where (is_flash and not coalesce(flash_override, id = any (${ids})))
        or (not is_flash and id = any (${ids}) and flash_override is not false)`);
  });
}
