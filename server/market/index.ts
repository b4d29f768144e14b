/**
 * Market prices for the assets in core/market, fetched from MARKET_URL by jobs. Stored every five minutes for a
 * month, and daily for two years. Owns market_prices, market_days and market_schedule. Without a source all prices
 * are samples and labeled as such; samples are never mixed with real prices.
 */

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
  /** Returns the ticker's prices, or samples if there are none. Cached for ten seconds. */
  readMarket(): Promise<MarketPrices>;
  /** Returns the latest prices of these assets, case-insensitive, or samples if there are none. Also cached. */
  readPrices(symbols: readonly string[] | "all"): Promise<AssetPrices>;
  /**
   * Daily closing prices of these assets for the last `days` (at most 730) including today, oldest first. With
   * a source, returns only stored prices and omits assets or days without any. Otherwise returns samples.
   */
  readDailyHistories(symbols: readonly string[] | "all", days: number): Promise<PriceHistory[]>;
  /** Returns sample histories even with a source, for the wallet's sample portfolio. */
  readSampleHistories(symbols: readonly string[] | "all", days: number): Promise<PriceHistory[]>;
  /** Fetches prices if due. Throws SafeFetchError and SourceError, like fetchChart. */
  fetchPrices(): Promise<readonly string[] | null>;
  /** Fetches the history of one asset that lacks it. */
  fetchChart(): Promise<{ readonly symbol: string; readonly days: number } | null>;
  /** Deletes prices past their retention. */
  deleteOldPrices(): Promise<void>;
  /** Adds the fetch jobs, if there is a source. */
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
