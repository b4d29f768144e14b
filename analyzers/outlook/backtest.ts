import { mean } from "simple-statistics";
import { type Bands, computeBands } from "./bands.ts";
import { computeDailyChanges, type DailySeries } from "./daily-series.ts";
import { testWeekdays } from "./describe-history.ts";
import { computeErrorWeights, fitHoltWinters } from "./holt-winters.ts";

export interface Forecast {
  /** Expected log prices 1, 2, … days ahead. */
  readonly expectedLogs: Float64Array;
  readonly bands: Bands;
}

export interface Score {
  /** The mean absolute error of log prices over all days ahead: approximately the mean relative error of prices. */
  readonly error: number;
  /** The error divided by the mean absolute daily change before the forecast (MASE). */
  readonly scaledError: number;
  /** The shares of actual prices inside the 80% and 95% bands. */
  readonly within80: number;
  readonly within95: number;
}

/** The shortest history that a fold forecasts from. */
const PAST_DAYS_MIN = 42;
const FOLDS_MAX = 40;
/** A gain over the naive forecast is significant if it exceeds this many standard errors. */
const STANDARD_ERRORS_MIN = 2.5;
/** With fewer non-overlapping folds than this, the comparison is inconclusive. */
export const DISJOINT_FOLDS_MIN = 5;
/** The model counts as better only if its error is at most this fraction of the naive forecast's. */
const RELATIVE_ERROR_MAX = 0.95;

/** The first `length` days of a series. */
export function cutSeries(series: DailySeries, length: number): DailySeries {
  return { ...series, logs: series.logs.subarray(0, length), isRecorded: series.isRecorded.slice(0, length) };
}

/** Expects every future price to equal the last one. The bands come from the daily changes. */
export function forecastNaively(series: DailySeries, days: number): Forecast {
  const changes = Float64Array.from(computeDailyChanges(series), ({ change }) => change);
  const expectedLogs = new Float64Array(days).fill(series.logs.at(-1) ?? 0);
  return { expectedLogs, bands: computeBands(changes, new Float64Array(days).fill(1), days) };
}

/** Holt-Winters with a damped trend, and with a weekly season if weekdays differ significantly. */
export function forecastByModel(series: DailySeries, days: number): Forecast {
  const { isSignificant } = testWeekdays(series.firstDay, computeDailyChanges(series));
  const fit = fitHoltWinters(series.logs, isSignificant);
  return {
    expectedLogs: fit.forecast(days),
    bands: computeBands(fit.errors, computeErrorWeights(fit.smoothing, days), days),
  };
}

/**
 * Walk-forward backtest: makes both the model's and the naive forecast on up to 40 past days, from the data known then,
 * and compares them with the actual prices. Returns null if the history is too short. `disjointFoldCount` is the number
 * of folds that don't overlap; only these count as evidence. `isBetter` says whether the model's error was at least 5%
 * lower than the naive forecast's, and significantly so.
 */
export function backtest(series: DailySeries, days: number) {
  const lastOrigin = series.logs.length - days;
  if (lastOrigin < PAST_DAYS_MIN) return null;
  const step = Math.max(1, Math.ceil((lastOrigin - PAST_DAYS_MIN + 1) / FOLDS_MAX));
  const tallies = { model: new Tally(), naive: new Tally() };
  const gains: number[] = [];
  for (let origin = lastOrigin; origin >= PAST_DAYS_MIN; origin -= step) {
    const past = cutSeries(series, origin);
    const dailyMoves = computeDailyChanges(past).map(({ change }) => Math.abs(change));
    const meanDailyMove = dailyMoves.length === 0 ? 0 : mean(dailyMoves);
    const naiveError = tallies.naive.add(forecastNaively(past, days), series, origin, meanDailyMove);
    const modelError = tallies.model.add(forecastByModel(past, days), series, origin, meanDailyMove);
    if (naiveError !== null && modelError !== null) gains.push(naiveError - modelError);
  }
  if (gains.length === 0) return null;
  const disjointFoldCount = Math.min(gains.length, Math.floor(((gains.length - 1) * step) / days) + 1);
  const [model, naive] = [tallies.model.computeScore(), tallies.naive.computeScore()];
  const gain = mean(gains);
  const standardError = Math.sqrt(
    mean(gains.map((value) => (value - gain) ** 2)) / Math.max(1, disjointFoldCount - 1),
  );
  const isBetter =
    disjointFoldCount >= DISJOINT_FOLDS_MIN &&
    model.error <= RELATIVE_ERROR_MAX * naive.error &&
    gain > STANDARD_ERRORS_MIN * standardError;
  return { foldCount: gains.length, disjointFoldCount, model, naive, isBetter };
}

class Tally {
  #errorSum = 0;
  #scaledErrorSum = 0;
  #within80Count = 0;
  #within95Count = 0;
  #count = 0;
  #scaledCount = 0;

  /** Adds one fold. Returns its mean absolute error; null if none of its days has a recorded price. */
  add(
    { expectedLogs, bands }: Forecast,
    series: DailySeries,
    origin: number,
    meanDailyMove: number,
  ): number | null {
    let errorSum = 0;
    let count = 0;
    expectedLogs.forEach((log, ahead) => {
      const index = origin + ahead;
      if (!series.isRecorded[index]) return;
      const error = Math.abs((series.logs[index] ?? 0) - log);
      errorSum += error;
      count += 1;
      if (error <= (bands.halfWidths80[ahead] ?? 0)) this.#within80Count += 1;
      if (error <= (bands.halfWidths95[ahead] ?? 0)) this.#within95Count += 1;
      if (meanDailyMove > 0) {
        this.#scaledErrorSum += error / meanDailyMove;
        this.#scaledCount += 1;
      }
    });
    this.#errorSum += errorSum;
    this.#count += count;
    return count === 0 ? null : errorSum / count;
  }

  computeScore(): Score {
    return {
      error: this.#errorSum / this.#count,
      scaledError: this.#scaledCount === 0 ? 0 : this.#scaledErrorSum / this.#scaledCount,
      within80: this.#within80Count / this.#count,
      within95: this.#within95Count / this.#count,
    };
  }
}
