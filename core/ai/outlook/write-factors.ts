import { formatCount } from "#core/format-count.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import { FILL_DAYS_MAX, formatDay } from "./daily-series.ts";
import { formatPercent, formatPlain, formatSignedPercent } from "./wording.ts";

export function writeTrend({ traits: { trend } }: AssetOutlook): string {
  if (trend === null) return "Trend: none.";
  const range = `${formatSignedPercent(trend.low)} to ${formatSignedPercent(trend.high)}`;
  const clear =
    trend.low > 0
      ? "upwards"
      : trend.high < 0
        ? "downwards"
        : "no clear direction, because the range includes zero";
  return `Trend over ${formatCount(trend.days, "day")}: ${formatSignedPercent(trend.monthlyChange)} a month, 95% range ${range}: ${clear}.`;
}

export function writeVolatility({ traits: { volatility, recentVolatility } }: AssetOutlook): string {
  if (volatility === null) return "Volatility: too few days in a row.";
  const usual = `Volatility: ${formatPercent(volatility, 0)} a year`;
  if (recentVolatility === null || volatility === 0) return `${usual}.`;
  const ratio = recentVolatility / volatility;
  const word = ratio > 1.25 ? "higher than usual" : ratio < 0.8 ? "lower than usual" : "about normal";
  return `${usual}, ${formatPercent(recentVolatility, 0)} over the last 30 days: ${word}.`;
}

export function writeDrawdown({ traits: { drawdown } }: AssetOutlook): string {
  if (drawdown.deepest === 0) return "Maximum drawdown: none in this period.";
  const now =
    drawdown.now < 0.0005
      ? "the last price is the highest"
      : `the last price is ${formatPercent(drawdown.now)} below the highest`;
  return `Maximum drawdown: ${formatPercent(drawdown.deepest)} (${drawdown.from} to ${drawdown.to}); ${now}.`;
}

export function writeFactors(outlook: AssetOutlook): string[] {
  const { weekdays, jumps, isConstant } = outlook.traits;
  if (isConstant)
    return [
      `The price was ${formatPrice(outlook.lastPrice)} on each of ${formatCount(outlook.series.recordedCount, "day")}.`,
    ];
  const factors = [writeTrend(outlook), writeVolatility(outlook), writeDrawdown(outlook)];
  factors.push(
    weekdays.isMoreThanNoise
      ? `Day of week: significant; best ${weekdays.best} (${formatSignedPercent(weekdays.bestChange, 2)} on average), worst ${weekdays.worst} (${formatSignedPercent(weekdays.worstChange, 2)}).`
      : "Day of week: not significant.",
  );
  const [jump] = jumps;
  if (jump)
    factors.push(
      `Outliers: ${formatCount(jumps.length, "day")} moved more than six times the typical daily move, most on ${jump.date} (${formatSignedPercent(jump.change)}).`,
    );
  if (outlook.benchmark) {
    const { name, correlation, days } = outlook.benchmark;
    const strength =
      Math.abs(correlation) >= 0.7 ? "strong" : Math.abs(correlation) >= 0.4 ? "moderate" : "weak";
    factors.push(
      `Correlation with ${formatPlain(name, 40)}: ${strength}, ${correlation.toFixed(2).replace("-", "−")} over ${formatCount(days, "day")}.`,
    );
  }
  return factors;
}

export function writeAssumptions(outlook: AssetOutlook): string[] {
  const { series } = outlook;
  const assumptions = [
    `Prices will move as they did in the past: ${formatCount(series.recordedCount, "day")} from ${formatDay(series.firstDay)} to ${outlook.lastDate}.`,
    "Only past prices are considered: no news, no regulation, no order books.",
  ];
  return [...assumptions, ...writeGaps(outlook)];
}

export function writeGaps({ series }: AssetOutlook): string[] {
  const filled = series.logs.length - series.recordedCount;
  return [
    ...(filled > 0
      ? [
          `${formatCount(filled, "missing day")} filled in by interpolation; they don't count as moves or in the backtest.`,
        ]
      : []),
    ...(series.excluded > 0
      ? [
          `${formatCount(series.excluded, "older day")} excluded: more than ${FILL_DAYS_MAX} days are missing after them.`,
        ]
      : []),
    ...(series.dropped > 0
      ? [
          `${formatCount(series.dropped, "entry", "entries")} dropped as invalid (zero, negative, not a number, or an invalid, duplicate or future date).`,
        ]
      : []),
  ];
}
