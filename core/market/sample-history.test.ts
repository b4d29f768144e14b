import { expect, test } from "vitest";
import { ASSETS } from "./assets.ts";
import { SAMPLE_MARKET } from "./coins.ts";
import { generateSampleHistories, generateSamplePrices } from "./sample-history.ts";

const TODAY = "2026-11-21";
const histories = generateSampleHistories(TODAY, 730);

/** Computes an asset's daily log returns. */
function computeLogReturns(symbol: string): number[] {
  const days = histories.find((history) => history.symbol === symbol)?.days ?? [];
  return days.slice(1).map(({ price }, index) => Math.log(price / (days[index]?.price ?? Number.NaN)));
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
}
const correlation = (a: string, b: string) => {
  const [x, y] = [computeLogReturns(a), computeLogReturns(b)];
  return covariance(x, y) / Math.sqrt(covariance(x, x) * covariance(y, y));
};
const getVolatility = (symbol: string) =>
  Math.sqrt(covariance(computeLogReturns(symbol), computeLogReturns(symbol)) * 365);

test("every asset has a labeled sample price for every day up to today", () => {
  expect(histories.map(({ symbol }) => symbol)).toEqual(ASSETS.map(({ symbol }) => symbol));
  for (const { isSample, days } of histories) {
    expect(isSample).toBe(true);
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([730, "2024-11-22", TODAY]);
    expect(new Set(days.map(({ date }) => date)).size).toBe(730);
    expect(days.every(({ price }) => price > 0 && Number.isFinite(price))).toBe(true);
  }
});

test("the histories end with the ticker's prices and changes", () => {
  for (const { symbol, price, changePercent } of SAMPLE_MARKET.prices) {
    const [before, last] = histories.find((history) => history.symbol === symbol)?.days.slice(-2) ?? [];
    expect(last?.price).toBe(price);
    expect(((last?.price ?? 0) / (before?.price ?? 1) - 1) * 100).toBeCloseTo(changePercent ?? 0, 2);
  }
  const prices = generateSamplePrices(TODAY);
  expect(prices.slice(0, 4)).toMatchObject(SAMPLE_MARKET.prices);
  for (const { symbol, price, at } of prices)
    expect([price, at]).toEqual([
      histories.find((history) => history.symbol === symbol)?.days.at(-1)?.price,
      null,
    ]);
});

test("a day's price movement depends only on the date", () => {
  expect(generateSampleHistories(TODAY, 730)).toEqual(histories);
  expect(generateSampleHistories(TODAY, 90)[1]?.days).toEqual(histories[1]?.days.slice(-90));
  const laterDays = generateSampleHistories("2026-12-01", 90)[4]?.days ?? [];
  const [day, nextDay] = [laterDays[20], laterDays[21]];
  const sameDay = histories[4]?.days.find(({ date }) => date === day?.date);
  const sameNextDay = histories[4]?.days.find(({ date }) => date === nextDay?.date);
  expect((nextDay?.price ?? 0) / (day?.price ?? 1)).toBeCloseTo(
    (sameNextDay?.price ?? 0) / (sameDay?.price ?? 1),
    4,
  );
});

test("assets are correlated but differ in volatility, and stablecoins hardly move", () => {
  expect(correlation("BTC", "ETH")).toBeGreaterThan(0.6);
  expect(correlation("BTC", "WBTC")).toBeGreaterThan(0.99);
  for (const symbol of ["SOL", "UNI", "TAO", "QRL"]) {
    expect(correlation("BTC", symbol)).toBeGreaterThan(0.2);
    expect(correlation("BTC", symbol)).toBeLessThan(0.85);
  }
  expect(Math.abs(correlation("BTC", "USDT"))).toBeLessThan(0.2);
  expect(getVolatility("BTC")).toBeGreaterThan(0.3);
  expect(getVolatility("BTC")).toBeLessThan(0.7);
  expect(getVolatility("PEPE")).toBeGreaterThan(getVolatility("BTC"));
  expect(getVolatility("USDC")).toBeLessThan(0.03);
});

test("prices follow a weekly rhythm: changes are above average on Mondays and below average on Saturdays", () => {
  const gainsByWeekday = Array.from({ length: 7 }, (): number[] => []);
  for (const { symbol, days } of histories.slice(0, 30))
    computeLogReturns(symbol).forEach((gain, index) => {
      gainsByWeekday[new Date(`${days[index + 1]?.date}T00:00:00Z`).getUTCDay()]?.push(gain);
    });
  const overallMean = mean(gainsByWeekday.flat());
  expect(mean(gainsByWeekday[1] ?? [])).toBeGreaterThan(overallMean);
  expect(mean(gainsByWeekday[6] ?? [])).toBeLessThan(overallMean);
});
