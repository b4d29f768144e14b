import type { Analysis, Picture, PriceHistory } from "../analysis.ts";
import { prepareProposal } from "./prepare-proposal.ts";
import { readHoldings } from "./read-holdings.ts";
import { FEWEST_RETURNS, type Study, studyPortfolio } from "./study-portfolio.ts";
import { type Position, valueHoldings } from "./value-holdings.ts";
import { writeNoHoldings, writeSingle, writeTooFewDays, writeUnmet } from "./write-refusals.ts";
import { writeStudy } from "./write-study.ts";

/**
 * Proposes a diversified allocation for the holdings in the input, based on stored daily prices: current holdings,
 * three portfolios within the limits, the frontier, trades, reasons and risks. `today` is YYYY-MM-DD. Never throws on
 * user input.
 */
export function optimize(input: string, histories: readonly PriceHistory[], today: string): Analysis {
  const read = readHoldings(input, histories);
  const holdings = valueHoldings(read, today);
  if (holdings.positions.length === 0) return asAnalysis(writeNoHoldings(read, holdings, histories), null);
  const proposal = prepareProposal(read, holdings);
  const { positions, returns, limits } = proposal;
  if (holdings.positions.length === 1) return asAnalysis(writeSingle(proposal, histories), null);
  if (positions.length < 2 || returns.count < FEWEST_RETURNS)
    return asAnalysis(writeTooFewDays(proposal), null);
  if (limits.problem !== null) return asAnalysis(writeUnmet(proposal, limits.problem), null);
  const now = positions.map(({ weight }) => weight);
  const study = studyPortfolio(returns.columns, limits.limits, proposal.riskFree, now);
  return asAnalysis(writeStudy(proposal, study), drawPortfolio(positions, study));
}

function asAnalysis(markdown: string, picture: Picture | null): Analysis {
  return { tool: "optimizer", markdown, sources: [], picture, findings: [] };
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
