import { sql } from "drizzle-orm";
import { ASSETS, type AssetPrices } from "#core/market/assets.ts";
import { COINS, type MarketPrices, SAMPLE_MARKET } from "#core/market/coins.ts";
import { generateSamplePrices } from "#core/market/sample-history.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import type { MarketDeps } from "./deps.ts";

const CACHE_MS = 10_000;

/** Creates a cached function that reads the latest prices with one statement, or returns samples if there are none. */
export function createPriceReader(deps: MarketDeps) {
  return memoizeWithTtl(
    () => (deps.url === null ? Promise.resolve(generateSamples(deps)) : readNewest(deps)),
    {
      clock: deps.clock,
      ttlMs: CACHE_MS,
    },
  );
}

/** Picks the prices that the ticker shows. Returns samples if it would be empty. */
export function toTickerPrices({ prices, isSample }: AssetPrices): MarketPrices {
  if (isSample) return SAMPLE_MARKET;
  const visiblePrices = COINS.flatMap(({ symbol, name }) => {
    const asset = prices.find((candidate) => candidate.symbol === symbol);
    return asset
      ? [{ symbol, name, price: asset.price, changePercent: asset.changePercent, at: asset.at }]
      : [];
  });
  // Uses the oldest time, so that no price is older than the age shown.
  const at = visiblePrices.map((price) => price.at ?? "").sort()[0];
  return at === undefined
    ? SAMPLE_MARKET
    : { prices: visiblePrices.map(({ at: _at, ...price }) => price), at, isSample: false };
}

const generateSamples = ({ clock }: MarketDeps): AssetPrices => ({
  prices: generateSamplePrices(clock.now().toISOString().slice(0, 10)),
  isSample: true,
});

/**
 * Reads the latest prices, or returns samples if none are stored. The percent change is the source's, or is computed
 * from the price a day earlier.
 */
async function readNewest(deps: MarketDeps): Promise<AssetPrices> {
  const { rows } = await deps.database.reader.execute<{
    symbol: string;
    price: number;
    change_percent: number | null;
    at: string;
  }>(sql`
    select newest.symbol, newest.price, newest.at, coalesce(newest.change_percent, (
      select (newest.price / before.price - 1) * 100 from public.market_prices before
      where before.symbol = newest.symbol and before.at <= newest.at - interval '24 hours'
        and before.at > newest.at - interval '25 hours'
      order by before.at desc limit 1)) as change_percent
    from unnest(${sql.param(ASSETS.map(({ symbol }) => symbol))}::text[]) as given (symbol)
    cross join lateral (
      select * from public.market_prices p where p.symbol = given.symbol order by p.at desc limit 1
    ) newest`);
  const rowsBySymbol = new Map(rows.map((row) => [row.symbol, row]));
  const prices = ASSETS.flatMap(({ symbol, name, kind }) => {
    const row = rowsBySymbol.get(symbol);
    return row
      ? [
          {
            symbol,
            name,
            kind,
            price: row.price,
            changePercent: row.change_percent,
            at: new Date(row.at).toISOString(),
          },
        ]
      : [];
  });
  return prices.length === 0 ? generateSamples(deps) : { prices, isSample: false };
}
