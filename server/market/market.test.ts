import { afterEach, beforeEach, expect, test } from "vitest";
import { ASSETS } from "#core/market/assets.ts";
import { SAMPLE_MARKET } from "#core/market/coins.ts";
import { generateSamplePrices } from "#core/market/sample-history.ts";
import { createJobs } from "#server/platform/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { buildPricesBody, openTestMarket, type TestMarket } from "./testing.ts";

let site: TestMarket;
beforeEach(async () => {
  site = await openTestMarket();
});
afterEach(() => site.close());

const ok = (body: unknown) => ({ status: 200, body });
const listPrices = () => site.rows<{ symbol: string }>("select * from public.market_prices");

test("without a source, all prices are labeled samples; nothing is requested, and stored prices are ignored", async () => {
  await site.database.pool.query("insert into public.market_prices values ('BTC', now(), 1, 0)");
  await site.database.pool.query("insert into public.market_days values ('BTC', '2026-05-09', 1, now())");
  const disabledMarket = site.open(null);
  expect(await disabledMarket.readMarket()).toEqual(SAMPLE_MARKET);
  expect(await disabledMarket.readPrices(["btc", "USDT", "nothing"])).toEqual({
    isSample: true,
    prices: generateSamplePrices("2026-05-10").filter(({ symbol }) => symbol === "BTC" || symbol === "USDT"),
  });
  expect((await disabledMarket.readPrices("all")).prices).toHaveLength(ASSETS.length);
  const histories = await disabledMarket.readDailyHistories("all", 400);
  expect(histories).toHaveLength(ASSETS.length);
  for (const { isSample, days } of histories)
    expect([isSample, days.length, days.at(-1)?.date]).toEqual([true, 400, "2026-05-10"]);
  expect(histories[0]?.days.at(-1)?.price).toBe(SAMPLE_MARKET.prices[0]?.price);
  site.advance(24 * 60);
  const [tomorrow] = await disabledMarket.readDailyHistories(["eth"], 7);
  expect([tomorrow?.symbol, tomorrow?.days.length, tomorrow?.days.at(-1)?.date]).toEqual([
    "ETH",
    7,
    "2026-05-11",
  ]);
  expect([await disabledMarket.fetchPrices(), await disabledMarket.fetchChart()]).toEqual([null, null]);
  expect(site.requests).toEqual([]);
});

test("before the first response, prices are samples without history", async () => {
  const market = site.open(site.origin);
  expect(await market.readMarket()).toEqual(SAMPLE_MARKET);
  expect((await market.readPrices(["BTC"])).isSample).toBe(true);
  expect(await market.readDailyHistories("all", 400)).toEqual([]);
  expect(site.requests).toEqual([]);
});

test("all assets' prices are fetched with one request, by only one of two processes, and stored as history", async () => {
  const [first, second] = [site.open(`${site.origin}/api/v3`), site.open(`${site.origin}/api/v3`)];
  site.answer(ok(buildPricesBody(97_000)));
  const results = await Promise.all([first.fetchPrices(), second.fetchPrices()]);
  expect(results.filter((symbols) => symbols === null)).toHaveLength(1);
  expect(results.find((symbols) => symbols !== null)).toEqual(ASSETS.map(({ symbol }) => symbol));
  expect(site.requests).toHaveLength(1);
  expect(new URL(site.requests[0] ?? "", site.origin).searchParams.get("ids")?.split(",")).toEqual(
    ASSETS.map(({ sourceId }) => sourceId),
  );
  expect(await first.readMarket()).toEqual({
    isSample: false,
    at: "2026-05-10T12:00:00.000Z",
    prices: SAMPLE_MARKET.prices.map(({ symbol, name }, index) => ({
      symbol,
      name,
      price: 97_000 + index,
      changePercent: -1.5,
    })),
  });
  expect(await second.readPrices(["SOL"])).toEqual({
    isSample: false,
    prices: [
      {
        symbol: "SOL",
        name: "Solana",
        kind: "coin",
        price: 97_004,
        changePercent: -1.5,
        at: "2026-05-10T12:00:00.000Z",
      },
    ],
  });

  site.advance(5);
  site.answer(ok(buildPricesBody(98_000.5)));
  await second.fetchPrices();
  expect((await first.readMarket()).prices[0]?.price).toBe(98_000.5);
  expect(await listPrices()).toHaveLength(ASSETS.length * 2);
  site.advance(24 * 60);
  site.answer(ok(buildPricesBody(99_000)));
  await first.fetchPrices();
  expect(await first.readDailyHistories(["BTC", "NONE"], 30)).toEqual([
    {
      symbol: "BTC",
      name: "Bitcoin",
      isSample: false,
      days: [
        { date: "2026-05-10", price: 98_000.5 },
        { date: "2026-05-11", price: 99_000 },
      ],
    },
  ]);
  expect((await first.readDailyHistories(["BTC"], 1))[0]?.days).toEqual([
    { date: "2026-05-11", price: 99_000 },
  ]);
  expect(await first.readDailyHistories("all", 30)).toHaveLength(ASSETS.length);
});

test("two processes with jobs on one database make one request", async () => {
  site.answer(ok(buildPricesBody(50_000)));
  const jobRunners = [1, 2].map(() => {
    const jobs = createJobs({ pool: site.database.pool, log: createLog("silent"), pollSeconds: 0.5 });
    site.open(site.origin).addJobs(jobs);
    jobs.start();
    return jobs;
  });
  // The next scheduled run may be a minute away, so both processes queue it now.
  for (let attempt = 0; attempt < 400 && (await listPrices()).length === 0; attempt += 1) {
    for (const jobs of jobRunners) await jobs.send("market-prices", {}, `attempt ${attempt}`).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const jobs of jobRunners) await jobs.send("market-prices", {}, "once more");
  await Promise.all(jobRunners.map((jobs) => jobs.stop()));
  expect(site.requests.filter((url) => url.startsWith("/simple/price"))).toHaveLength(1);
  expect(await listPrices()).toHaveLength(ASSETS.length);
});

test("a price that the response lacks stays unchanged; a missing percent change is computed from the previous day's price", async () => {
  const market = site.open(site.origin);
  site.answer(ok(buildPricesBody(50_000, null)));
  await market.fetchPrices();
  site.advance(24 * 60 + 10);
  site.answer(ok({ bitcoin: { usd: 55_000 }, ethereum: { usd: 0 }, cardano: null, tether: "1" }));
  expect(await market.fetchPrices()).toEqual(["BTC"]);
  const { prices } = await market.readPrices(["BTC", "ETH"]);
  expect(prices).toMatchObject([
    { price: 55_000, at: "2026-05-11T12:10:00.000Z" },
    { price: 50_001, changePercent: null, at: "2026-05-10T12:00:00.000Z" },
  ]);
  expect(prices[0]?.changePercent).toBeCloseTo(10, 6);
  // The ticker shows the age of its oldest price.
  expect((await market.readMarket()).at).toBe("2026-05-10T12:00:00.000Z");
});

test("a source that fails, hangs, responds a byte at a time or sends partial or invalid data leaves prices unchanged", async () => {
  const market = site.open(site.origin, 300);
  site.answer(ok(buildPricesBody(97_000)));
  await market.fetchPrices();
  const before = await listPrices();
  const fullBody = JSON.stringify(buildPricesBody(1));
  const failingResponses: [Parameters<TestMarket["answer"]>[0], RegExp][] = [
    [{ status: 500, body: "" }, /responded with 500/],
    [{ status: 401, body: { status: { error_code: 10_002 } } }, /responded with 401/],
    [{ status: 302, body: "", headers: { Location: "/again" } }, /redirects/],
    [ok("<html>"), /not JSON/],
    [ok(fullBody.slice(0, -20)), /not JSON/],
    [ok(""), /not JSON/],
    [ok(`"${"x".repeat(300_000)}"`), /./],
    [() => {}, /Timed out after/],
    [
      (_request, response) => {
        response.writeHead(200, { "Content-Length": fullBody.length }).write(fullBody.slice(0, 100));
        const drip = setInterval(() => response.write(" "), 50);
        response.once("close", () => clearInterval(drip));
      },
      /Timed out after/,
    ],
    [
      (_request, response) => {
        response.writeHead(200, { "Content-Length": fullBody.length }).write(fullBody.slice(0, 100));
        response.destroy();
      },
      /./,
    ],
  ];
  for (const [response, message] of failingResponses) {
    site.advance(5);
    site.answer(response);
    await expect(market.fetchPrices()).rejects.toThrow(message);
  }
  for (const nonsense of [{ bitcoin: { usd: "1; drop table" } }, [], null, { status: { error_code: 1 } }]) {
    site.advance(5);
    site.answer(ok(nonsense));
    expect(await market.fetchPrices()).toEqual([]);
  }
  expect(await listPrices()).toEqual(before);
  expect((await market.readMarket()).prices[0]?.price).toBe(97_000);
});

test("after a 429, every process pauses for as long as the source requests, but at most a day", async () => {
  const [first, second] = [site.open(site.origin), site.open(site.origin)];
  site.answer({ status: 429, body: "", headers: { "Retry-After": "3600" } });
  await expect(first.fetchPrices()).rejects.toThrow("429");
  site.advance(55);
  site.answer(ok(buildPricesBody(1)));
  expect([await second.fetchPrices(), await second.fetchChart()]).toEqual([null, null]);
  expect(site.requests).toHaveLength(1);
  site.advance(6);
  expect(await second.fetchPrices()).toHaveLength(ASSETS.length);

  site.advance(5);
  site.answer({ status: 429, body: "", headers: { "Retry-After": "99999999" } });
  await expect(first.fetchPrices()).rejects.toThrow("429");
  site.advance(24 * 60 + 1);
  site.answer(ok(buildPricesBody(1)));
  expect(await first.fetchPrices()).toHaveLength(ASSETS.length);
});

test("five-minute prices are deleted after a month, daily prices after two years", async () => {
  const market = site.open(site.origin);
  site.answer(ok(buildPricesBody(1)));
  await market.fetchPrices();
  site.advance(31 * 24 * 60);
  await market.fetchPrices();
  await market.deleteOldPrices();
  expect(await listPrices()).toHaveLength(ASSETS.length);
  const listDays = async () =>
    (await market.readDailyHistories(["BTC"], 10_000))[0]?.days.map(({ date }) => date);
  expect(await listDays()).toEqual(["2026-05-10", "2026-06-10"]);
  site.advance(699 * 24 * 60);
  await market.deleteOldPrices();
  expect(await listDays()).toEqual(["2026-06-10"]);
  expect(await site.rows("select from public.market_days where day = '2026-05-10'")).toEqual([]);
});
