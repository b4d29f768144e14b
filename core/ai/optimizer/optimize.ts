import type { Analysis, Picture, PriceHistory } from "../analysis.ts";
import { keepDays } from "../outlook/daily-series.ts";
import { gatherReturns, type Returns } from "./gather-returns.ts";
import { type ReadHoldings, readHoldings } from "./read-holdings.ts";
import { type SetLimits, setLimits } from "./set-limits.ts";
import { FEWEST_RETURNS, type Study, studyPortfolio } from "./study-portfolio.ts";
import { type Holdings, type Position, valueHoldings } from "./value-holdings.ts";
import { writeNothingHeld, writeSingle, writeTooFewDays, writeUnmet } from "./write-refusals.ts";
import { writeStudy } from "./write-study.ts";

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
  readonly limits: SetLimits;
  /** A year, as a fraction. */
  readonly riskFree: number;
}

/** More assets than these are not weighed: a covariance of so many says little. */
const MOST_ASSETS = 40;

/**
 * A diversified allocation for the holdings that the input names, from kept daily prices: what is held, three portfolios
 * within the limits, the frontier, the trades, reasons and risks. Never throws on what a visitor wrote.
 */
export function optimize(input: string, histories: readonly PriceHistory[]): Analysis {
  const read = readHoldings(input, histories);
  const holdings = valueHoldings(read);
  if (holdings.positions.length === 0) return asAnalysis(writeNothingHeld(read, holdings, histories), null);
  const proposal = prepare(read, holdings);
  const { positions, returns, limits } = proposal;
  if (holdings.positions.length === 1) return asAnalysis(writeSingle(proposal, histories), null);
  if (positions.length < 2 || returns.count < FEWEST_RETURNS) return asAnalysis(writeTooFewDays(proposal), null);
  if (limits.problem !== null) return asAnalysis(writeUnmet(proposal, limits.problem), null);
  const now = positions.map(({ weight }) => weight);
  const study = studyPortfolio(returns.columns, limits.limits, proposal.riskFree, now);
  return asAnalysis(writeStudy(proposal, study), drawPortfolio(positions, study));
}

function asAnalysis(markdown: string, picture: Picture | null): Analysis {
  return { tool: "optimizer", markdown, sources: [], picture, findings: [] };
}

/** Leaves aside what has too little history, and makes the rest a whole. */
function prepare(read: ReadHoldings, holdings: Holdings): Proposal {
  const hasEnough = ({ history }: Position) => keepDays(history).days.length > FEWEST_RETURNS;
  const largest = holdings.positions.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_ASSETS);
  const isIn = (position: Position) => largest.includes(position) && hasEnough(position);
  const kept = holdings.positions.filter(isIn);
  const share = kept.reduce((sum, { weight }) => sum + weight, 0);
  const positions = kept.map((position) => ({
    ...position,
    weight: share > 0 ? position.weight / share : 1 / kept.length,
  }));
  return {
    read,
    holdings,
    positions,
    asides: holdings.positions.filter((position) => !isIn(position)),
    total: holdings.total === null || share === 0 ? null : holdings.total * share,
    returns: gatherReturns(positions.map(({ history }) => history)),
    limits: setLimits(
      positions.map(({ history }) => history),
      read.limits,
    ),
    riskFree: read.riskFree ?? 0,
  };
}

function drawPortfolio(positions: readonly Position[], { candidates, frontier, proposal }: Study): Picture {
  const { now, calmest, balanced, sharpest } = candidates;
  const mark = (label: string, { risk, gain }: { risk: number; gain: number }) => ({ label, risk, gain });
  return {
    kind: "portfolio",
    isSample: positions.some(({ history }) => history.isSample),
    allocations: positions.map(({ history, weight }, asset) => ({
      symbol: history.symbol,
      now: weight,
      proposed: candidates[proposal].weights[asset] ?? 0,
    })),
    frontier: frontier.map(({ risk, gain }) => ({ risk, gain })),
    marks: [
      mark("Today", now),
      mark("Minimum variance", calmest),
      mark("Risk parity", balanced),
      ...(sharpest ? [mark("Maximum Sharpe", sharpest)] : []),
    ],
  };
}
