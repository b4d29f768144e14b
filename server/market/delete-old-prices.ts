import { sql } from "drizzle-orm";
import type { MarketDeps } from "./deps.ts";

/** How many days of five-minute prices are stored. */
const RECENT_DAYS = 30;
/** How many days of daily prices are stored, which is enough for all charts and forecasts. */
export const RETENTION_DAYS = 730;
const BATCH_SIZE = 10_000;

/** Deletes prices whose retention period is over. Stops between batches if the signal aborts. */
export async function deleteOldPrices({ database, clock }: MarketDeps, signal?: AbortSignal): Promise<void> {
  const now = clock.now().toISOString();
  await database.db.execute(sql`
    delete from public.market_days where day <= (${now}::timestamptz at time zone 'utc')::date - ${RETENTION_DAYS}::integer`);
  for (let deletedCount = BATCH_SIZE; deletedCount === BATCH_SIZE && !signal?.aborted; ) {
    const { rowCount } = await database.db.execute(sql`
      delete from public.market_prices where ctid = any (array(
        select ctid from public.market_prices
        where at < ${now}::timestamptz - make_interval(days => ${RECENT_DAYS}) order by at limit ${BATCH_SIZE}))`);
    deletedCount = rowCount ?? 0;
  }
}
