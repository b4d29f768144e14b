import { describe, expect, test } from "vitest";
import { backtest, forecastNaively } from "./backtest.ts";
import { computeBands } from "./bands.ts";
import { buildSeries } from "./daily-series.ts";
import { describeHistory } from "./describe-history.ts";
import { computeErrorWeights, fitHoltWinters } from "./holt-winters.ts";
import { measureBacktests, measureDescriptions, measureTargets, simulateSeries } from "./measure.fixture.ts";
import { createHistory, LAST_DAY, simulatePrices } from "./series.fixture.ts";

describe("in a backtest against the naive forecast", () => {
  test("the model forecasts a trend with a weekly pattern better", () => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const result = backtest(simulateSeries("trend and weekly season", 400, seed), 14);
      expect(result).toMatchObject({ isBetter: true });
      expect(result?.foldCount).toBeGreaterThanOrEqual(20);
      expect((result?.model.error ?? 1) / (result?.naive.error ?? 1)).toBeLessThan(0.6);
    }
  });

  test.each(["random walk", "volatility clustering", "heavy tails"] as const)(
    "%s prices can't be forecast, and the backtest says so",
    (kind) => {
      for (let seed = 1; seed <= 3; seed += 1)
        expect(backtest(simulateSeries(kind, 400, seed), 14)).toMatchObject({ isBetter: false });
    },
  );

  test("errors are measured in daily steps: one day ahead, a random walk has an error of about one", () => {
    const result = backtest(simulateSeries("random walk", 700, 3), 1);
    expect(result?.naive.scaledError).toBeGreaterThan(0.7);
    expect(result?.naive.scaledError).toBeLessThan(1.3);
  });

  test("a fold uses no later data", () => {
    const prices = simulatePrices("random walk", 200, 5);
    const pricesWithJump = prices.map((price, index) => (index >= 199 ? price * 50 : price));
    const [withoutJump, withJump] = [prices, pricesWithJump].map((list) =>
      backtest(buildSeries(createHistory(list), LAST_DAY), 1),
    );
    // Only the last outcome differs, so at most one outcome leaves the band.
    const foldCount = withoutJump?.foldCount ?? 0;
    const share = (withoutJump?.naive.within95 ?? 0) - (withJump?.naive.within95 ?? 0);
    expect(Math.round(share * foldCount)).toBeLessThanOrEqual(1);
    expect(withJump?.foldCount).toBe(foldCount);
  });

  test("a short history can't show that the model is better, and a shorter one can't be tested", () => {
    expect(backtest(simulateSeries("trend and weekly season", 110, 1), 60)).toMatchObject({
      isBetter: false,
      disjointFoldCount: 1,
    });
    expect(backtest(simulateSeries("trend and weekly season", 100, 1), 90)).toBeNull();
    const shortBacktest = backtest(simulateSeries("trend and weekly season", 130, 1), 21);
    expect(shortBacktest).toMatchObject({ disjointFoldCount: 4, isBetter: false });
    expect((shortBacktest?.model.error ?? 1) / (shortBacktest?.naive.error ?? 1)).toBeLessThan(0.5);
  });

  test("a model whose error is lower only by chance doesn't count as better", () => {
    let lowerByChanceCount = 0;
    for (let seed = 30; seed <= 50; seed += 1) {
      const result = backtest(simulateSeries("random walk", 130, seed), 14);
      if (!result || result.disjointFoldCount < 5) throw new Error("too few folds");
      if (result.model.error < 0.95 * result.naive.error) lowerByChanceCount += 1;
      expect(result.isBetter).toBe(false);
    }
    expect(lowerByChanceCount).toBeGreaterThan(0);
  });

  test("a filled-in day doesn't count as an outcome", () => {
    const series = simulateSeries("random walk", 200, 5);
    const logs = Float64Array.from(series.logs);
    logs[199] = 99;
    const isRecorded = series.isRecorded.map((isDayRecorded, index) => isDayRecorded && index !== 199);
    const result = backtest({ ...series, logs, isRecorded }, 1);
    expect(result?.naive.error).toBeLessThan(0.05);
    expect(result?.foldCount).toBe((backtest(series, 1)?.foldCount ?? 0) - 1);
  });
});

describe("bands", () => {
  test.each(["random walk", "random walk with drift", "volatility clustering", "heavy tails"] as const)(
    "of %s prices contain the stated share of outcomes",
    (kind) => {
      // docs/outlook.md has more histories, for a week and a month ahead.
      const { naive } = measureBacktests(kind, 1, 4);
      expect(Math.abs(naive.within80 - 0.8)).toBeLessThan(0.08);
      expect(Math.abs(naive.within95 - 0.95)).toBeLessThan(0.05);
    },
  );

  test("of the model contain the stated share of outcomes if the model's forecast is shown", () => {
    const { shownCount, model, errorRatio } = measureBacktests("trend and weekly season", 14, 4);
    expect(shownCount).toBe(4);
    expect(errorRatio).toBeLessThan(0.6);
    expect(Math.abs(model.within80 - 0.8)).toBeLessThan(0.08);
    expect(Math.abs(model.within95 - 0.95)).toBeLessThan(0.05);
  });

  test("grow with the square root of time if errors persist, and are nested", () => {
    const errors = Float64Array.from({ length: 999 }, (_, index) => (index % 2 === 0 ? 0.02 : -0.02));
    const { halfWidths80: half80, halfWidths95: half95 } = computeBands(
      errors,
      new Float64Array(100).fill(1),
      100,
    );
    expect((half95[99] ?? 0) / 0.02).toBeCloseTo(1.96 * 10, 0);
    half80.forEach((halfWidth, ahead) => {
      expect(halfWidth).toBeLessThanOrEqual(half95[ahead] ?? 0);
      if (ahead > 0) expect(halfWidth).toBeGreaterThan(half80[ahead - 1] ?? 0);
    });
  });

  test("are wider after volatile weeks than after calm ones", () => {
    const risingErrors = Float64Array.from(
      { length: 300 },
      (_, index) => (index % 2 === 0 ? 1 : -1) * (index < 250 ? 0.01 : 0.05),
    );
    const ones = new Float64Array(1).fill(1);
    const widthAfterVolatileWeeks = computeBands(risingErrors, ones, 1).halfWidths80[0] ?? 0;
    expect(widthAfterVolatileWeeks).toBeGreaterThan(
      computeBands(risingErrors.toReversed(), ones, 1).halfWidths80[0] ?? 0,
    );
  });
});

test.each(["random walk", "volatility clustering", "heavy tails"] as const)(
  "with %s prices, a target is touched as often as the stated chance says",
  (kind) => {
    for (const { count, statedChance, touchedShare } of measureTargets(kind, 30, 6)) {
      expect(count).toBeGreaterThan(100);
      expect(Math.abs(statedChance - touchedShare)).toBeLessThan(0.06);
    }
  },
);

describe("with Holt-Winters smoothing", () => {
  test("an exact line with an exact weekly pattern is continued, as far as damping allows", () => {
    const weeklyPattern = [0.05, 0.02, 0, -0.03, -0.04, -0.01, 0.01];
    const logs = Float64Array.from(
      { length: 350 },
      (_, index) => 4 + 0.001 * index + (weeklyPattern[index % 7] ?? 0),
    );
    const forecast = fitHoltWinters(logs, true).forecast(14);
    forecast.forEach((log, step) => {
      const exactLog = 4 + 0.001 * (350 + step) + (weeklyPattern[(350 + step) % 7] ?? 0);
      expect(Math.abs(log - exactLog)).toBeLessThan(0.004);
    });
  });

  test("an error's weight adds up its effects on level, trend and season, and errors start in the third week", () => {
    const logs = Float64Array.from({ length: 200 }, (_, index) => Math.sin(index) * 0.1 + index * 0.002);
    const fit = fitHoltWinters(logs, true);
    const weights = computeErrorWeights({ level: 0.5, trend: 0.1, damping: 0.9, season: 0.2 }, 9);
    expect(weights[0]).toBeCloseTo(0.5 + 0.5 * 0.1 * 0.9, 12);
    expect(weights[6]).toBeCloseTo(0.5 + (0.05 * (0.9 * (1 - 0.9 ** 7))) / 0.1 + 0.2, 12);
    expect(fit.errors.length).toBe(200 - 14);
  });
});

describe("in the description of a history", () => {
  test("constant growth is found despite outliers", () => {
    const prices = Array.from(
      { length: 200 },
      (_, index) => 100 * 1.002 ** index * (index % 2 ? 1.001 : 1) * (index % 30 === 7 ? 3 : 1),
    );
    const { trend, outliers } = describeHistory(buildSeries(createHistory(prices), LAST_DAY));
    expect(trend?.monthlyChange).toBeCloseTo(1.002 ** (365.25 / 12) - 1, 2);
    expect(trend?.low).toBeLessThanOrEqual(trend?.monthlyChange ?? 0);
    expect(outliers.length).toBe(14);
  });

  test("a trend's range nearly always contains the true value, and weekday patterns are nearly always detected correctly", () => {
    const { coveredTrendCount, falseWeeklyPatternCount, trueWeeklyPatternCount } = measureDescriptions(40);
    expect(coveredTrendCount).toBeGreaterThanOrEqual(35);
    expect(falseWeeklyPatternCount).toBeLessThanOrEqual(3);
    expect(trueWeeklyPatternCount).toBe(40);
  });

  test("the best weekday has the right name", () => {
    // 2026-11-20, the last day, is a Friday.
    const prices = [100];
    for (let index = 1; index < 140; index += 1) {
      const isFriday = (139 - index) % 7 === 0;
      prices.push((prices.at(-1) ?? 0) * (isFriday ? 1.03 : 1 - 0.004 - (index % 5) * 0.0001));
    }
    const { weekdays } = describeHistory(buildSeries(createHistory(prices), LAST_DAY));
    expect(weekdays).toMatchObject({ isSignificant: true, best: "Friday" });
    expect(weekdays.bestChange).toBeCloseTo(0.03, 10);
  });

  test("volatility is the annualized standard deviation of daily changes", () => {
    const prices = Array.from({ length: 366 }, (_, index) => 100 * (index % 2 === 0 ? 1 : Math.exp(0.02)));
    const { volatility } = describeHistory(buildSeries(createHistory(prices), LAST_DAY));
    expect(volatility).toBeCloseTo(0.02 * Math.sqrt(365), 3);
  });

  test("the drawdown is measured from a peak to the lowest price after it", () => {
    const { drawdown } = describeHistory(buildSeries(createHistory([50, 100, 80, 40, 90, 60, 95]), LAST_DAY));
    expect(drawdown).toMatchObject({ from: "2026-11-15", to: "2026-11-17" });
    expect(drawdown.deepest).toBeCloseTo(0.6, 12);
    expect(drawdown.now).toBeCloseTo(0.05, 12);
  });
});

test("a naive forecast has no drift, even for a price that rose every day", () => {
  const risingSeries = buildSeries(
    createHistory(Array.from({ length: 100 }, (_, index) => 100 * 1.01 ** index)),
    LAST_DAY,
  );
  const { expectedLogs, bands } = forecastNaively(risingSeries, 5);
  for (const log of expectedLogs) expect(log).toBe(risingSeries.logs.at(-1));
  expect(bands.halfWidths80[4]).toBeGreaterThan(0);
});
