import {
  chiSquaredDistributionTable,
  mean,
  median,
  medianAbsoluteDeviation,
  standardDeviation,
} from "simple-statistics";
import { computeDailyChanges, type DailySeries, toIsoDate } from "./daily-series.ts";

const TREND_DAYS = 90;
const RECENT_DAYS = 30;
const DAYS_PER_MONTH = 365.25 / 12;
const DAYS_PER_YEAR = 365;
const CHANGES_MIN = 10;
/** Starts with the weekday of day 0, 1970-01-01. */
const WEEKDAYS = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
/** The critical value at the 1% significance level. */
const CRITICAL_VALUE = chiSquaredDistributionTable[6]["0.01"];
/** Weekdays are compared only if each occurs at least this often. */
const WEEKS_MIN = 8;

/** Changes and falls are fractions: a drawdown of 0.4 is a fall of 40%. Dates are YYYY-MM-DD. */
export function describeHistory(series: DailySeries) {
  const changes = computeDailyChanges(series);
  const isConstant =
    changes.every(({ change }) => change === 0) && series.logs.every((log) => log === series.logs[0]);
  return {
    trend: isConstant ? null : measureTrend(series, changes),
    weekdays: testWeekdays(series.firstDay, changes),
    volatility: measureVolatility(changes),
    recentVolatility: measureVolatility(changes.filter(({ at }) => at >= series.logs.length - RECENT_DAYS)),
    drawdown: measureDrawdown(series),
    outliers: findOutliers(series, changes),
    isConstant,
  };
}

/** The standard deviation of daily changes, scaled to a year; null if there are too few. */
function measureVolatility(changes: readonly { change: number }[]): number | null {
  if (changes.length < CHANGES_MIN) return null;
  return standardDeviation(changes.map(({ change }) => change)) * Math.sqrt(DAYS_PER_YEAR);
}

/**
 * The median slope between all pairs of recorded days in the last 90 (Theil-Sen), with a 95% range. The range assumes a
 * random walk: the variance of the slope is that of the daily changes, including autocorrelation up to a week (Bartlett
 * weights), times 6/5, divided by the number of days. Null if there are too few days.
 */
function measureTrend(series: DailySeries, changes: readonly { at: number; change: number }[]) {
  const start = Math.max(0, series.logs.length - TREND_DAYS);
  const days: number[] = [];
  for (let position = start; position < series.logs.length; position += 1)
    if (series.isRecorded[position]) days.push(position);
  const recentChanges = changes.filter(({ at }) => at > start);
  if (days.length < CHANGES_MIN * 2 || recentChanges.length < CHANGES_MIN) return null;
  const slopes: number[] = [];
  for (const [laterIndex, later] of days.entries())
    for (let earlierIndex = 0; earlierIndex < laterIndex; earlierIndex += 1) {
      const earlier = days[earlierIndex] ?? 0;
      slopes.push(((series.logs[later] ?? 0) - (series.logs[earlier] ?? 0)) / (later - earlier));
    }
  const slope = median(slopes);
  const steps = recentChanges.map(({ change }) => change);
  const meanStep = mean(steps);
  let variance = 0;
  for (let lag = 0; lag <= 7; lag += 1) {
    let sum = 0;
    for (let day = lag; day < steps.length; day += 1)
      sum += ((steps[day] ?? 0) - meanStep) * ((steps[day - lag] ?? 0) - meanStep);
    variance += (sum / steps.length) * (lag === 0 ? 1 : 2 * (1 - lag / 8));
  }
  const halfWidth = 2.1 * Math.sqrt((1.2 * Math.max(variance, 0)) / days.length);
  const toMonthlyChange = (daily: number) => Math.expm1(daily * DAYS_PER_MONTH);
  const [low, high] = [toMonthlyChange(slope - halfWidth), toMonthlyChange(slope + halfWidth)];
  return { days: days.length, monthlyChange: toMonthlyChange(slope), low, high };
}

/**
 * Whether changes differ significantly between weekdays (Kruskal-Wallis test), and the weekdays with the highest and
 * the lowest mean change.
 */
export function testWeekdays(firstDay: number, changes: readonly { at: number; change: number }[]) {
  const groups = WEEKDAYS.map(() => ({ count: 0, rankSum: 0, sum: 0 }));
  const sortedChanges = [...changes].sort((a, b) => a.change - b.change);
  let tieSum = 0;
  for (let from = 0; from < sortedChanges.length; ) {
    let to = from;
    while (to < sortedChanges.length && sortedChanges[to]?.change === sortedChanges[from]?.change) to += 1;
    const tieLength = to - from;
    tieSum += tieLength ** 3 - tieLength;
    for (const { at, change } of sortedChanges.slice(from, to)) {
      const group = groups[(firstDay + at) % 7];
      if (!group) continue;
      group.count += 1;
      group.rankSum += (from + 1 + to) / 2;
      group.sum += change;
    }
    from = to;
  }
  const total = sortedChanges.length;
  const tieCorrection = 1 - tieSum / (total ** 3 - total);
  const hasEnoughDays = groups.every(({ count }) => count >= WEEKS_MIN) && tieCorrection > 0;
  const weightedRankSum = groups.reduce((sum, group) => sum + group.rankSum ** 2 / group.count, 0);
  const statistic = hasEnoughDays
    ? ((12 / (total * (total + 1))) * weightedRankSum - 3 * (total + 1)) / tieCorrection
    : 0;
  const means = groups.map(({ sum, count }, weekday) => ({ weekday, change: count === 0 ? 0 : sum / count }));
  means.sort((a, b) => b.change - a.change);
  const [best, worst] = [means[0], means.at(-1)];
  return {
    isSignificant: statistic > (CRITICAL_VALUE ?? Number.POSITIVE_INFINITY),
    best: WEEKDAYS[best?.weekday ?? 0] ?? "",
    bestChange: Math.expm1(best?.change ?? 0),
    worst: WEEKDAYS[worst?.weekday ?? 0] ?? "",
    worstChange: Math.expm1(worst?.change ?? 0),
  };
}

/** The deepest fall from a peak and its dates, and how far the last price is below the highest one. */
function measureDrawdown(series: DailySeries) {
  let peakIndex = 0;
  let deepest = { fall: 0, from: 0, to: 0 };
  series.logs.forEach((log, index) => {
    if (log >= (series.logs[peakIndex] ?? log)) peakIndex = index;
    const fall = (series.logs[peakIndex] ?? log) - log;
    if (fall > deepest.fall) deepest = { fall, from: peakIndex, to: index };
  });
  const currentFall = (series.logs[peakIndex] ?? 0) - (series.logs.at(-1) ?? 0);
  return {
    deepest: -Math.expm1(-deepest.fall),
    from: toIsoDate(series.firstDay + deepest.from),
    to: toIsoDate(series.firstDay + deepest.to),
    now: -Math.expm1(-currentFall),
  };
}

/** Days on which the price moved by more than six times its typical daily move, largest move first. */
function findOutliers(series: DailySeries, changes: readonly { at: number; change: number }[]) {
  if (changes.length < CHANGES_MIN) return [];
  // 1.4826 times the median absolute deviation estimates the standard deviation and is hardly affected by jumps.
  const typicalMove = 1.4826 * medianAbsoluteDeviation(changes.map(({ change }) => change));
  if (typicalMove === 0) return [];
  return changes
    .filter(({ change }) => Math.abs(change) > 6 * typicalMove)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .map(({ at, change }) => ({ date: toIsoDate(series.firstDay + at), change: Math.expm1(change) }));
}
