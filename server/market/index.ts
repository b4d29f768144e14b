/**
 * The market: prices of the coins of core/market, asked of MARKET_URL by a job and kept as history. Owns market_prices.
 * Without a source the samples are shown, labelled.
 */
import { COINS, type CoinSymbol, type MarketPrices, SAMPLE_MARKET } from "#core/market/coins.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { MarketDeps } from "./deps.ts";
import { fetchPrices } from "./fetch-prices.ts";
import { type KeptPrice, readHistory } from "./read-history.ts";
import { createMarketReader } from "./read-market.ts";

export interface Market {
  /** The newest prices, or the samples where there are none. Kept for ten seconds. */
  readMarket(): Promise<MarketPrices>;
  /** What a coin cost since then, the oldest first; empty where nothing was kept. */
  readHistory(symbol: CoinSymbol, since: Date): Promise<KeptPrice[]>;
  /** Asks the source now and keeps its answer; gives how many prices it had. Throws what the fetch throws. */
  fetchPrices(): Promise<number>;
  /** Adds the job that asks; nothing without a source. */
  addJobs(jobs: Jobs): void;
}

export function createMarket(deps: MarketDeps): Market {
  const { url } = deps;
  return {
    readMarket: url === null ? async () => SAMPLE_MARKET : createMarketReader(deps),
    readHistory: (symbol, since) => readHistory(deps, symbol, since),
    fetchPrices: async () => (url === null ? 0 : fetchPrices(deps, url)),
    addJobs(jobs) {
      if (url === null) return;
      jobs.add({
        name: "market-prices",
        cron: "*/5 * * * *",
        seconds: 60,
        async run() {
          try {
            const found = await fetchPrices(deps, url);
            if (found < COINS.length) deps.log.info({ found }, "the price source did not have every coin");
          } catch (error) {
            deps.log.warn({ error: String(error) }, "the price source did not answer");
          }
        },
      });
    },
  };
}
