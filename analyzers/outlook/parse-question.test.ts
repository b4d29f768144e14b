import { expect, test } from "vitest";
import type { PriceHistory } from "#core/market/price-history.ts";
import { parseQuestion } from "./parse-question.ts";

const asset = (symbol: string, name: string): PriceHistory => ({ symbol, name, isSample: false, days: [] });
const KNOWN = [
  asset("BTC", "Bitcoin"),
  asset("BCH", "Bitcoin Cash"),
  asset("ETH", "Ethereum"),
  asset("NEAR", "NEAR Protocol"),
  asset("LINK", "Chainlink"),
  asset("DOT", "Polkadot"),
  asset("XLM", "Stellar"),
  asset("USDT", "Tether"),
];
const parsed = (input: string) => {
  const { assets, unknown, horizon, requestedHorizon: asked } = parseQuestion(input, KNOWN, "2026-11-21");
  return { assets: assets.map(({ symbol }) => symbol), unknown, horizon, asked };
};

test.each([
  ["BTC", ["BTC"]],
  ["$btc", ["BTC"]],
  ["bitcoin's price?", ["BTC"]],
  ["What about Bitcoin Cash", ["BCH"]],
  ["Ethereum against bitcoin, and ETH again", ["ETH", "BTC"]],
  ["BTC/USDT", ["BTC"]],
  ["BTCUSDT on the chart", ["BTC"]],
  ["USDT", ["USDT"]],
  ["what will the price of ethereum be near the end of the week", ["ETH"]],
  ["is there a link to the stellar news of bitcoin", ["BTC"]],
  ["NEAR or LINK?", ["NEAR", "LINK"]],
  ["where does $near go", ["NEAR"]],
  ["link next week", ["LINK"]],
  ["I hold Stellar", ["XLM"]],
  ["PLEASE SEND THE LINK FOR BTC NOW", ["BTC"]],
  ["compare btc and link", ["BTC", "LINK"]],
  ["link vs eth next week", ["LINK", "ETH"]],
  ["bitcoin and near term risks", ["BTC"]],
  ["ether or bitcoins", ["ETH", "BTC"]],
  ["", []],
  ["the weather", []],
])("%j means %j", (input, symbols) => expect(parsed(input).assets).toEqual(symbols));

test.each([
  ["BTC", 14, null],
  ["BTC tomorrow", 1, null],
  ["BTC next week", 7, null],
  ["BTC over the next 30 days", 30, null],
  ["BTC 45d", 45, null],
  ["BTC in two weeks", 14, null],
  ["BTC in a couple of weeks", 14, null],
  ["BTC in 1.5 weeks", 11, null],
  ["BTC in 48 hours", 2, null],
  ["BTC a month from now", 30, null],
  ["BTC until 2026-12-01", 10, null],
  ["BTC fell in the last 30 days, and next week?", 7, null],
  ["BTC rose 3 weeks ago", 14, null],
  ["BTC in 3 years", 90, 1095],
  ["BTC in 99999 years", 90, 36_499_635],
  ["BTC in 0 days", 1, null],
  ["BTC by 2020-01-01", 14, null],
  ["Where will BTC be in 2030?", 90, 1137],
  ["BTC at the end of 2026", 40, null],
  ["BTC above 2030 dollars", 14, null],
])("%j looks %i days ahead", (input, horizon, asked) =>
  expect(parsed(input)).toMatchObject({ horizon, asked }),
);

test("unknown symbols are reported, but not words and common abbreviations", () => {
  expect(parsed("BTC, $doge and XYZ in USD after the ETF").unknown).toEqual(["DOGE", "XYZ"]);
  expect(parsed("BTC in Q4 by RSI and MACD, a DCA plan").unknown).toEqual([]);
  expect(parsed("HOW WILL BTC DO NEXT WEEK").unknown).toEqual([]);
});

test.each([
  ["will bitcon go up next week??", "BTC"],
  ["Etherium in a month", "ETH"],
  ["is the other one better", undefined],
  ["what about XYZ and bitcon", undefined],
  ["ethereum or bitcon", undefined],
])("a long name with a typo is guessed if the input names nothing else: %j", (input, symbol) => {
  expect(parseQuestion(input, KNOWN, "2026-11-21").guess?.history.symbol).toBe(symbol);
});
