import { sql } from "drizzle-orm";
import type { PriceHistory } from "#core/ai/analysis.ts";
import { pickAssets } from "#core/market/assets.ts";
import { sampleHistories } from "#core/market/sample-history.ts";
import type { MarketDeps } from "./deps.ts";
import { KEPT_DAYS } from "./thin-prices.ts";

export type ReadDailyHistories = (
  symbols: readonly string[] | "all",
  days: number,
) => Promise<PriceHistory[]>;

/**
 * Makes `readDailyHistories`: the last price of each kept day, today's the latest so far, `days` back from it (730 at
 * most), in the order of core/market/assets.ts. One statement.
 */
export function createDailyHistories(deps: Pick<MarketDeps, "database" | "clock">): ReadDailyHistories {
  return async (symbols, days) => {
    const assets = pickAssets(symbols);
    const today = dateOf(deps.clock.now());
    const { rows } = await deps.database.db.execute<{ symbol: string; days: [string, number][] }>(sql`
      select symbol, json_agg(json_build_array(day, price) order by day) as days
      from public.market_days
      where symbol = any (${sql.param(assets.map(({ symbol }) => symbol))}::text[])
        and day > ${today}::date - ${bound(days)}::integer and day <= ${today}::date
      group by symbol`);
    const found = new Map(rows.map((row) => [row.symbol, row.days]));
    return assets.flatMap(({ symbol, name }) => {
      const kept = found.get(symbol);
      return kept
        ? [{ symbol, name, isSample: false, days: kept.map(([date, price]) => ({ date, price })) }]
        : [];
    });
  };
}

/** The same of the made-up prices, which a site without a source has. Drawn once a day. */
export function createSampleHistories({ clock }: Pick<MarketDeps, "clock">): ReadDailyHistories {
  let drawn: { readonly today: string; readonly histories: readonly PriceHistory[] } | null = null;
  return async (symbols, days) => {
    const today = dateOf(clock.now());
    if (drawn?.today !== today) drawn = { today, histories: sampleHistories(today, KEPT_DAYS) };
    const wanted = new Set(pickAssets(symbols).map(({ symbol }) => symbol));
    return drawn.histories
      .filter(({ symbol }) => wanted.has(symbol))
      .map((history) => ({ ...history, days: history.days.slice(-bound(days)) }));
  };
}

const dateOf = (time: Date) => time.toISOString().slice(0, 10);
const bound = (days: number) => Math.min(KEPT_DAYS, Math.max(1, Math.trunc(days) || 1));
