import { mean } from "simple-statistics";
import { type Bands, computeBands } from "./bands.ts";
import { type DailySeries, dailyChanges } from "./daily-series.ts";
import { errorWeights, fitDampedSeason } from "./damped-season.ts";
import { testWeekdays } from "./describe-history.ts";

/** Expected log prices 1, 2, … days ahead, and their bands. */
export interface Forecast {
  readonly expected: Float64Array;
  readonly bands: Bands;
}

export interface Score {
  /** Mean absolute error over all days ahead, as a fraction of the price. */
  readonly error: number;
  /** The error divided by the mean daily change before it: 1 equals one day's typical change. */
  readonly scaledError: number;
  /** Shares of outcomes inside the bands. */
  readonly within80: number;
  readonly within95: number;
}

export interface Backtest {
  readonly folds: number;
  /** The number of folds that don't overlap; only these count as evidence. */
  readonly separate: number;
  readonly model: Score;
  readonly naive: Score;
  /** Whether the model beat the naive forecast by at least 5%, and by more than chance. */
  readonly isBetter: boolean;
}

/** The fewest days to forecast from. */
const FEWEST_DAYS = 42;
const MOST_FOLDS = 40;
/** How many standard errors it takes to call the model better. */
const CLEAR = 2.5;
/** Fewer separate periods prove nothing. */
export const FEWEST_SEPARATE = 5;
const LEAST_GAIN = 0.95;

/** The series as known after its first `length` days. */
function cutSeries(series: DailySeries, length: number): DailySeries {
  return { ...series, logs: series.logs.subarray(0, length), isRecorded: series.isRecorded.slice(0, length) };
}

/** Tomorrow's price equals today's: no drift, bands from the daily changes. */
export function forecastNaively(series: DailySeries, days: number): Forecast {
  const changes = Float64Array.from(dailyChanges(series), ({ change }) => change);
  const expected = new Float64Array(days).fill(series.logs.at(-1) ?? 0);
  return { expected, bands: computeBands(changes, new Float64Array(days).fill(1), days) };
}

/** Level, damped trend, and a weekly season if the weekdays differ by more than noise. */
export function forecastByModel(series: DailySeries, days: number): Forecast {
  const { isMoreThanNoise } = testWeekdays(series.firstDay, dailyChanges(series));
  const fit = fitDampedSeason(series.logs, isMoreThanNoise);
  return {
    expected: fit.ahead(days),
    bands: computeBands(fit.errors, errorWeights(fit.smoothing, days), days),
  };
}

/**
 * Repeats both forecasts from up to 40 days in the past, each using only the data known then, and compares them with
 * what happened. Null if the history is too short for one fold.
 */
export function backtest(series: DailySeries, days: number): Backtest | null {
  const last = series.logs.length - days;
  if (last < FEWEST_DAYS) return null;
  const step = Math.max(1, Math.ceil((last - FEWEST_DAYS + 1) / MOST_FOLDS));
  const scores = { model: new Tally(), naive: new Tally() };
  const gains: number[] = [];
  for (let origin = last; origin >= FEWEST_DAYS; origin -= step) {
    const known = cutSeries(series, origin);
    const steps = dailyChanges(known).map(({ change }) => Math.abs(change));
    const scale = steps.length === 0 ? 0 : mean(steps);
    const naive = scores.naive.add(forecastNaively(known, days), series, origin, scale);
    const model = scores.model.add(forecastByModel(known, days), series, origin, scale);
    if (naive !== null && model !== null) gains.push(naive - model);
  }
  if (gains.length === 0) return null;
  const separate = Math.min(gains.length, Math.floor(((gains.length - 1) * step) / days) + 1);
  const [model, naive] = [scores.model.score(), scores.naive.score()];
  const gain = mean(gains);
  const spread = Math.sqrt(mean(gains.map((one) => (one - gain) ** 2)) / Math.max(1, separate - 1));
  const isBetter =
    separate >= FEWEST_SEPARATE && model.error <= LEAST_GAIN * naive.error && gain > CLEAR * spread;
  return { folds: gains.length, separate, model, naive, isBetter };
}

class Tally {
  #errors = 0;
  #scaled = 0;
  #within80 = 0;
  #within95 = 0;
  #count = 0;
  #scaledCount = 0;

  /** Adds one fold and returns its mean absolute error; null if none of its days has a recorded price. */
  add({ expected, bands }: Forecast, series: DailySeries, origin: number, scale: number): number | null {
    let missed = 0;
    let count = 0;
    expected.forEach((log, ahead) => {
      const at = origin + ahead;
      if (!series.isRecorded[at]) return;
      const error = Math.abs((series.logs[at] ?? 0) - log);
      missed += error;
      count += 1;
      if (error <= (bands.halfWidth80[ahead] ?? 0)) this.#within80 += 1;
      if (error <= (bands.halfWidth95[ahead] ?? 0)) this.#within95 += 1;
      if (scale > 0) {
        this.#scaled += error / scale;
        this.#scaledCount += 1;
      }
    });
    this.#errors += missed;
    this.#count += count;
    return count === 0 ? null : missed / count;
  }

  score(): Score {
    return {
      error: this.#errors / this.#count,
      scaledError: this.#scaledCount === 0 ? 0 : this.#scaled / this.#scaledCount,
      within80: this.#within80 / this.#count,
      within95: this.#within95 / this.#count,
    };
  }
}
