/** Market prices, fetched from MARKET_URL by jobs. Without it, all prices are labeled samples. */

import { type AssetPrices, pickAssets } from "#core/market/assets.ts";
import type { MarketPrices } from "#core/market/coins.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { deleteOldPrices } from "./delete-old-prices.ts";
import type { MarketDeps } from "./deps.ts";
import { fetchChart } from "./fetch-chart.ts";
import { fetchPrices } from "./fetch-prices.ts";
import { addMarketJobs } from "./jobs.ts";
import { createDailyHistories, createSampleHistories } from "./read-daily-histories.ts";
import { createPriceReader, toTickerPrices } from "./read-market.ts";

export interface Market {
  /** Returns samples if there are no prices. Cached for ten seconds. */
  readMarket(): Promise<MarketPrices>;
  /** Like readMarket. Symbols are case-insensitive. */
  readPrices(symbols: readonly string[] | "all"): Promise<AssetPrices>;
  /** At most 730 days including today, oldest first. With a source, days without a price are missing. */
  readDailyHistories(symbols: readonly string[] | "all", days: number): Promise<PriceHistory[]>;
  /** Samples even with a source, for the wallet's sample portfolio. */
  readSampleHistories(symbols: readonly string[] | "all", days: number): Promise<PriceHistory[]>;
  /** Both throw SafeFetchError and SourceError. */
  fetchPrices(): Promise<readonly string[] | null>;
  fetchChart(): Promise<{ readonly symbol: string; readonly days: number } | null>;
  deleteOldPrices(): Promise<void>;
  addJobs(jobs: Jobs): void;
}

export function createMarket(deps: MarketDeps): Market {
  const { url } = deps;
  const readNewest = createPriceReader(deps);
  const readSampleHistories = createSampleHistories(deps);
  return {
    readMarket: async () => toTickerPrices(await readNewest()),
    async readPrices(symbols) {
      const { prices, isSample } = await readNewest();
      const requested = new Set(pickAssets(symbols).map(({ symbol }) => symbol));
      return { prices: prices.filter(({ symbol }) => requested.has(symbol)), isSample };
    },
    readDailyHistories: url === null ? readSampleHistories : createDailyHistories(deps),
    readSampleHistories,
    fetchPrices: async () => (url === null ? null : fetchPrices(deps, url)),
    fetchChart: async () => (url === null ? null : fetchChart(deps, url)),
    deleteOldPrices: () => deleteOldPrices(deps),
    addJobs(jobs) {
      if (url !== null) addMarketJobs(deps, url, jobs);
    },
  };
}
