import { expect, test } from "vitest";
import PAGE from "../../../docs/outlook.md?raw";
import { backtest } from "./backtest.ts";
import { readSeries } from "./daily-series.ts";
import { describeHistory } from "./describe-history.ts";
import { historyOf, LAST_DAY, type SeriesKind, simulatePrices } from "./series.fixture.ts";

const KINDS: readonly (readonly [SeriesKind, string])[] = [
  ["wandering", "Wandering (random steps of 3%)"],
  ["drifting", "Drifting (the same, and up 0.1% a day)"],
  ["restless and calm", "Restless and calm weeks (GARCH)"],
  ["heavy tails", "Heavy tails (Student's t, 5 degrees)"],
  ["trend and week", "A trend and a weekly wave"],
];
const SEEDS = 12;
const percent = (share: number) => `${(share * 100).toFixed(0)}%`;

const series = (kind: SeriesKind, days: number, seed: number) =>
  readSeries(historyOf(simulatePrices(kind, days, seed)), LAST_DAY);

// docs/outlook.md quotes these tables word for word: what changes a figure must change the page.

test("the page's table of backtests is what the code gives", () => {
  const rows = KINDS.flatMap(([kind, label]) =>
    [7, 30].map((days) => {
      const tested = Array.from({ length: SEEDS }, (_, seed) => backtest(series(kind, 500, seed + 1), days));
      const mean = (pick: (one: NonNullable<(typeof tested)[number]>) => number) =>
        tested.reduce((sum, one) => sum + (one ? pick(one) : Number.NaN), 0) / SEEDS;
      return `| ${[
        label,
        days,
        `${tested.filter((one) => one?.isBetter).length} of ${SEEDS}`,
        mean(({ model, naive }) => model.error / naive.error).toFixed(2),
        percent(mean(({ naive }) => naive.within80)),
        percent(mean(({ naive }) => naive.within95)),
        percent(mean(({ model }) => model.within80)),
        percent(mean(({ model }) => model.within95)),
      ].join(" | ")} |`;
    }),
  );
  expect(PAGE).toContain(rows.join("\n"));
});

test("the page's figures of trend and weekdays are what the code gives", () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
  const held = seeds.filter((seed) => {
    const { trend } = describeHistory(series("wandering", 120, seed));
    return trend !== null && trend.low <= 0 && trend.high >= 0;
  });
  const alarms = seeds.filter(
    (seed) => describeHistory(series("wandering", 365, seed)).weekdays.isMoreThanNoise,
  );
  const found = seeds.filter(
    (seed) => describeHistory(series("trend and week", 365, seed)).weekdays.isMoreThanNoise,
  );
  expect(PAGE).toContain(
    [
      `| Trend's 95% range holds the truth (no trend, 120 days) | ${held.length} of 200 |`,
      `| A weekly pattern is seen where there is none (365 days) | ${alarms.length} of 200 |`,
      `| A weekly pattern is seen where there is one (365 days) | ${found.length} of 200 |`,
    ].join("\n"),
  );
});
