import { sql } from "drizzle-orm";
import { parsePrices } from "#core/market/parse-prices.ts";
import { buildPricesUrl } from "#core/market/source-urls.ts";
import type { MarketDeps } from "./deps.ts";
import { fetchFromSource } from "./fetch-from-source.ts";
import { claimFetch } from "./schedule.ts";

const BODY_BYTES_MAX = 200_000;
/**
 * How long a claim prevents other fetches: slightly less than five minutes, so that the run five minutes later isn't
 * skipped, but longer than a fetch takes.
 */
const CLAIM_MS = 4.5 * 60_000;

/**
 * Fetches the current prices. Returns the symbols that the source sent a price for, or null if the fetch isn't due.
 * Throws like fetchFromSource.
 */
export async function fetchPrices(
  deps: MarketDeps,
  url: string,
  signal?: AbortSignal,
): Promise<readonly string[] | null> {
  if (!(await claimFetch(deps, "prices", CLAIM_MS))) return null;
  const prices = parsePrices(
    await fetchFromSource(deps, buildPricesUrl(url), { maxBytes: BODY_BYTES_MAX, signal }),
  );
  const now = deps.clock.now().toISOString();
  await deps.database.db.execute(sql`
    with given as (
      select symbol, date_trunc('minute', ${now}::timestamptz) as at, price, "changePercent"
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
        as given (symbol text, price double precision, "changePercent" double precision)
    ), stored as (
      insert into public.market_prices (symbol, at, price, change_percent) select * from given
      on conflict do nothing
    )
    insert into public.market_days as days (symbol, day, price, at)
    select symbol, (at at time zone 'utc')::date, price, at from given order by symbol
    on conflict (symbol, day) do update set price = excluded.price, at = excluded.at where excluded.at > days.at`);
  return prices.map(({ symbol }) => symbol);
}
