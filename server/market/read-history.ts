import { sql } from "drizzle-orm";
import type { CoinSymbol } from "#core/market/coins.ts";
import type { MarketDeps } from "./deps.ts";

export interface KeptPrice {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** In US dollars. */
  readonly price: number;
}

/** What a coin cost since then, the oldest first. One statement. */
export async function readHistory(
  { database }: Pick<MarketDeps, "database">,
  symbol: CoinSymbol,
  since: Date,
): Promise<KeptPrice[]> {
  const { rows } = await database.db.execute<{ at: Date | string; price: number }>(sql`
    select at, price from public.market_prices
    where symbol = ${symbol} and at >= ${since.toISOString()}::timestamptz order by at`);
  return rows.map(({ at, price }) => ({ at: new Date(at).toISOString(), price }));
}
