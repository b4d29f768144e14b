import { sql } from "drizzle-orm";
import { marketAddress, readPrices } from "#core/market/read-prices.ts";
import type { MarketDeps } from "./deps.ts";

const BYTES = 200_000;
/** Older prices go: two years are enough for every chart and forecast here. */
const KEPT_DAYS = 730;

/**
 * Asks the source and keeps what it answers under this minute, so that of two programs the second adds nothing. Gives
 * how many prices there were. Throws SafeFetchError, or an Error for an answer that says no.
 */
export async function fetchPrices(
  { database, clock, safeFetch }: Pick<MarketDeps, "database" | "clock" | "safeFetch">,
  url: string,
): Promise<number> {
  const headers = { Accept: "application/json" };
  const answer = await safeFetch(marketAddress(url), { headers, bytes: BYTES });
  if (answer.status !== 200) throw new Error(`the price source answered ${answer.status}`);
  const prices = readPrices(JSON.parse(answer.body.toString("utf8")));
  const now = clock.now().toISOString();
  await database.db.execute(sql`
    insert into public.market_prices (symbol, at, price, change_percent)
    select symbol, date_trunc('minute', ${now}::timestamptz), price, "changePercent"
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as given (symbol text, price double precision, "changePercent" double precision)
    on conflict do nothing`);
  await database.db.execute(sql`
    delete from public.market_prices where at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`);
  return prices.length;
}
