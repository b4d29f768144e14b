import { sql } from "drizzle-orm";
import type { MarketDeps } from "./deps.ts";

/** The prices of every five minutes; the day's last one stays. */
const FINE_DAYS = 30;
/** A price a day: enough for every chart and forecast here. */
export const KEPT_DAYS = 730;
const ROWS = 10_000;

/** Deletes what is too old, a bounded number of rows in each statement. */
export async function thinPrices(
  { database, clock }: Pick<MarketDeps, "database" | "clock">,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now().toISOString();
  await database.db.execute(sql`
    delete from public.market_days where day <= (${now}::timestamptz at time zone 'utc')::date - ${KEPT_DAYS}::integer`);
  for (let gone = ROWS; gone === ROWS && !signal?.aborted; ) {
    const { rowCount } = await database.db.execute(sql`
      delete from public.market_prices where ctid = any (array(
        select ctid from public.market_prices
        where at < ${now}::timestamptz - make_interval(days => ${FINE_DAYS}) order by at limit ${ROWS}))`);
    gone = rowCount ?? 0;
  }
}
