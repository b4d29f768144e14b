import { ASSETS } from "#core/market/assets.ts";
import { buildApp } from "#server/app.ts";
import { withDatabase } from "../../scripts/with-database.ts";

/**
 * Loads current and historical prices from MARKET_URL, as an instance does in its first hour. Run it before the program
 * starts.
 */
await withDatabase({ maxConnections: 2, createsSite: true }, async ({ config, database, log }) => {
  let minutesAgo = ASSETS.length + 2;
  const clock = { now: () => new Date(Date.now() - minutesAgo * 60_000) };
  const { market, news } = await buildApp({ config, database, log, clock, hasDemo: false });
  for (; minutesAgo > 0; minutesAgo -= 1) await market.fetchChart();
  await market.fetchPrices();
  await news.close();
});
