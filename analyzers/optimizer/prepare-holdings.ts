import { sampleStandardDeviation } from "simple-statistics";
import { alignReturns, type Returns } from "./align-returns.ts";
import { RETURNS_MIN } from "./analyze-portfolio.ts";
import { type AppliedLimits, applyLimits } from "./apply-limits.ts";
import type { ParsedHoldings } from "./holdings.ts";
import type { Holdings, Position } from "./value-holdings.ts";

/** A parsed and valued portfolio, with the data that its values are based on. */
export interface PreparedHoldings {
  readonly parsed: ParsedHoldings;
  readonly holdings: Holdings;
  /** The positions with enough history. Their weights add up to 1. */
  readonly positions: readonly Position[];
  /** Holdings excluded for lack of history. */
  readonly excluded: readonly Position[];
  /** In US dollars, without excluded holdings; null if only shares were given. */
  readonly total: number | null;
  readonly returns: Returns;
  /** Which positions have a dollar price that hardly moves. */
  readonly stable: readonly boolean[];
  readonly limits: AppliedLimits;
  /** Annual, as a fraction. */
  readonly riskFree: number;
}

/** Assets with a daily deviation below this (5% a year) count as stable. */
const STABLE_DEVIATION_MAX = 0.05 / Math.sqrt(365);
/** With more assets, the covariance estimate means little. */
const ASSETS_MAX = 40;

/** Excludes assets with too little history and rescales the rest to 100%. */
export function prepareHoldings(parsed: ParsedHoldings, holdings: Holdings): PreparedHoldings {
  const hasEnough = ({ days }: Position) => days.length > RETURNS_MIN;
  const largest = holdings.positions.toSorted((a, b) => b.weight - a.weight).slice(0, ASSETS_MAX);
  const isIn = (position: Position) => largest.includes(position) && hasEnough(position);
  const included = holdings.positions.filter(isIn);
  const share = included.reduce((sum, { weight }) => sum + weight, 0);
  const positions = included.map((position) => ({
    ...position,
    weight: share > 0 ? position.weight / share : 1 / included.length,
  }));
  const returns = alignReturns(positions.map(({ days }) => days));
  const stable = returns.columns.map((column) => {
    return column.length > 1 && sampleStandardDeviation(Array.from(column)) < STABLE_DEVIATION_MAX;
  });
  return {
    parsed,
    holdings,
    positions,
    excluded: holdings.positions.filter((position) => !isIn(position)),
    total: holdings.total === null || share === 0 ? null : holdings.total * share,
    returns,
    stable,
    limits: applyLimits(
      positions.map(({ history, weight }, asset) => ({ history, weight, isStable: stable[asset] ?? false })),
      parsed.limits,
      parsed,
    ),
    riskFree: parsed.riskFree ?? 0,
  };
}
