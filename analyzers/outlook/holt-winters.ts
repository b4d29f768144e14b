/**
 * The parameters of Holt-Winters smoothing with a damped trend and an additive weekly season, on log prices: expected =
 * level + damping · trend + season. Each day's error corrects level, trend and season.
 */
export interface SmoothingParameters {
  /** How much an error corrects the level. */
  readonly level: number;
  /** How much an error corrects the trend, as a share of the level's correction. */
  readonly trend: number;
  /** The share of the trend that carries over to the next day. */
  readonly damping: number;
  /** How much an error corrects the season; 0 without a season. */
  readonly season: number;
}

const WEEK = 7;
/** Errors in the first two weeks don't count, because the state is only a rough estimate then. */
const WARM_UP_DAYS = 14;
/** The initial level, trend and season are computed from at most this many days. */
const INITIAL_DAYS = 28;

const LEVEL_CANDIDATES = [0.05, 0.2, 0.5, 0.8, 1];
const TREND_CANDIDATES = [0, 0.02, 0.1, 0.3];
const DAMPING_CANDIDATES = [0.85, 0.95, 0.99];
const SEASON_CANDIDATES = [0.02, 0.1, 0.3];

interface State {
  readonly level: number;
  readonly trend: number;
  readonly seasons: Float64Array;
}

function initializeState(logs: Float64Array, hasSeason: boolean): State {
  const length = Math.min(INITIAL_DAYS, logs.length - (logs.length % WEEK));
  const computeWeekMean = (from: number) =>
    logs.subarray(from, from + WEEK).reduce((sum, log) => sum + log, 0) / WEEK;
  const trend = length > WEEK ? (computeWeekMean(length - WEEK) - computeWeekMean(0)) / (length - WEEK) : 0;
  const level = computeWeekMean(0) - trend * ((WEEK - 1) / 2 + 1);
  const seasons = new Float64Array(WEEK);
  if (hasSeason)
    for (let index = 0; index < length; index += 1)
      seasons[index % WEEK] =
        (seasons[index % WEEK] ?? 0) + ((logs[index] ?? 0) - level - trend * (index + 1)) / (length / WEEK);
  return { level, trend, seasons };
}

/** Processes all days and writes each day's error to `errors`. Returns the final state. */
function processDays(
  logs: Float64Array,
  initialState: State,
  smoothing: SmoothingParameters,
  errors: Float64Array,
) {
  let { level, trend } = initialState;
  const seasons = Float64Array.from(initialState.seasons);
  for (let index = 0; index < logs.length; index += 1) {
    const weekday = index % WEEK;
    const base = level + smoothing.damping * trend;
    const season = seasons[weekday] ?? 0;
    const error = (logs[index] ?? 0) - base - season;
    errors[index] = error;
    level = base + smoothing.level * error;
    trend = smoothing.damping * trend + smoothing.level * smoothing.trend * error;
    seasons[weekday] = season + smoothing.season * error;
  }
  return { level, trend, seasons };
}

/**
 * Finds the parameters with the lowest mean absolute one-day error. `errors`: the one-day errors from the third week on.
 */
export function fitHoltWinters(logs: Float64Array, hasSeason: boolean) {
  const initialState = initializeState(logs, hasSeason);
  const errors = new Float64Array(logs.length);
  let best: SmoothingParameters = { level: 1, trend: 0, damping: 0.85, season: 0 };
  let lowestError = Number.POSITIVE_INFINITY;
  const trySmoothing = (smoothing: SmoothingParameters) => {
    processDays(logs, initialState, smoothing, errors);
    let errorSum = 0;
    for (let index = WARM_UP_DAYS; index < errors.length; index += 1)
      errorSum += Math.abs(errors[index] ?? 0);
    // Ignores improvements within rounding error: of equal fits, the earlier one is simpler.
    if (errorSum >= lowestError * (1 - 1e-9)) return;
    lowestError = errorSum;
    best = smoothing;
  };
  for (const level of [...LEVEL_CANDIDATES].reverse())
    for (const trend of TREND_CANDIDATES)
      for (const damping of DAMPING_CANDIDATES)
        for (const season of hasSeason ? SEASON_CANDIDATES : [0])
          trySmoothing({ level, trend, damping, season });
  for (const step of [0.5, 0.25, 0.12]) {
    const { level, trend, damping, season } = best;
    for (const factor of [1 - step, 1 + step]) {
      trySmoothing({ ...best, level: Math.min(1, level * factor) });
      trySmoothing({ ...best, trend: Math.min(1, trend * factor) });
      trySmoothing({ ...best, damping: Math.min(0.995, 1 - (1 - damping) * factor) });
      trySmoothing({ ...best, season: Math.min(0.5, season * factor) });
    }
  }
  const finalState = processDays(logs, initialState, best, errors);
  /** Expected log prices 1, 2, … days after the last day. */
  const forecast = (days: number) => {
    const expectedLogs = new Float64Array(days);
    let { level, trend } = finalState;
    for (let step = 0; step < days; step += 1) {
      trend *= best.damping;
      level += trend;
      expectedLogs[step] = level + (hasSeason ? (finalState.seasons[(logs.length + step) % WEEK] ?? 0) : 0);
    }
    return expectedLogs;
  };
  return { smoothing: best, errors: errors.slice(WARM_UP_DAYS), forecast };
}

/** How much one day's error adds to the expectation 1, 2, … days later. */
export function computeErrorWeights({ level, trend, damping, season }: SmoothingParameters, days: number) {
  const weights = new Float64Array(days);
  let dampedSteps = 0;
  let remaining = 1;
  for (let step = 1; step <= days; step += 1) {
    remaining *= damping;
    dampedSteps += remaining;
    weights[step - 1] = level + level * trend * dampedSteps + (step % WEEK === 0 ? season : 0);
  }
  return weights;
}
