import { expect, test } from "vitest";
import type { PriceHistory } from "#core/market/price-history.ts";
import { parseQuestion } from "./parse-question.ts";

const createEmptyHistory = (symbol: string, name: string): PriceHistory => ({
  symbol,
  name,
  isSample: false,
  days: [],
});
const HISTORIES = [
  createEmptyHistory("BTC", "Bitcoin"),
  createEmptyHistory("BCH", "Bitcoin Cash"),
  createEmptyHistory("ETH", "Ethereum"),
  createEmptyHistory("NEAR", "NEAR Protocol"),
  createEmptyHistory("LINK", "Chainlink"),
  createEmptyHistory("DOT", "Polkadot"),
  createEmptyHistory("XLM", "Stellar"),
  createEmptyHistory("USDT", "Tether"),
];
const parse = (input: string) => {
  const { assets, unknownSymbols, horizon } = parseQuestion(input, HISTORIES, "2026-11-21");
  return { assets: assets.map(({ symbol }) => symbol), unknownSymbols, horizon };
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
])("%j means %j", (input, symbols) => expect(parse(input).assets).toEqual(symbols));

test.each([
  ["BTC", 14],
  ["BTC tomorrow", 1],
  ["BTC next week", 7],
  ["BTC over the next 30 days", 30],
  ["BTC 45d", 45],
  ["BTC in two weeks", 14],
  ["BTC in a couple of weeks", 14],
  ["BTC in 1.5 weeks", 11],
  ["BTC in 48 hours", 2],
  ["BTC a month from now", 30],
  ["BTC until 2026-12-01", 10],
  ["BTC fell in the last 30 days, and next week?", 7],
  ["BTC rose 3 weeks ago", 14],
  ["BTC in 3 years", 90],
  ["BTC in 99999 years", 90],
  ["BTC in 0 days", 1],
  ["BTC by 2020-01-01", 14],
  ["Where will BTC be in 2030?", 90],
  ["BTC at the end of 2026", 40],
  ["BTC by the end of the year", 40],
  ["BTC EOY", 40],
  ["BTC by Christmas", 34],
  ["BTC by Friday", 6],
  ["BTC on 15 January", 55],
  ["BTC on Jan 15th", 55],
  ["BTC 31.12.2026", 40],
  ["BTC 12/31/2026", 40],
  ["BTC in December", 40],
  ["BTC by Valentine's Day", 85],
])("%j looks %i days ahead", (input, horizon) => expect(parse(input)).toMatchObject({ horizon }));

test.each([
  ["BTC in March 2027", 100, 130, "March 2027"],
  ["BTC in march", 100, 130, "March 2027"],
  ["BTC at the end of March", 130, 130, "the end of March 2027"],
  ["BTC next quarter", 41, 130, "the first quarter of 2027"],
  ["BTC in Q4 2027", 314, 405, "the fourth quarter of 2027"],
  ["BTC next year", 41, 405, "2027"],
  ["BTC before summer 2027", 192, 283, "summer 2027"],
  ["BTC in the spring", 100, 191, "spring 2027"],
  ["Bitcoin 2030", 1137, 1501, "2030"],
  ["What was BTC on 2020-01-01?", -2516, -2516, "January 1, 2020"],
  ["BTC in 6 months", 180, 180, null],
])("%j asks about days %i to %i", (input, from, until, name) =>
  expect(parseQuestion(input, HISTORIES, "2026-11-21").time).toEqual({ from, until, name }),
);

test.each([
  ["2026-11-21", 465, "February 29, 2028"],
  ["2028-02-28", 1, "February 29, 2028"],
  ["2028-02-29", 1461, "February 29, 2032"],
  // 2100 isn't a leap year.
  ["2096-03-01", 2920, "February 29, 2104"],
])("on %s, February 29 means the next one", (today, days, name) =>
  expect(parseQuestion("BTC on February 29", HISTORIES, today).time).toEqual({
    from: days,
    until: days,
    name,
  }),
);

test.each([
  ["BTC in the winter", "2027-01-15", -45, 44, "winter 2026"],
  ["BTC this winter", "2026-12-01", 0, 89, "winter 2026"],
  ["BTC this winter", "2026-11-21", 10, 99, "winter 2026"],
  ["BTC during the summer", "2027-08-31", -91, 0, "summer 2027"],
  ["BTC in the summer", "2027-09-01", 274, 365, "summer 2028"],
  ["BTC by winter", "2027-01-15", 320, 410, "winter 2027"],
  ["BTC next winter", "2027-01-15", 320, 410, "winter 2027"],
])(
  "a season means the current one or else the next one; after words such as “next”, always the next one: %j on %s means days %i to %i",
  (input, today, from, until, name) =>
    expect(parseQuestion(input, HISTORIES, today).time).toEqual({ from, until, name }),
);

test.each([
  "BTC may rise",
  "the march of BTC",
  "BTC since March",
  "BTC compared to 2024",
  "BTC above 2030 dollars",
  "how far can BTC go",
  "will BTC fall",
  "BTC on 31.31.2026",
  "BTC on 30 February",
])("%j names no time", (input) => expect(parseQuestion(input, HISTORIES, "2026-11-21").time).toBeNull());

test.each([
  ["Will BTC reach $1?", 1, "touch"],
  ["BTC to $100k?", 100_000, "touch"],
  ["will btc hit 150,000 in March", 150_000, "touch"],
  ["could BTC drop below 60k", 60_000, "touch"],
  ["Will BTC be above 2.5 million dollars on January 1", 2_500_000, "above"],
  ["BTC under 50 cents", 0.5, "below"],
  ["will BTC reach $1 trillion", 1e12, "touch"],
  ["BTC above 2tn", 2e12, "above"],
  ["BTC to 5 mio", 5_000_000, "touch"],
  ["will it stay above $90,000", 90_000, "staysAbove"],
])("%j names the price %f (%s)", (input, value, kind) =>
  expect(parseQuestion(input, HISTORIES, "2026-11-21").target).toMatchObject({
    value,
    kind,
    isRelative: false,
  }),
);

test.each([
  ["Will BTC double?", 2],
  ["BTC 10x", 10],
  ["Will BTC fall 25% by Friday", 0.75],
  ["BTC up by 5 percent", 1.05],
  ["a 15% drop of BTC", 0.85],
  ["will BTC go to zero", 0],
])("%j names a price that is %f times the last one", (input, value) =>
  expect(parseQuestion(input, HISTORIES, "2026-11-21").target).toMatchObject({ value, isRelative: true }),
);

test.each([
  "BTC in 30 days",
  "BTC at 8 am",
  "BTC up to 2 weeks",
  "over 14 days, BTC?",
  "BTC in 2030",
  "BTC hits 5th place",
  "BTC reach $100,00",
  "BTC reach 9999999999999",
  `BTC reach $1${",000".repeat(200)}`,
])("%j names no price", (input) => expect(parseQuestion(input, HISTORIES, "2026-11-21").target).toBeNull());

test("unknown symbols are reported, but not words and common abbreviations", () => {
  expect(parse("BTC, $doge and XYZ in USD after the ETF").unknownSymbols).toEqual(["DOGE", "XYZ"]);
  expect(parse("BTC in Q4 by RSI and MACD, a DCA plan").unknownSymbols).toEqual([]);
  expect(parse("HOW WILL BTC DO NEXT WEEK").unknownSymbols).toEqual([]);
});

test.each([
  ["will bitcon go up next week??", "BTC"],
  ["Etherium in a month", "ETH"],
  ["is the other one better", undefined],
  ["what about XYZ and bitcon", undefined],
  ["ethereum or bitcon", undefined],
])("a long name with a typo is guessed if the input names nothing else: %j", (input, symbol) => {
  expect(parseQuestion(input, HISTORIES, "2026-11-21").guess?.history.symbol).toBe(symbol);
});
