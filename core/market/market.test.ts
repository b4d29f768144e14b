import { expect, test } from "vitest";
import { COINS, SAMPLE_MARKET } from "./coins.ts";
import { marketAddress, readPrices } from "./read-prices.ts";
import { writeChange, writePrice } from "./wording.ts";

test("the samples are the specification's four coins, and say what they are", () => {
  expect(SAMPLE_MARKET.isSample).toBe(true);
  expect(SAMPLE_MARKET.prices.map(({ symbol }) => symbol)).toEqual(["BTC", "ETH", "BNB", "ADA"]);
  expect(SAMPLE_MARKET.prices.map(({ name }) => name)).toEqual(COINS.map(({ name }) => name));
});

test("an address of the source is completed, one that names its call is kept", () => {
  const whole =
    "/simple/price?ids=bitcoin%2Cethereum%2Cbinancecoin%2Ccardano&vs_currencies=usd&include_24hr_change=true";
  expect(marketAddress("https://prices.example/api/v3")).toBe(`https://prices.example/api/v3${whole}`);
  expect(marketAddress("https://prices.example/")).toBe(`https://prices.example${whole}`);
  expect(marketAddress("https://prices.example/coins/markets?vs_currency=eur&key=k")).toBe(
    "https://prices.example/coins/markets?vs_currency=eur&key=k&ids=bitcoin%2Cethereum%2Cbinancecoin%2Ccardano",
  );
});

test("both forms of answer are read; what is missing or no price is left out", () => {
  expect(
    readPrices({
      bitcoin: { usd: 97_000.5, usd_24h_change: -1.25, last_updated_at: 1 },
      ethereum: { usd: "3000" },
      cardano: { usd: 0.7 },
      dogecoin: { usd: 1 },
    }),
  ).toEqual([
    { symbol: "BTC", price: 97_000.5, changePercent: -1.25 },
    { symbol: "ADA", price: 0.7, changePercent: null },
  ]);
  expect(
    readPrices([
      { id: "binancecoin", current_price: 600, price_change_percentage_24h: 2 },
      { id: "bitcoin", current_price: null },
      "ethereum",
    ]),
  ).toEqual([{ symbol: "BNB", price: 600, changePercent: 2 }]);
  for (const nonsense of [null, "x", 7, [], {}, { bitcoin: { usd: -1 } }, { status: { error_code: 429 } }])
    expect(readPrices(nonsense)).toEqual([]);
});

test("prices and changes are written for reading", () => {
  expect([43_250.5, 1, 0.5234, 0.00012345].map(writePrice)).toEqual([
    "$43,250.50",
    "$1.00",
    "$0.5234",
    "$0.0001235",
  ]);
  expect([2.456, -1.2, 0, -0.001].map(writeChange)).toEqual(["+2.46%", "−1.20%", "0.00%", "0.00%"]);
});
