import { sampleStandardDeviation } from "simple-statistics";
import { gatherReturns, type Returns } from "./gather-returns.ts";
import type { ReadHoldings } from "./holdings.ts";
import { type SetLimits, setLimits } from "./set-limits.ts";
import { FEWEST_RETURNS } from "./study-portfolio.ts";
import type { Holdings, Position } from "./value-holdings.ts";

/** A portfolio as read and weighed, with what the figures stand on. */
export interface Proposal {
  readonly read: ReadHoldings;
  readonly holdings: Holdings;
  /** Those with enough history; their weights add up to 1. */
  readonly positions: readonly Position[];
  /** Held, and left aside for want of history. */
  readonly asides: readonly Position[];
  /** In US dollars, without those left aside; null where only shares were given. */
  readonly total: number | null;
  readonly returns: Returns;
  /** Which of the positions hardly move against the dollar. */
  readonly steady: readonly boolean[];
  readonly limits: SetLimits;
  /** A year, as a fraction. */
  readonly riskFree: number;
}

/** A daily deviation below this, 5% a year, is a steady asset's. */
const STEADY = 0.05 / Math.sqrt(365);
/** More assets than these are not weighed: a covariance of so many says little. */
const MOST_ASSETS = 40;

/** Leaves aside what has too little history, and makes the rest a whole. */
export function prepareProposal(read: ReadHoldings, holdings: Holdings): Proposal {
  const hasEnough = ({ days }: Position) => days.length > FEWEST_RETURNS;
  const largest = holdings.positions.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_ASSETS);
  const isIn = (position: Position) => largest.includes(position) && hasEnough(position);
  const kept = holdings.positions.filter(isIn);
  const share = kept.reduce((sum, { weight }) => sum + weight, 0);
  const positions = kept.map((position) => ({
    ...position,
    weight: share > 0 ? position.weight / share : 1 / kept.length,
  }));
  const returns = gatherReturns(positions.map(({ days }) => days));
  const steady = returns.columns.map((column) => {
    return column.length > 1 && sampleStandardDeviation(Array.from(column)) < STEADY;
  });
  return {
    read,
    holdings,
    positions,
    asides: holdings.positions.filter((position) => !isIn(position)),
    total: holdings.total === null || share === 0 ? null : holdings.total * share,
    returns,
    steady,
    limits: setLimits(
      positions.map(({ history, weight }, asset) => ({ history, weight, isSteady: steady[asset] ?? false })),
      read.limits,
    ),
    riskFree: read.riskFree ?? 0,
  };
}
