/** Market prices, fetched from MARKET_URL by jobs. Without it, all prices are labeled samples. */

import { pickAssets } from "#core/market/assets.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { deleteOldPrices } from "./delete-old-prices.ts";
import type { MarketDeps } from "./deps.ts";
import { fetchChart } from "./fetch-chart.ts";
import { fetchPrices } from "./fetch-prices.ts";
import { addMarketJobs } from "./jobs.ts";
import { createDailyHistoryReader, createSampleHistoryReader } from "./read-daily-histories.ts";
import { createPriceReader, toTickerPrices } from "./read-market.ts";

export function createMarket(deps: MarketDeps) {
  const { url } = deps;
  const readNewest = createPriceReader(deps);
  const readSampleHistories = createSampleHistoryReader(deps);
  return {
    /** Returns samples if there are no prices. Cached for ten seconds. */
    readMarket: async () => toTickerPrices(await readNewest()),
    /** Like readMarket. Symbols are case-insensitive. */
    async readPrices(symbols: readonly string[] | "all") {
      const { prices, isSample } = await readNewest();
      const requestedSymbols = new Set(pickAssets(symbols).map(({ symbol }) => symbol));
      return { prices: prices.filter(({ symbol }) => requestedSymbols.has(symbol)), isSample };
    },
    /** At most 730 days including today, oldest first. With a source, days without a price are missing. */
    readDailyHistories: url === null ? readSampleHistories : createDailyHistoryReader(deps),
    /** Samples even with a source, for the wallet's sample portfolio. */
    readSampleHistories,
    /** This and `fetchChart` throw SafeFetchError and SourceError. */
    fetchPrices: async () => (url === null ? null : fetchPrices(deps, url)),
    fetchChart: async () => (url === null ? null : fetchChart(deps, url)),
    deleteOldPrices: () => deleteOldPrices(deps),
    addJobs(jobs: Jobs) {
      if (url !== null) addMarketJobs(deps, url, jobs);
    },
  };
}

export type Market = ReturnType<typeof createMarket>;
