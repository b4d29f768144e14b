import { ASSETS } from "#core/market/assets.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { MarketDeps } from "./deps.ts";
import { fetchChart } from "./fetch-chart.ts";
import { fetchPrices } from "./fetch-prices.ts";
import { thinPrices } from "./thin-prices.ts";

/** Asking the source without being asked, and keeping the tables small. What fails is tried at its next turn. */
export function addMarketJobs(deps: MarketDeps, url: string, jobs: Jobs): void {
  const { log } = deps;
  // What a source does not know it does not know every five minutes: said once, and again when it changes.
  let missingBefore = "";
  jobs.add({
    name: "market-prices",
    // Its turn comes every five minutes; a program that starts need not wait for a certain one of them.
    cron: "* * * * *",
    seconds: 60,
    async run(_data, signal) {
      try {
        const found = await fetchPrices(deps, url, signal);
        if (found === null) return;
        const missing = ASSETS.filter(({ symbol }) => !found.includes(symbol)).map(({ symbol }) => symbol);
        if (missing.length > 0 && missing.join() !== missingBefore)
          log.info({ missing }, "the price source did not have every asset");
        missingBefore = missing.join();
      } catch (error) {
        if (!signal.aborted) log.warn({ error: String(error) }, "the price source did not answer");
      }
    },
  });
  jobs.add({
    name: "market-charts",
    cron: "* * * * *",
    seconds: 60,
    async run(_data, signal) {
      try {
        const kept = await fetchChart(deps, url, signal);
        if (kept !== null) log.info(kept, "the past prices of an asset were kept");
      } catch (error) {
        if (!signal.aborted) log.info({ error: String(error) }, "the price source gave no past prices");
      }
    },
  });
  jobs.add({
    name: "market-thin",
    // Several times a day: a machine that sleeps at night is awake for one of them.
    cron: "37 */6 * * *",
    seconds: 600,
    run: (_data, signal) => thinPrices(deps, signal),
  });
}
