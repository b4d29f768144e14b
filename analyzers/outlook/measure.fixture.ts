import { backtest, cutSeries, forecastNaively } from "./backtest.ts";
import { buildSeries } from "./daily-series.ts";
import { describeHistory } from "./describe-history.ts";
import { computeTouchChance } from "./rate-target.ts";
import { createHistory, LAST_DAY, type SeriesKind, simulatePrices } from "./series.fixture.ts";

const KINDS: readonly (readonly [SeriesKind, string])[] = [
  ["random walk", "Random walk (daily steps of 3%)"],
  ["random walk with drift", "Random walk with drift (up 0.1% a day)"],
  ["volatility clustering", "Volatility clustering (GARCH)"],
  ["heavy tails", "Heavy tails (Student's t, 5 degrees of freedom)"],
  ["trend and weekly season", "Trend and weekly season"],
];
const HISTORY_COUNT = 12;
const DRAW_COUNT = 200;
const formatPercent = (share: number) => `${(share * 100).toFixed(0)}%`;

export const simulateSeries = (kind: SeriesKind, days: number, seed: number) =>
  buildSeries(createHistory(simulatePrices(kind, days, seed)), LAST_DAY);

/** Averages over `historyCount` simulated histories of 500 days. */
export function measureBacktests(kind: SeriesKind, days: number, historyCount: number) {
  const results = Array.from({ length: historyCount }, (_, seed) =>
    backtest(simulateSeries(kind, 500, seed + 1), days),
  );
  const mean = (pick: (result: NonNullable<(typeof results)[number]>) => number) =>
    results.reduce((sum, result) => sum + (result ? pick(result) : Number.NaN), 0) / historyCount;
  return {
    shownCount: results.filter((result) => result?.isBetter).length,
    errorRatio: mean(({ model, naive }) => model.error / naive.error),
    naive: { within80: mean(({ naive }) => naive.within80), within95: mean(({ naive }) => naive.within95) },
    model: { within80: mean(({ model }) => model.within80), within95: mean(({ model }) => model.within95) },
  };
}

export function measureDescriptions(drawCount: number) {
  const describe = (kind: SeriesKind, days: number) =>
    Array.from({ length: drawCount }, (_, index) => describeHistory(simulateSeries(kind, days, index + 1)));
  const trends = describe("random walk", 120).map(({ trend }) => trend);
  const countWeeklyPatterns = (kind: SeriesKind) =>
    describe(kind, 365).filter(({ weekdays }) => weekdays.isSignificant).length;
  return {
    coveredTrendCount: trends.filter((trend) => trend !== null && trend.low <= 0 && trend.high >= 0).length,
    falseWeeklyPatternCount: countWeeklyPatterns("random walk"),
    trueWeeklyPatternCount: countWeeklyPatterns("trend and weekly season"),
  };
}

export function writeBacktests(): string {
  return [
    "| Prices | Days ahead | Model shown | Error ratio | Naive: 80% | 95% | Model: 80% | 95% |",
    "|---|---|---|---|---|---|---|---|",
    ...KINDS.flatMap(([kind, label]) =>
      [7, 30].map((days) => {
        const { shownCount, errorRatio, naive, model } = measureBacktests(kind, days, HISTORY_COUNT);
        const shares = [naive.within80, naive.within95, model.within80, model.within95].map(formatPercent);
        return `| ${[label, days, `${shownCount} of ${HISTORY_COUNT}`, errorRatio.toFixed(2), ...shares].join(" | ")} |`;
      }),
    ),
  ].join("\n");
}

export function writeDescriptions(): string {
  const { coveredTrendCount, falseWeeklyPatternCount, trueWeeklyPatternCount } =
    measureDescriptions(DRAW_COUNT);
  return [
    "| Check | Times |",
    "|---|---|",
    `| Trend's 95% range contains the true value (no trend, 120 days) | ${coveredTrendCount} of ${DRAW_COUNT} |`,
    `| A weekly pattern is reported where there is none (365 days) | ${falseWeeklyPatternCount} of ${DRAW_COUNT} |`,
    `| A weekly pattern is reported where there is one (365 days) | ${trueWeeklyPatternCount} of ${DRAW_COUNT} |`,
  ].join("\n");
}

/** Distances of targets, in standard deviations of the price at the end. */
const TARGET_DISTANCES = [-1.5, -0.8, -0.3, 0.3, 0.8, 1.5];
const CHANCE_BIN_ENDS = [0.2, 0.5, 1];
const FIRST_ORIGIN = 120;

/** Bins targets by the stated chance of touching them. Returns each bin's count, mean chance and share touched. */
export function measureTargets(kind: SeriesKind, days: number, historyCount: number) {
  const bins = CHANCE_BIN_ENDS.map(() => ({ count: 0, chanceSum: 0, touchedCount: 0 }));
  for (let seed = 1; seed <= historyCount; seed += 1) {
    const series = simulateSeries(kind, 500, seed);
    for (let origin = FIRST_ORIGIN; origin + days <= series.logs.length; origin += 7) {
      const { deviations } = forecastNaively(cutSeries(series, origin), days).bands;
      const path = series.logs.subarray(origin, origin + days);
      for (const multiple of TARGET_DISTANCES) {
        const distance = multiple * (deviations[days - 1] ?? 0);
        const target = (series.logs[origin - 1] ?? 0) + distance;
        const chance = computeTouchChance(distance, deviations);
        const bin = bins[CHANCE_BIN_ENDS.findIndex((end) => chance <= end)];
        if (!bin) continue;
        bin.count += 1;
        bin.chanceSum += chance;
        if (path.some((log) => (distance > 0 ? log >= target : log <= target))) bin.touchedCount += 1;
      }
    }
  }
  return bins.map(({ count, chanceSum, touchedCount }) => ({
    count,
    statedChance: chanceSum / count,
    touchedShare: touchedCount / count,
  }));
}

export function writeTargets(): string {
  const lines = KINDS.filter(([kind]) => kind !== "trend and weekly season").flatMap(([kind, label]) =>
    [7, 30, 90].map((days) => {
      const cells = measureTargets(kind, days, HISTORY_COUNT).map(({ count, statedChance, touchedShare }) =>
        count === 0 ? "–" : `stated ${formatPercent(statedChance)}, was ${formatPercent(touchedShare)}`,
      );
      return `| ${[label, days, ...cells].join(" | ")} |`;
    }),
  );
  return [
    "| Prices | Days ahead | Stated up to 20% | 20% to 50% | over 50% |",
    "|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}
