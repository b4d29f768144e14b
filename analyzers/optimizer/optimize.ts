import type { Analysis, ChartData } from "#core/ai/analysis.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { analyzePortfolio, type PortfolioAnalysis, RETURNS_MIN } from "./analyze-portfolio.ts";
import type { Portfolio } from "./frontier.ts";
import type { ParsedHoldings } from "./holdings.ts";
import { parseHoldings } from "./parse-holdings.ts";
import { prepareHoldings } from "./prepare-holdings.ts";
import { type Position, valueHoldings } from "./value-holdings.ts";
import { writeProposal } from "./write-proposal.ts";
import {
  writeLimitConflict,
  writeNoHoldings,
  writeNoPositiveAmount,
  writeSingleAsset,
  writeTooFewDays,
} from "./write-refusals.ts";

/**
 * Proposes a diversified allocation for the holdings in the input, based on stored daily prices. `today` is YYYY-MM-DD.
 * Never throws on user input.
 */
export function optimize(input: string, histories: readonly PriceHistory[], today: string): Analysis {
  const parsedInput = parseHoldings(input, histories);
  const holdings = valueHoldings(parsedInput, today);
  if (hasNoPositiveAmount(parsedInput)) return asAnalysis(writeNoPositiveAmount(parsedInput, holdings), null);
  if (holdings.positions.length === 0)
    return asAnalysis(writeNoHoldings(parsedInput, holdings, histories), null);
  const preparedHoldings = prepareHoldings(parsedInput, holdings);
  const { positions, returns, resolvedLimits } = preparedHoldings;
  if (holdings.positions.length === 1) return asAnalysis(writeSingleAsset(preparedHoldings, histories), null);
  if (positions.length < 2 || returns.count < RETURNS_MIN)
    return asAnalysis(writeTooFewDays(preparedHoldings), null);
  if (resolvedLimits.problem !== null)
    return asAnalysis(writeLimitConflict(preparedHoldings, resolvedLimits.problem), null);
  const current = positions.map(({ weight }) => weight);
  const { riskFree } = preparedHoldings;
  const analysis = analyzePortfolio(
    returns.columns,
    resolvedLimits.limits,
    riskFree,
    current,
    parsedInput.wantsLessRisk,
  );
  return asAnalysis(writeProposal(preparedHoldings, analysis), buildPortfolioChart(positions, analysis));
}

/** Whether every usable amount is zero or negative. False without amounts, because equal weights are assumed then. */
function hasNoPositiveAmount({ holdings, unassignedMoney, reasons }: ParsedHoldings): boolean {
  const figures = holdings.flatMap(({ amount, money, share }) => amount ?? money ?? share ?? []);
  const hasNegatives = [...reasons.values()].some(({ kind }) => kind === "negative");
  return (
    (figures.length > 0 || hasNegatives) && unassignedMoney <= 0 && figures.every((figure) => figure === 0)
  );
}

function asAnalysis(markdown: string, chart: ChartData | null): Analysis {
  return { tool: "optimizer", markdown, sources: [], chart, findings: [] };
}

function buildPortfolioChart(
  positions: readonly Position[],
  { candidates, frontier, proposal }: PortfolioAnalysis,
): ChartData {
  const { current, minVariance, riskParity, maxSharpe } = candidates;
  const describePoint = (label: string, { risk, annualReturn }: Portfolio) => ({ label, risk, annualReturn });
  return {
    kind: "portfolio",
    isSample: positions.some(({ history }) => history.isSample),
    allocations: positions.map(({ history, weight }, asset) => ({
      symbol: history.symbol,
      current: weight,
      proposed: candidates[proposal].weights[asset] ?? 0,
    })),
    frontier: frontier.map(({ risk, annualReturn }) => ({ risk, annualReturn })),
    portfolios: [
      describePoint("Today", current),
      describePoint("Minimum variance", minVariance),
      describePoint("Risk parity", riskParity),
      ...(maxSharpe ? [describePoint("Maximum Sharpe", maxSharpe)] : []),
    ],
  };
}
