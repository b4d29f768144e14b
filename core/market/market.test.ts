import { expect, test } from "vitest";
import { ASSETS, pickAssets } from "./assets.ts";
import { COINS, SAMPLE_MARKET } from "./coins.ts";
import { parseChart } from "./parse-chart.ts";
import { parsePrices } from "./parse-prices.ts";
import { buildChartUrl, buildPricesUrl } from "./source-urls.ts";
import { formatChange, formatPrice } from "./wording.ts";

test("the samples are the four coins of the specification, and are labeled", () => {
  expect(SAMPLE_MARKET.isSample).toBe(true);
  expect(SAMPLE_MARKET.prices.map(({ symbol }) => symbol)).toEqual(["BTC", "ETH", "BNB", "ADA"]);
  expect(SAMPLE_MARKET.prices.map(({ name }) => name)).toEqual(COINS.map(({ name }) => name));
});

test("symbols and source IDs are unique, and the ticker's coins come first", () => {
  expect(ASSETS.slice(0, 4).map(({ symbol, sourceId }) => [symbol, sourceId])).toEqual(
    COINS.map(({ symbol, sourceId }) => [symbol, sourceId]),
  );
  for (const key of ["symbol", "sourceId"] as const)
    expect(new Set(ASSETS.map((asset) => asset[key])).size).toBe(ASSETS.length);
  expect(ASSETS.every(({ symbol }) => /^[A-Z0-9]{1,20}$/.test(symbol))).toBe(true);
  expect(pickAssets(["usdt", "BTC", "<b>", "btc"]).map(({ symbol }) => symbol)).toEqual(["BTC", "USDT"]);
  expect(pickAssets("all")).toBe(ASSETS);
});

test("one request asks for the prices of all assets, in dollars, and other parameters are preserved", () => {
  const ids = ASSETS.map(({ sourceId }) => sourceId).join(",");
  const pricesUrl = new URL(buildPricesUrl("https://prices.example/api/v3/"));
  expect(`${pricesUrl.origin}${pricesUrl.pathname}`).toBe("https://prices.example/api/v3/simple/price");
  expect(Object.fromEntries(pricesUrl.searchParams)).toEqual({
    ids,
    vs_currencies: "usd",
    include_24hr_change: "true",
  });
  const marketsBase = "https://prices.example/coins/markets?vs_currency=eur&ids=bitcoin&key=k";
  expect(buildPricesUrl("https://prices.example/coins/markets/")).toContain("/coins/markets?");
  const marketsUrl = new URL(buildPricesUrl(marketsBase));
  expect(marketsUrl.pathname).toBe("/coins/markets");
  expect(Object.fromEntries(marketsUrl.searchParams)).toEqual({
    key: "k",
    vs_currency: "usd",
    ids,
    per_page: String(ASSETS.length),
  });
  for (const [base, path] of [
    ["https://prices.example", "/coins/bitcoin/market_chart?vs_currency=usd&days=365&interval=daily"],
    [marketsBase, "/coins/bitcoin/market_chart?key=k&vs_currency=usd&days=365&interval=daily"],
    [
      "https://prices.example/v3/simple/price/?ids=x&k=1",
      "/v3/coins/bitcoin/market_chart?k=1&vs_currency=usd&days=365&interval=daily",
    ],
  ] as const)
    expect(buildChartUrl(base, { sourceId: "bitcoin" }, 365)).toBe(`https://prices.example${path}`);
});

test("both response formats are parsed; missing and invalid prices are skipped", () => {
  expect(
    parsePrices({
      bitcoin: { usd: 97_000.5, usd_24h_change: -1.25, last_updated_at: 1 },
      ethereum: { usd: "3000" },
      cardano: { usd: 0.7 },
      "a-coin-that-is-not-ours": { usd: 1 },
      tether: { usd: 0.9998, usd_24h_change: "x" },
    }),
  ).toEqual([
    { symbol: "BTC", price: 97_000.5, changePercent: -1.25 },
    { symbol: "ADA", price: 0.7, changePercent: null },
    { symbol: "USDT", price: 0.9998, changePercent: null },
  ]);
  expect(
    parsePrices([
      { id: "binancecoin", current_price: 600, price_change_percentage_24h: 2 },
      { id: "bitcoin", current_price: null },
      "ethereum",
    ]),
  ).toEqual([{ symbol: "BNB", price: 600, changePercent: 2 }]);
  for (const nonsense of [
    null,
    "x",
    7,
    [],
    {},
    { bitcoin: { usd: -1 } },
    { bitcoin: { usd: 1e-320 } },
    { bitcoin: { usd: 1e13 } },
    { status: { error_code: 429 } },
  ])
    expect(parsePrices(nonsense)).toEqual([]);
});

test("a chart yields the last price of each day; midnight closes the previous day", () => {
  const parseTime = (time: string) => Date.parse(`2026-05-${time}Z`);
  const now = new Date("2026-05-10T12:00:00Z");
  const prices = [
    [parseTime("09T00:00:00"), 8],
    [parseTime("10T00:00:00"), 9],
    [parseTime("10T11:59:00"), 10.5],
    [parseTime("09T18:00:00"), 8.5],
    [parseTime("10T12:00:01"), 99],
    [parseTime("01T00:00:00"), 99],
    [parseTime("07T00:00:00"), -1],
    [parseTime("07T00:00:00"), "6"],
    [parseTime("07T00:00:00")],
    [null, 7],
    "x",
    [1e300, 7],
  ];
  expect(parseChart({ prices, market_caps: [] }, now, 5)).toEqual([
    { day: "2026-05-08", at: "2026-05-09T00:00:00.000Z", price: 8 },
    { day: "2026-05-09", at: "2026-05-10T00:00:00.000Z", price: 9 },
    { day: "2026-05-10", at: "2026-05-10T11:59:00.000Z", price: 10.5 },
  ]);
  for (const nonsense of [
    null,
    [],
    {},
    { prices: {} },
    { prices: "x" },
    { prices: Array(30_000).fill([1, 1]) },
  ])
    expect(parseChart(nonsense, now, 5)).toEqual([]);
});

test("prices and changes are formatted", () => {
  expect([43_250.5, 1, 0.5234, 0.00012345].map(formatPrice)).toEqual([
    "$43,250.50",
    "$1.00",
    "$0.5234",
    "$0.0001235",
  ]);
  expect([2.456, -1.2, 0, -0.001].map(formatChange)).toEqual(["+2.46%", "−1.20%", "0.00%", "0.00%"]);
});
