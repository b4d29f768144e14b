import { afterEach, beforeEach, expect, test } from "vitest";
import { ASSETS } from "#core/market/assets.ts";
import { SAMPLE_MARKET } from "#core/market/coins.ts";
import { generateSamplePrices } from "#core/market/sample-history.ts";
import { createJobs } from "#server/platform/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { everyPrice, openTestMarket, type TestMarket } from "./testing.ts";

let it: TestMarket;
beforeEach(async () => {
  it = await openTestMarket();
});
afterEach(() => it.close());

const ok = (body: unknown) => ({ status: 200, body });
const listPrices = () => it.rows<{ symbol: string }>("select * from public.market_prices");

test("without a source all prices are labeled samples, without requests and without stored prices", async () => {
  await it.database.pool.query("insert into public.market_prices values ('BTC', now(), 1, 0)");
  await it.database.pool.query("insert into public.market_days values ('BTC', '2026-05-09', 1, now())");
  const none = it.open(null);
  expect(await none.readMarket()).toEqual(SAMPLE_MARKET);
  expect(await none.readPrices(["btc", "USDT", "nothing"])).toEqual({
    isSample: true,
    prices: generateSamplePrices("2026-05-10").filter(({ symbol }) => symbol === "BTC" || symbol === "USDT"),
  });
  expect((await none.readPrices("all")).prices).toHaveLength(ASSETS.length);
  const histories = await none.readDailyHistories("all", 400);
  expect(histories).toHaveLength(ASSETS.length);
  for (const { isSample, days } of histories)
    expect([isSample, days.length, days.at(-1)?.date]).toEqual([true, 400, "2026-05-10"]);
  expect(histories[0]?.days.at(-1)?.price).toBe(SAMPLE_MARKET.prices[0]?.price);
  it.advance(24 * 60);
  const [tomorrow] = await none.readDailyHistories(["eth"], 7);
  expect([tomorrow?.symbol, tomorrow?.days.length, tomorrow?.days.at(-1)?.date]).toEqual([
    "ETH",
    7,
    "2026-05-11",
  ]);
  expect([await none.fetchPrices(), await none.fetchChart()]).toEqual([null, null]);
  expect(it.requests).toEqual([]);
});

test("before the first answer prices are samples, without history", async () => {
  const market = it.open(it.origin);
  expect(await market.readMarket()).toEqual(SAMPLE_MARKET);
  expect((await market.readPrices(["BTC"])).isSample).toBe(true);
  expect(await market.readDailyHistories("all", 400)).toEqual([]);
  expect(it.requests).toEqual([]);
});

test("one of two processes requests all assets at once, and prices are stored as history", async () => {
  const [one, two] = [it.open(`${it.origin}/api/v3`), it.open(`${it.origin}/api/v3`)];
  it.answer(ok(everyPrice(97_000)));
  const found = await Promise.all([one.fetchPrices(), two.fetchPrices()]);
  expect(found.filter((symbols) => symbols === null)).toHaveLength(1);
  expect(found.find((symbols) => symbols !== null)).toEqual(ASSETS.map(({ symbol }) => symbol));
  expect(it.requests).toHaveLength(1);
  expect(new URL(it.requests[0] ?? "", it.origin).searchParams.get("ids")?.split(",")).toEqual(
    ASSETS.map(({ sourceId }) => sourceId),
  );
  expect(await one.readMarket()).toEqual({
    isSample: false,
    at: "2026-05-10T12:00:00.000Z",
    prices: SAMPLE_MARKET.prices.map(({ symbol, name }, at) => ({
      symbol,
      name,
      price: 97_000 + at,
      changePercent: -1.5,
    })),
  });
  expect(await two.readPrices(["SOL"])).toEqual({
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

  it.advance(5);
  it.answer(ok(everyPrice(98_000.5)));
  await two.fetchPrices();
  expect((await one.readMarket()).prices[0]?.price).toBe(98_000.5);
  expect(await listPrices()).toHaveLength(ASSETS.length * 2);
  it.advance(24 * 60);
  it.answer(ok(everyPrice(99_000)));
  await one.fetchPrices();
  expect(await one.readDailyHistories(["BTC", "NONE"], 30)).toEqual([
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
  expect((await one.readDailyHistories(["BTC"], 1))[0]?.days).toEqual([
    { date: "2026-05-11", price: 99_000 },
  ]);
  expect(await one.readDailyHistories("all", 30)).toHaveLength(ASSETS.length);
});

test("two processes with jobs on one database make one request", async () => {
  it.answer(ok(everyPrice(50_000)));
  const programs = [1, 2].map(() => {
    const jobs = createJobs({ pool: it.database.pool, log: createLog("silent"), lookSeconds: 0.5 });
    it.open(it.origin).addJobs(jobs);
    jobs.start();
    return jobs;
  });
  // The next scheduled run may be minutes away, so both processes enqueue it.
  for (let turn = 0; turn < 400 && (await listPrices()).length === 0; turn += 1) {
    for (const jobs of programs) await jobs.send("market-prices", {}, `turn ${turn}`).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const jobs of programs) await jobs.send("market-prices", {}, "once more");
  await Promise.all(programs.map((jobs) => jobs.stop()));
  expect(it.requests.filter((address) => address.startsWith("/simple/price"))).toHaveLength(1);
  expect(await listPrices()).toHaveLength(ASSETS.length);
});

test("missing prices stay unchanged; a missing change is computed from the day before", async () => {
  const market = it.open(it.origin);
  it.answer(ok(everyPrice(50_000, null)));
  await market.fetchPrices();
  it.advance(24 * 60 + 10);
  it.answer(ok({ bitcoin: { usd: 55_000 }, ethereum: { usd: 0 }, cardano: null, tether: "1" }));
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

test("a source that fails, hangs, drips or sends partial or invalid data leaves prices unchanged", async () => {
  const market = it.open(it.origin, 300);
  it.answer(ok(everyPrice(97_000)));
  await market.fetchPrices();
  const before = await listPrices();
  const fullBody = JSON.stringify(everyPrice(1));
  const bad: [Parameters<TestMarket["answer"]>[0], RegExp][] = [
    [{ status: 500, body: "" }, /answered 500/],
    [{ status: 401, body: { status: { error_code: 10_002 } } }, /answered 401/],
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
  for (const [answer, words] of bad) {
    it.advance(5);
    it.answer(answer);
    await expect(market.fetchPrices()).rejects.toThrow(words);
  }
  for (const nonsense of [{ bitcoin: { usd: "1; drop table" } }, [], null, { status: { error_code: 1 } }]) {
    it.advance(5);
    it.answer(ok(nonsense));
    expect(await market.fetchPrices()).toEqual([]);
  }
  expect(await listPrices()).toEqual(before);
  expect((await market.readMarket()).prices[0]?.price).toBe(97_000);
});

test("after a 429 every process pauses as long as requested", async () => {
  const [one, two] = [it.open(it.origin), it.open(it.origin)];
  it.answer({ status: 429, body: "", headers: { "Retry-After": "3600" } });
  await expect(one.fetchPrices()).rejects.toThrow("429");
  it.advance(55);
  it.answer(ok(everyPrice(1)));
  expect([await two.fetchPrices(), await two.fetchChart()]).toEqual([null, null]);
  expect(it.requests).toHaveLength(1);
  it.advance(6);
  expect(await two.fetchPrices()).toHaveLength(ASSETS.length);

  it.advance(5);
  it.answer({ status: 429, body: "", headers: { "Retry-After": "99999999" } });
  await expect(one.fetchPrices()).rejects.toThrow("429");
  it.advance(24 * 60 + 1);
  it.answer(ok(everyPrice(1)));
  expect(await one.fetchPrices()).toHaveLength(ASSETS.length);
});

test("five-minute prices are deleted after a month, daily prices after two years", async () => {
  const market = it.open(it.origin);
  it.answer(ok(everyPrice(1)));
  await market.fetchPrices();
  it.advance(31 * 24 * 60);
  await market.fetchPrices();
  await market.deleteOldPrices();
  expect(await listPrices()).toHaveLength(ASSETS.length);
  const days = async () =>
    (await market.readDailyHistories(["BTC"], 10_000))[0]?.days.map(({ date }) => date);
  expect(await days()).toEqual(["2026-05-10", "2026-06-10"]);
  it.advance(699 * 24 * 60);
  await market.deleteOldPrices();
  expect(await days()).toEqual(["2026-06-10"]);
  expect(await it.rows("select from public.market_days where day = '2026-05-10'")).toEqual([]);
});
