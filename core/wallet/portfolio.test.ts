import { expect, test } from "vitest";
import type { AssetPrices } from "#core/market/assets.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { generateSamplePrices } from "#core/market/sample-history.ts";
import { measurePerformance } from "./measure-performance.ts";
import { type Holding, valuePortfolio } from "./portfolio.ts";
import { SAMPLE_HOLDINGS } from "./sample.ts";

const createHolding = (symbol: string, units: bigint, asset: string | null = symbol): Holding => ({
  symbol,
  name: symbol,
  address: null,
  units,
  decimals: 2,
  asset,
});
const createPrices = (
  ...entries: [symbol: string, price: number, changePercent: number | null][]
): AssetPrices => ({
  isSample: false,
  prices: entries.map(([symbol, price, changePercent]) => ({
    symbol,
    name: symbol,
    kind: "coin" as const,
    price,
    changePercent,
    at: "2026-05-10T00:00:00.000Z",
  })),
});

test("the total and its change cover priced holdings only; unpriced ones are counted", () => {
  const prices = createPrices(["A", 110, 10], ["B", 50, -50], ["C", 7, null]);
  const result = valuePortfolio(
    [
      createHolding("A", 100n),
      createHolding("B", 400n),
      createHolding("C", 100n),
      createHolding("USDC", 1_000_000n, null),
    ],
    prices,
    { isReal: true },
  );
  expect(result.total).toBe(110 + 200 + 7);
  // The holdings were worth 100 and 400 before, and are worth 110 and 200 now.
  expect(result.changePercent).toBeCloseTo((310 / 500 - 1) * 100, 10);
  expect(result.unpricedCount).toBe(1);
  expect(result.holdings.map(({ symbol }) => symbol)).toEqual(["B", "A", "C", "USDC"]);
  expect(result.holdings.at(-1)).toMatchObject({ price: null, value: null, share: null });
  const shares = result.holdings.map(({ share }) => share ?? 0);
  expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
});

test("real balances are never valued at sample prices", () => {
  const samplePrices: AssetPrices = { isSample: true, prices: generateSamplePrices("2026-05-10") };
  expect(valuePortfolio([createHolding("BTC", 100n)], samplePrices, { isReal: true })).toMatchObject({
    total: null,
    changePercent: null,
    unpricedCount: 1,
  });
  const sampleResult = valuePortfolio(SAMPLE_HOLDINGS, samplePrices, { isReal: false });
  expect(sampleResult.total).toBeCloseTo(0.5234 * 43_250.5 + 8.25 * 2650.3 + 24.5 * 315.8, 6);
  expect(valuePortfolio([], samplePrices, { isReal: false })).toMatchObject({
    total: null,
    changePercent: null,
  });
  expect(valuePortfolio([createHolding("A", 0n)], createPrices(["A", 5, 0]), { isReal: true })).toMatchObject(
    {
      total: 0,
      holdings: [{ value: 0, share: null }],
    },
  );
});

const createHistory = (symbol: string, prices: number[], from = 1): PriceHistory => ({
  symbol,
  name: symbol,
  isSample: false,
  days: prices.map((price, index) => ({
    date: new Date(Date.UTC(2026, 0, from + index)).toISOString().slice(0, 10),
    price,
  })),
});
const createPosition = (symbol: string, amount: number) => ({ symbol, asset: symbol, amount });

test("performance covers the days for which all prices are known", () => {
  const risingPrices = Array.from({ length: 40 }, (_, day) => 100 * 1.01 ** day);
  const flatPrices = Array.from({ length: 60 }, () => 10);
  const result = measurePerformance(
    [createPosition("A", 1), createPosition("B", 0)],
    [createHistory("A", risingPrices), createHistory("B", flatPrices)],
  );
  expect(result).toMatchObject({ days: 40, from: "2026-01-01", to: "2026-02-09", best: { symbol: "A" } });
  expect(result?.totalReturn).toBeCloseTo((1.01 ** 39 - 1) * 100, 8);
  // A value that grows evenly has no risk, so there is no Sharpe ratio.
  expect(result?.risk).toBeCloseTo(0, 6);
  expect(result?.sharpe).toBeNull();

  const swingingPrices = Array.from({ length: 41 }, (_, day) => (day % 2 ? 110 : 100));
  const swingingResult = measurePerformance(
    [createPosition("S", 2), createPosition("B", 3)],
    [createHistory("S", swingingPrices), createHistory("B", flatPrices, 3)],
  );
  expect(swingingResult).toMatchObject({
    from: "2026-01-03",
    days: 39,
    best: { symbol: "S", changePercent: 0 },
  });
  const returns =
    swingingResult?.values
      .slice(1)
      .map(({ value }, index) => value / (swingingResult.values[index]?.value ?? 1) - 1) ?? [];
  const mean = returns.reduce((a, b) => a + b) / returns.length;
  const deviation = Math.sqrt(returns.reduce((a, b) => a + (b - mean) ** 2, 0) / (returns.length - 1));
  expect(swingingResult?.risk).toBeCloseTo(deviation * Math.sqrt(365) * 100, 8);
  expect(swingingResult?.sharpe).toBeCloseTo((mean / deviation) * Math.sqrt(365), 8);
});

test("without holdings, with too few days or with a missing price history, there is no result", () => {
  const shortHistory = createHistory("A", Array<number>(29).fill(1));
  expect(measurePerformance([createPosition("A", 1)], [shortHistory])).toBeNull();
  expect(
    measurePerformance(
      [createPosition("A", 1), createPosition("B", 1)],
      [createHistory("A", Array<number>(90).fill(1))],
    ),
  ).toBeNull();
  expect(measurePerformance([], [])).toBeNull();
});
