import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import { formatPercent, formatPlain, formatSignedPercent } from "../outlook/wording.ts";
import { countEffectiveAssets, type PortfolioAnalysis } from "./analyze-portfolio.ts";
import type { PreparedHoldings } from "./prepare-holdings.ts";
import { computeRiskShares } from "./risk-parity.ts";

const METHOD_REASONS = {
  riskParity:
    "Risk parity gives each asset an equal share of the risk, as far as the limits allow. It doesn't rely on expected returns, the least certain figures here.",
  minVariance:
    "Minimum variance was chosen because risk parity would be much riskier than today's portfolio. It doesn't rely on expected returns, the least certain figures here.",
} as const;

const LESS_RISK_REASON =
  "Minimum variance was chosen because you asked for less risk: no other weights within the limits had less. It doesn't rely on expected returns, the least certain figures here.";

export function writeReasons(
  { parsedInput, positions, resolvedLimits, stableFlags }: PreparedHoldings,
  { candidates, proposal, outOfSample, market }: PortfolioAnalysis,
): string[] {
  const { current } = candidates;
  const proposedPortfolio = candidates[proposal];
  // Rounds before subtracting, so that the difference matches the rounded figures shown.
  const points = Math.round(proposedPortfolio.risk * 100) - Math.round(current.risk * 100);
  const risk =
    points === 0
      ? `The proposal's risk is about the same as today's: ${formatPercent(proposedPortfolio.risk, 0)} a year.`
      : `The proposal's risk is ${formatPercent(proposedPortfolio.risk, 0)} a year, ${formatCount(Math.abs(points), "percentage point")} ${points < 0 ? "less" : "more"} than today's ${formatPercent(current.risk, 0)}${points > 0 && proposal === "riskParity" ? "; that is the cost of spreading the risk more evenly across your assets" : ""}.`;
  const getSymbol = (asset: number) => formatPlain(positions[asset]?.history.symbol ?? "", 20);
  const riskShares = computeRiskShares(market, current);
  const proposedRiskShares = computeRiskShares(market, proposedPortfolio);
  const top = riskShares.indexOf(Math.max(...riskShares));
  const reasons = [
    parsedInput.wantsLessRisk ? LESS_RISK_REASON : METHOD_REASONS[proposal],
    risk,
    `${getSymbol(top)} accounts for ${formatPercent(riskShares[top] ?? 0, 0)} of today's risk and would account for ${formatPercent(proposedRiskShares[top] ?? 0, 0)} of the proposal's. Today's portfolio is as diversified as ${countEffectiveAssets(current.weights).toFixed(1)} equally weighted assets, the proposal as ${countEffectiveAssets(proposedPortfolio.weights).toFixed(1)}.`,
  ];
  const assetsOverLimit = positions.flatMap(({ weight }, asset) => {
    const high = resolvedLimits.limits.high[asset] ?? 1;
    return weight > high + 1e-9
      ? [`${getSymbol(asset)} (${formatPercent(weight, 0)}, limit ${formatPercent(high, 0)})`]
      : [];
  });
  if (assetsOverLimit.length > 0)
    reasons.push(
      `Over ${resolvedLimits.isDefault ? "our default limit" : "the limit"} today: ${formatList(assetsOverLimit)}.${points > 0 ? " Staying within the limit raises the risk; with a higher limit, you could sell less." : ""}`,
    );
  const unchangedAssets = stableFlags.flatMap((isStable, asset) => {
    const isFixed = resolvedLimits.limits.low[asset] === resolvedLimits.limits.high[asset];
    const isUnchanged =
      isFixed && Math.abs((current.weights[asset] ?? 0) - (resolvedLimits.limits.low[asset] ?? 0)) < 1e-9;
    return isStable && isUnchanged && (current.weights[asset] ?? 0) > 0 ? [getSymbol(asset)] : [];
  });
  if (unchangedAssets.length > 0)
    reasons.push(
      `The share of ${formatList(unchangedAssets)} is unchanged: ${unchangedAssets.length === 1 ? "its price hardly moves" : "their prices hardly move"}, so how much to own depends on how much risk you want, not on diversification. To change that, set a limit (“${unchangedAssets[0]} at least 20%”).`,
    );
  if (stableFlags.filter((isStable) => !isStable).length === 1)
    reasons.push("Only one of these prices moves, so there's nothing to diversify with. Add another asset.");
  const [proposalOutcome, currentOutcome] = [outOfSample?.outcomes[proposal], outOfSample?.outcomes.current];
  if (outOfSample && proposalOutcome && currentOutcome)
    reasons.push(
      `With weights chosen in the same way from the first ${formatCount(outOfSample.fittedDays, "day")} only, the portfolio would have had a risk of ${formatPercent(proposalOutcome.risk, 0)} over the next ${formatCount(outOfSample.days, "day")} (today's weights: ${formatPercent(currentOutcome.risk, 0)}) and returned ${formatSignedPercent(proposalOutcome.totalReturn, 0)} (today's weights: ${formatSignedPercent(currentOutcome.totalReturn, 0)}).`,
    );
  return reasons;
}

export function writeRisks(
  { positions, resolvedLimits }: PreparedHoldings,
  analysis: PortfolioAnalysis,
): string[] {
  const { market, candidates, proposal, returnErrors } = analysis;
  const proposedPortfolio = candidates[proposal];
  const getSymbol = (asset: number) => formatPlain(positions[asset]?.history.symbol ?? "", 20);
  const risks = [writeCorrelation(analysis, getSymbol)];
  const top = proposedPortfolio.weights.indexOf(Math.max(...proposedPortfolio.weights));
  if ((proposedPortfolio.weights[top] ?? 0) > 0.4)
    risks.push(
      `Concentration: ${getSymbol(top)} is ${formatPercent(proposedPortfolio.weights[top] ?? 0, 0)} of the proposal.`,
    );
  const assetsAtLimit = proposedPortfolio.weights.flatMap((weight, asset) => {
    const [low, high] = [resolvedLimits.limits.low[asset] ?? 0, resolvedLimits.limits.high[asset] ?? 1];
    if (low === high) return [];
    const isHigh = weight >= high - 1e-6 && weight < 1 - 1e-6;
    const isLow = weight <= low + 1e-6 && weight > 1e-6;
    return isHigh || isLow ? [getSymbol(asset)] : [];
  });
  if (assetsAtLimit.length > 0)
    risks.push(`Weights set by a limit rather than by the method: ${formatList(assetsAtLimit)}.`);
  const order = proposedPortfolio.weights
    .map((_, asset) => asset)
    .sort((a, b) => (proposedPortfolio.weights[b] ?? 0) - (proposedPortfolio.weights[a] ?? 0));
  const ranges = order.slice(0, 4).map((asset) => {
    const [annualReturn, error] = [market.annualReturns[asset] ?? 0, 1.96 * (returnErrors[asset] ?? 0)];
    return `${getSymbol(asset)} ${formatSignedPercent(annualReturn, 0)} (${formatSignedPercent(Math.max(-1, annualReturn - error), 0)} to ${formatSignedPercent(annualReturn + error, 0)})`;
  });
  risks.push(
    `Past returns say little about future ones. Annual returns, with 95% confidence intervals: ${formatList(ranges)}.`,
    candidates.maxSharpe
      ? "Maximum Sharpe is fragile: it depends on exactly these returns, and a small change in them shifts its weights a lot."
      : "Maximum Sharpe is left out: within these limits, no allocation returned more than the risk-free rate.",
    "In a crash, assets tend to move together more than these figures suggest, and any of them can lose all of its value.",
  );
  return risks;
}

function writeCorrelation(
  { market: { covariance } }: PortfolioAnalysis,
  getSymbol: (asset: number) => string,
): string {
  let [sum, count, strongest, pair] = [0, 0, Number.NEGATIVE_INFINITY, ""];
  for (let row = 0; row < covariance.rows; row += 1)
    for (let column = 0; column < row; column += 1) {
      const correlation =
        covariance.get(row, column) / Math.sqrt(covariance.get(row, row) * covariance.get(column, column));
      sum += correlation;
      count += 1;
      if (correlation > strongest)
        [strongest, pair] = [correlation, `${getSymbol(column)} and ${getSymbol(row)}`];
    }
  const mean = sum / count;
  const formatCorrelation = (value: number) => value.toFixed(2).replace("-", "−");
  const assessment =
    mean > 0.6
      ? "these assets tend to fall together, so diversification helps little"
      : mean > 0.3
        ? "diversification helps somewhat"
        : "diversification helps";
  return count === 1
    ? `Correlation of ${pair}: ${formatCorrelation(mean)}; ${assessment}.`
    : `Correlation: ${formatCorrelation(mean)} on average, highest for ${pair} (${formatCorrelation(strongest)}); ${assessment}.`;
}
