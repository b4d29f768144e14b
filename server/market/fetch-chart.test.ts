import { afterEach, beforeEach, expect, test } from "vitest";
import { ASSETS } from "#core/market/assets.ts";
import { buildPricesBody, openTestMarket, type TestMarket } from "./testing.ts";

let site: TestMarket;
beforeEach(async () => {
  site = await openTestMarket();
});
afterEach(() => site.close());

const DAY_MS = 86_400_000;
/** Builds a response like the source's: a price at each midnight, and the current one. */
function buildChart(days: number): object {
  const now = site.now().getTime();
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const points = Array.from({ length: days }, (_, index) => [
    midnight - (days - 1 - index) * DAY_MS,
    100 + index,
  ]);
  return { prices: [...points, [now - 60_000, 999]], market_caps: [], total_volumes: [] };
}
const ok = (body: unknown) => ({ status: 200, body });

test("each incomplete history is fetched once, one asset per run, until all cover a year", async () => {
  const markets = [site.open(`${site.origin}/api/v3`), site.open(`${site.origin}/api/v3`)] as const;
  site.answer((_request, response) => response.writeHead(200).end(JSON.stringify(buildChart(365))));
  for (let run = 0; run < ASSETS.length + 3; run += 1) {
    await Promise.all(markets.map((market) => market.fetchChart()));
    site.advance(1);
  }
  expect(site.requests.map((url) => url.replace(/\?.*/, ""))).toEqual(
    ASSETS.map(({ sourceId }) => `/api/v3/coins/${sourceId}/market_chart`),
  );
  expect(site.requests[0]).toContain("?vs_currency=usd&days=365&interval=daily");
  const histories = await markets[0].readDailyHistories("all", 400);
  expect(histories.map(({ symbol }) => symbol)).toEqual(ASSETS.map(({ symbol }) => symbol));
  const { days = [], isSample } = histories[0] ?? {};
  expect(isSample).toBe(false);
  // The price at midnight closes the previous day.
  expect([days.length, days[0], days.at(-2), days.at(-1)]).toEqual([
    366,
    { date: "2025-05-10", price: 100 },
    { date: "2026-05-09", price: 464 },
    { date: "2026-05-10", price: 999 },
  ]);
});

test("a stored price is only replaced by one with a later time", async () => {
  const market = site.open(site.origin);
  site.answer(ok(buildPricesBody(5)));
  await market.fetchPrices();
  site.advance(24 * 60);
  await site.database.pool.query(
    "insert into public.market_days values ('BTC', '2026-05-08', 7, '2026-05-09T00:00:30Z')",
  );
  site.answer(ok(buildChart(365)));
  await market.fetchChart();
  const [bitcoin] = await market.readDailyHistories(["BTC"], 4);
  expect(bitcoin?.days).toEqual([
    { date: "2026-05-08", price: 7 },
    { date: "2026-05-09", price: 463 },
    { date: "2026-05-10", price: 464 },
    { date: "2026-05-11", price: 999 },
  ]);
});

test("an unknown asset is retried after a day and doesn't block other assets", async () => {
  const market = site.open(site.origin);
  site.answer((request, response) => {
    const isKnown = request.url?.includes("/ethereum/");
    response.writeHead(isKnown ? 200 : 404).end(isKnown ? JSON.stringify(buildChart(365)) : "{}");
  });
  await expect(market.fetchChart()).rejects.toThrow("404");
  site.advance(1);
  expect(await market.fetchChart()).toEqual({ symbol: "ETH", days: 366 });
  site.answer(ok({ prices: [["x"]] }));
  site.advance(1);
  await expect(market.fetchChart()).rejects.toThrow("no history of BNB");
  site.answer(ok(buildChart(365)));
  site.advance(1);
  expect(await market.fetchChart()).toMatchObject({ symbol: "ADA" });
  site.advance(24 * 60);
  expect(await market.fetchChart()).toMatchObject({ symbol: "BTC" });
});

test("fetching pauses after a timeout and continues with the next asset; after a 429 it pauses as requested", async () => {
  const market = site.open(site.origin, 300);
  site.answer(() => {});
  await expect(market.fetchChart()).rejects.toThrow("Timed out after");
  site.answer(ok(buildChart(365)));
  site.advance(4);
  expect(await market.fetchChart()).toBeNull();
  site.advance(2);
  expect(await market.fetchChart()).toMatchObject({ symbol: "ETH" });
  site.advance(1);
  site.answer({ status: 429, body: "", headers: { "Retry-After": "1200" } });
  await expect(market.fetchChart()).rejects.toThrow("429");
  site.answer(ok(buildChart(365)));
  site.advance(19);
  expect([await market.fetchChart(), await market.fetchPrices()]).toEqual([null, null]);
  site.advance(2);
  expect(await market.fetchChart()).toMatchObject({ symbol: "BNB" });
});

test("a history that is short at the source is fetched again after a week", async () => {
  const market = site.open(site.origin);
  site.answer(ok(buildChart(20)));
  for (let run = 0; run < ASSETS.length + 2; run += 1) {
    await market.fetchChart();
    site.advance(1);
  }
  expect(site.requests).toHaveLength(ASSETS.length);
  site.advance(7 * 24 * 60);
  expect(await market.fetchChart()).toEqual({ symbol: "BTC", days: 21 });
});
