import { ASSETS } from "#core/market/assets.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { deleteOldPrices } from "./delete-old-prices.ts";
import type { MarketDeps } from "./deps.ts";
import { fetchChart } from "./fetch-chart.ts";
import { fetchPrices } from "./fetch-prices.ts";

/** Adds the jobs that fetch and delete prices. Failed fetches are retried when they are due again. */
export function addMarketJobs(deps: MarketDeps, url: string, jobs: Jobs): void {
  const { log } = deps;
  // Missing assets are logged only when the list of them changes.
  let lastMissingSymbols = "";
  jobs.add({
    name: "market-prices",
    // Due every five minutes, but checked every minute so that it starts soon after a restart.
    cron: "* * * * *",
    timeoutSeconds: 60,
    async run(_data, signal) {
      try {
        const pricedSymbols = await fetchPrices(deps, url, signal);
        if (pricedSymbols === null) return;
        const missingSymbols = ASSETS.filter(({ symbol }) => !pricedSymbols.includes(symbol)).map(
          ({ symbol }) => symbol,
        );
        if (missingSymbols.length > 0 && missingSymbols.join() !== lastMissingSymbols)
          log.info({ missing: missingSymbols }, "price source lacks some assets");
        lastMissingSymbols = missingSymbols.join();
      } catch (error) {
        if (!signal.aborted) log.warn({ error: String(error) }, "could not fetch prices");
      }
    },
  });
  jobs.add({
    name: "market-charts",
    cron: "* * * * *",
    timeoutSeconds: 60,
    async run(_data, signal) {
      try {
        const history = await fetchChart(deps, url, signal);
        if (history !== null) log.info(history, "asset price history stored");
      } catch (error) {
        if (!signal.aborted) log.info({ error: String(error) }, "could not fetch a price history");
      }
    },
  });
  jobs.add({
    name: "market-thin",
    // Several times a day, for machines that sleep at night.
    cron: "37 */6 * * *",
    timeoutSeconds: 600,
    run: (_data, signal) => deleteOldPrices(deps, signal),
  });
}
