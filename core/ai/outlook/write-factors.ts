import { formatCount } from "#core/format-count.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import { LONGEST_FILL, writeDay } from "./daily-series.ts";
import { writePercent, writePlain, writeSignedPercent } from "./wording.ts";

export function writeTrend({ traits: { trend } }: AssetOutlook): string {
  if (trend === null) return "Trend: none.";
  const range = `${writeSignedPercent(trend.low)} to ${writeSignedPercent(trend.high)}`;
  const clear =
    trend.low > 0
      ? "upwards"
      : trend.high < 0
        ? "downwards"
        : "no clear direction, because the range includes zero";
  return `Trend over ${formatCount(trend.days, "day")}: ${writeSignedPercent(trend.monthly)} a month, 95% range ${range}: ${clear}.`;
}

export function writeVolatility({ traits: { volatility, recentVolatility } }: AssetOutlook): string {
  if (volatility === null) return "Volatility: too few days in a row.";
  const usual = `Volatility: ${writePercent(volatility, 0)} a year`;
  if (recentVolatility === null || volatility === 0) return `${usual}.`;
  const ratio = recentVolatility / volatility;
  const word = ratio > 1.25 ? "higher than usual" : ratio < 0.8 ? "lower than usual" : "about as usual";
  return `${usual}, ${writePercent(recentVolatility, 0)} over the last 30 days: ${word}.`;
}

export function writeDrawdown({ traits: { drawdown } }: AssetOutlook): string {
  if (drawdown.deepest === 0) return "Drawdown: none in this period.";
  const now =
    drawdown.now < 0.0005
      ? "the last price is the highest"
      : `the last price is ${writePercent(drawdown.now)} below the highest`;
  return `Drawdown: the deepest fall was ${writePercent(drawdown.deepest)} (${drawdown.from} to ${drawdown.to}); ${now}.`;
}

export function writeFactors(one: AssetOutlook): string[] {
  const { weekdays, jumps, isConstant } = one.traits;
  if (isConstant)
    return [
      `The price was ${formatPrice(one.lastPrice)} on each of ${formatCount(one.series.recordedCount, "day")}.`,
    ];
  const factors = [writeTrend(one), writeVolatility(one), writeDrawdown(one)];
  factors.push(
    weekdays.isMoreThanNoise
      ? `Weekdays: more than noise; best ${weekdays.best} (${writeSignedPercent(weekdays.bestChange, 2)} on average), worst ${weekdays.worst} (${writeSignedPercent(weekdays.worstChange, 2)}).`
      : "Weekdays: no pattern beyond noise.",
  );
  const [jump] = jumps;
  if (jump)
    factors.push(
      `Jumps: ${formatCount(jumps.length, "day")} moved more than six times the usual step, most on ${jump.date} (${writeSignedPercent(jump.change)}).`,
    );
  if (one.companion) {
    const { name, correlation, days } = one.companion;
    const strength =
      Math.abs(correlation) >= 0.7 ? "strong" : Math.abs(correlation) >= 0.4 ? "moderate" : "weak";
    factors.push(
      `Correlation with ${writePlain(name, 40)}: ${strength}, ${correlation.toFixed(2).replace("-", "−")} over ${formatCount(days, "day")}.`,
    );
  }
  return factors;
}

export function writeAssumptions(one: AssetOutlook): string[] {
  const { series } = one;
  const assumptions = [
    `Prices will move as they did in the past: ${formatCount(series.recordedCount, "day")} from ${writeDay(series.firstDay)} to ${one.lastDate}.`,
    "Only past prices are considered: no news, no regulation, no order books.",
  ];
  return [...assumptions, ...writeGaps(one)];
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
          `${formatCount(series.excluded, "older day")} excluded: more than ${LONGEST_FILL} days are missing after them.`,
        ]
      : []),
    ...(series.dropped > 0
      ? [
          `${formatCount(series.dropped, "entry", "entries")} dropped as invalid (zero, negative, not a number, or an invalid, duplicate or future date).`,
        ]
      : []),
  ];
}
