import { sql } from "drizzle-orm";
import { COINS, type MarketPrices, SAMPLE_MARKET } from "#core/market/coins.ts";
import { keepAnswer } from "#server/platform/keep-answer.ts";
import type { MarketDeps } from "./deps.ts";

const KEPT_MS = 10_000;

/** Makes `readMarket`: the newest price of each coin in one statement, kept for ten seconds. */
export function createMarketReader(
  deps: Pick<MarketDeps, "database" | "clock">,
): () => Promise<MarketPrices> {
  return keepAnswer(() => readMarket(deps), { clock: deps.clock, milliseconds: KEPT_MS });
}

async function readMarket({ database }: Pick<MarketDeps, "database">): Promise<MarketPrices> {
  const { rows } = await database.db.execute<{
    symbol: string;
    price: number;
    change_percent: number | null;
    at: Date | string;
  }>(sql`
    select given.symbol, newest.price, newest.change_percent, newest.at
    from jsonb_array_elements_text(${JSON.stringify(COINS.map(({ symbol }) => symbol))}::jsonb) as given (symbol)
    cross join lateral (
      select price, change_percent, at from public.market_prices p
      where p.symbol = given.symbol order by p.at desc limit 1
    ) newest`);
  const prices = COINS.flatMap(({ symbol, name }) => {
    const row = rows.find((one) => one.symbol === symbol);
    return row ? [{ symbol, name, price: row.price, changePercent: row.change_percent }] : [];
  });
  const times = rows.map(({ at }) => new Date(at).getTime());
  // The oldest of them: what is said of the age holds for every price.
  return prices.length === 0
    ? SAMPLE_MARKET
    : { prices, at: new Date(Math.min(...times)).toISOString(), isSample: false };
}
