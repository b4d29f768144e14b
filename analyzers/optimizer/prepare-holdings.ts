import { sampleStandardDeviation } from "simple-statistics";
import { alignReturns } from "./align-returns.ts";
import { RETURNS_MIN } from "./analyze-portfolio.ts";
import type { ParsedHoldings } from "./holdings.ts";
import { resolveLimits } from "./resolve-limits.ts";
import type { Position, ValuedHoldings } from "./value-holdings.ts";

export type PreparedHoldings = ReturnType<typeof prepareHoldings>;

/** Assets with a daily standard deviation below this (5% a year) count as stable. */
const STABLE_DEVIATION_MAX = 0.05 / Math.sqrt(365);
/** With more assets, the covariance estimate isn't meaningful. */
const ASSETS_MAX = 40;

/**
 * Excludes assets with too little history and all but the 40 largest. Scales the weights of the remaining assets to
 * 100%. `total`: their value in US dollars; null if only shares of the portfolio were given. `stableFlags`: whether
 * each asset's dollar price hardly moves. `riskFree`: the annual risk-free rate, as a fraction.
 */
export function prepareHoldings(parsedInput: ParsedHoldings, holdings: ValuedHoldings) {
  const largestPositions = holdings.positions.toSorted((a, b) => b.weight - a.weight).slice(0, ASSETS_MAX);
  const isIncluded = (position: Position) =>
    largestPositions.includes(position) && position.days.length > RETURNS_MIN;
  const includedPositions = holdings.positions.filter(isIncluded);
  const share = includedPositions.reduce((sum, { weight }) => sum + weight, 0);
  const positions: readonly Position[] = includedPositions.map((position) => ({
    ...position,
    weight: share > 0 ? position.weight / share : 1 / includedPositions.length,
  }));
  const returns = alignReturns(positions.map(({ days }) => days));
  const stableFlags: readonly boolean[] = returns.columns.map(
    (column) => column.length > 1 && sampleStandardDeviation(column) < STABLE_DEVIATION_MAX,
  );
  return {
    parsedInput,
    holdings,
    positions,
    excludedPositions: holdings.positions.filter((position) => !isIncluded(position)),
    total: holdings.total === null || share === 0 ? null : holdings.total * share,
    returns,
    stableFlags,
    resolvedLimits: resolveLimits(
      positions.map(({ history, weight }, asset) => ({
        history,
        weight,
        isStable: stableFlags[asset] ?? false,
      })),
      parsedInput.limits,
      parsedInput,
    ),
    riskFree: parsedInput.riskFree ?? 0,
  };
}
