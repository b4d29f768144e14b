import { formatCount } from "#core/format-count.ts";
import { formatDate } from "#core/format-date.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import { FILL_DAYS_MAX, toIsoDate } from "./daily-series.ts";
import { formatPercent, formatPlain, formatSignedPercent } from "./wording.ts";

export function writeTrend({ traits: { trend, isConstant } }: AssetOutlook): string {
  if (trend === null)
    return isConstant ? "Trend: none, because the price never moved." : "Trend: too few days to measure it.";
  const range = `${formatSignedPercent(trend.low)} to ${formatSignedPercent(trend.high)}`;
  const direction =
    trend.low > 0
      ? "upward"
      : trend.high < 0
        ? "downward"
        : "no clear direction, because the range includes zero";
  return `Trend over ${formatCount(trend.days, "day")}: ${formatSignedPercent(trend.monthlyChange)} a month (95% range ${range}), ${direction}.`;
}

export function writeVolatility({ traits: { volatility, recentVolatility } }: AssetOutlook): string {
  if (volatility === null) return "Volatility: too few consecutive days to measure it.";
  const longRun = `Volatility: ${formatPercent(volatility, 0)} a year`;
  if (recentVolatility === null || volatility === 0) return `${longRun}.`;
  const ratio = recentVolatility / volatility;
  const comparison = ratio > 1.25 ? "higher than usual" : ratio < 0.8 ? "lower than usual" : "about the same";
  return `${longRun}; ${formatPercent(recentVolatility, 0)} over the last 30 days, ${comparison}.`;
}

export function writeDrawdown({ traits: { drawdown } }: AssetOutlook): string {
  if (drawdown.deepest === 0) return "Maximum drawdown: none in this period.";
  const now =
    drawdown.now < 0.0005
      ? "the last price is the highest so far"
      : `the last price is ${formatPercent(drawdown.now)} below the highest`;
  return `Maximum drawdown: ${formatPercent(drawdown.deepest)} (${formatDate(drawdown.from)} to ${formatDate(drawdown.to)}); ${now}.`;
}

export function writeFactors(outlook: AssetOutlook): string[] {
  const { weekdays, outliers, isConstant } = outlook.traits;
  if (isConstant)
    return [
      `The price was ${formatPrice(outlook.lastPrice)} on every recorded day (${formatCount(outlook.series.recordedCount, "day")}).`,
    ];
  const factors = [writeTrend(outlook), writeVolatility(outlook), writeDrawdown(outlook)];
  factors.push(
    weekdays.isSignificant
      ? `Day of the week: significant, with ${weekdays.best} best (${formatSignedPercent(weekdays.bestChange, 2)} on average) and ${weekdays.worst} worst (${formatSignedPercent(weekdays.worstChange, 2)}).`
      : "Day of the week: no significant pattern.",
  );
  const [largest] = outliers;
  if (largest) {
    const largestMove = `${formatDate(largest.date)} (${formatSignedPercent(largest.change)})`;
    const days =
      outliers.length === 1
        ? largestMove
        : `${formatCount(outliers.length, "day")}; the largest move was on ${largestMove}`;
    factors.push(`Outliers: the price moved by more than six times its typical daily move on ${days}.`);
  }
  if (outlook.benchmark) {
    const { name, correlation, days } = outlook.benchmark;
    const strength =
      Math.abs(correlation) >= 0.7 ? "strong" : Math.abs(correlation) >= 0.4 ? "moderate" : "weak";
    factors.push(
      `Correlation with ${formatPlain(name, 40)}: ${correlation.toFixed(2).replace("-", "−")} over ${formatCount(days, "day")} (${strength}).`,
    );
  }
  return factors;
}

export function writeAssumptions(outlook: AssetOutlook): string[] {
  const { series } = outlook;
  return [
    `Prices will move as they did in the past: ${formatCount(series.recordedCount, "day")} from ${formatDate(toIsoDate(series.firstDay))} to ${formatDate(outlook.lastDate)}.`,
    "Only past prices are considered, not news, new rules or what traders plan to do.",
    ...writeGaps(outlook),
  ];
}

/** How many days were estimated, excluded or invalid; empty if there are none. */
export function writeGaps({ series }: AssetOutlook): string[] {
  const filledCount = series.logs.length - series.recordedCount;
  return [
    ...(filledCount > 0
      ? [
          `${formatCount(filledCount, "missing day was", "missing days were")} estimated from the days around ${filledCount === 1 ? "it" : "them"}. Estimated days aren't counted as price moves, and no forecast is compared with them in the test on past dates.`,
        ]
      : []),
    ...(series.cutOffCount > 0
      ? [
          `${formatCount(series.cutOffCount, "older day was", "older days were")} excluded, because a gap of more than ${FILL_DAYS_MAX} days follows.`,
        ]
      : []),
    ...(series.invalidCount > 0
      ? [
          `${formatCount(series.invalidCount, "entry was", "entries were")} dropped as invalid (a price that is zero, negative, impossibly small or large, or not a number, or a date that is invalid, duplicate or in the future).`,
        ]
      : []),
  ];
}
