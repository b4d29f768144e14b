/**
 * The market: prices of the assets of core/market, asked of MARKET_URL by jobs, all of them alike, and kept: every five
 * minutes for a month, a price a day for two years. Owns market_prices, market_days and market_turns. Without a source
 * everything is made up and says so; made-up prices are never mixed with real ones.
 */
import type { PriceHistory } from "#core/ai/analysis.ts";
import { type AssetPrices, pickAssets } from "#core/market/assets.ts";
import type { MarketPrices } from "#core/market/coins.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { MarketDeps } from "./deps.ts";
import { fetchChart } from "./fetch-chart.ts";
import { fetchPrices } from "./fetch-prices.ts";
import { addMarketJobs } from "./jobs.ts";
import { createDailyHistories, createSampleHistories } from "./read-daily-histories.ts";
import { createPriceReader, tickerOf } from "./read-market.ts";
import { thinPrices } from "./thin-prices.ts";

export interface Market {
  /** The ticker's newest prices, or the samples where there are none. Kept for ten seconds. */
  readMarket(): Promise<MarketPrices>;
  /** The newest prices of these assets, whatever the case of their symbols; samples where there are none. Kept likewise. */
  readPrices(symbols: readonly string[] | "all"): Promise<AssetPrices>;
  /**
   * What these assets cost, the last price of each of the last `days` days (730 at most), today's included, the oldest
   * first. With a source the kept prices alone: an asset or a day without one is left out. Without one, made-up ones.
   */
  readDailyHistories(symbols: readonly string[] | "all", days: number): Promise<PriceHistory[]>;
  /** The made-up histories, with a source or without: what the wallet's sample is measured by. */
  readSampleHistories(symbols: readonly string[] | "all", days: number): Promise<PriceHistory[]>;
  /** Asks the source when it is time and keeps its answer. Throws SafeFetchError and SourceRefusal, as the next does. */
  fetchPrices(): Promise<readonly string[] | null>;
  /** Asks the source for the past of one asset whose history is short. */
  fetchChart(): Promise<{ readonly symbol: string; readonly days: number } | null>;
  /** Deletes prices that are too old to be kept. */
  thinPrices(): Promise<void>;
  /** Adds the jobs that ask; nothing without a source. */
  addJobs(jobs: Jobs): void;
}

export function createMarket(deps: MarketDeps): Market {
  const { url } = deps;
  const readNewest = createPriceReader(deps);
  const readSampleHistories = createSampleHistories(deps);
  return {
    readMarket: async () => tickerOf(await readNewest()),
    async readPrices(symbols) {
      const { prices, isSample } = await readNewest();
      const wanted = new Set(pickAssets(symbols).map(({ symbol }) => symbol));
      return { prices: prices.filter(({ symbol }) => wanted.has(symbol)), isSample };
    },
    readDailyHistories: url === null ? readSampleHistories : createDailyHistories(deps),
    readSampleHistories,
    fetchPrices: async () => (url === null ? null : fetchPrices(deps, url)),
    fetchChart: async () => (url === null ? null : fetchChart(deps, url)),
    thinPrices: () => thinPrices(deps),
    addJobs(jobs) {
      if (url !== null) addMarketJobs(deps, url, jobs);
    },
  };
}
