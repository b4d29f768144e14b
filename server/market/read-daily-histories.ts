import { sql } from "drizzle-orm";
import { pickAssets } from "#core/market/assets.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { generateSampleHistories } from "#core/market/sample-history.ts";
import { RETENTION_DAYS } from "./delete-old-prices.ts";
import type { MarketDeps } from "./deps.ts";

export type ReadDailyHistories = (
  symbols: readonly string[] | "all",
  days: number,
) => Promise<PriceHistory[]>;

/** Creates a function that reads the assets' histories with one statement, in asset order. */
export function createDailyHistoryReader(deps: MarketDeps): ReadDailyHistories {
  return async (symbols, days) => {
    const assets = pickAssets(symbols);
    const today = toDate(deps.clock.now());
    const { rows } = await deps.database.reader.execute<{ symbol: string; days: [string, number][] }>(sql`
      select symbol, json_agg(json_build_array(day, price) order by day) as days
      from public.market_days
      where symbol = any (${sql.param(assets.map(({ symbol }) => symbol))}::text[])
        and day > ${today}::date - ${clampDays(days)}::integer and day <= ${today}::date
      group by symbol`);
    const daysBySymbol = new Map(rows.map((row) => [row.symbol, row.days]));
    return assets.flatMap(({ symbol, name }) => {
      const storedDays = daysBySymbol.get(symbol);
      return storedDays
        ? [{ symbol, name, isSample: false, days: storedDays.map(([date, price]) => ({ date, price })) }]
        : [];
    });
  };
}

export function createSampleHistoryReader({ clock }: MarketDeps): ReadDailyHistories {
  let cached: { readonly today: string; readonly histories: readonly PriceHistory[] } | null = null;
  return async (symbols, days) => {
    const today = toDate(clock.now());
    if (cached?.today !== today)
      cached = { today, histories: generateSampleHistories(today, RETENTION_DAYS) };
    const requestedSymbols = new Set(pickAssets(symbols).map(({ symbol }) => symbol));
    return cached.histories
      .filter(({ symbol }) => requestedSymbols.has(symbol))
      .map((history) => ({ ...history, days: history.days.slice(-clampDays(days)) }));
  };
}

const toDate = (time: Date) => time.toISOString().slice(0, 10);
const clampDays = (days: number) => Math.min(RETENTION_DAYS, Math.max(1, Math.trunc(days) || 1));
