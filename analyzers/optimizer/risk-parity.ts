import { computePortfolio, type Market, type Portfolio } from "./frontier.ts";
import { type Limits, projectOntoLimits } from "./limits.ts";

/**
 * Finds the portfolio in which every asset has the same share of the risk. Without limits, its weights minimize
 * ½·xᵀCx − λ·Σ log x, which coordinate descent solves with a closed-form step. With limits, each weight is clipped, and
 * λ is chosen so that the weights add up to 1. Assets that aren't at a limit still contribute equally (constrained risk
 * budgeting, Richard and Roncalli 2019).
 */
export function findRiskParity(market: Market, limits: Limits): Portfolio {
  const scale =
    market.covariance.diagonal().reduce((sum, variance) => sum + variance, 0) /
    market.annualReturns.length ** 2;
  let [low, high] = [scale, scale];
  let weights = market.annualReturns.map(() => 1 / market.annualReturns.length);
  const sumWeights = (lambda: number) => {
    weights = descendCoordinates(market, limits, lambda, weights);
    return weights.reduce((sum, weight) => sum + weight, 0);
  };
  for (let round = 0; round < 40 && sumWeights(low) > 1; round += 1) low /= 4;
  for (let round = 0; round < 40 && sumWeights(high) < 1; round += 1) high *= 4;
  let [lambda, sum] = [high, sumWeights(high)];
  for (let round = 0; round < 100 && Math.abs(sum - 1) > 1e-12 && high / low - 1 > 1e-14; round += 1) {
    // Without limits, the sum is proportional to the square root of λ, so this guess is exact.
    const guess = lambda / (sum * sum);
    lambda = round % 3 < 2 && guess > low && guess < high ? guess : Math.sqrt(low * high);
    sum = sumWeights(lambda);
    if (sum < 1) low = lambda;
    else high = lambda;
  }
  // Assets that hedge others (negative covariance) can push the sum above 1 for every λ. Then use the nearest weights
  // within the limits.
  return computePortfolio(market, projectOntoLimits(weights, limits));
}

function descendCoordinates(
  { covariance }: Market,
  { low, high }: Limits,
  lambda: number,
  start: readonly number[],
): number[] {
  const weights = [...start];
  for (let round = 0; round < 500; round += 1) {
    let largestMove = 0;
    // An index instead of entries(), which creates an array for each element.
    for (let asset = 0; asset < weights.length; asset += 1) {
      const weight = weights[asset] ?? 0;
      const variance = covariance.get(asset, asset);
      let covarianceWithOthers = -variance * weight;
      for (let other = 0; other < weights.length; other += 1)
        covarianceWithOthers += covariance.get(asset, other) * (weights[other] ?? 0);
      const root = Math.sqrt(covarianceWithOthers * covarianceWithOthers + 4 * variance * lambda);
      const best =
        covarianceWithOthers > 0
          ? (2 * lambda) / (covarianceWithOthers + root)
          : (root - covarianceWithOthers) / (2 * variance);
      const next = Math.min(high[asset] ?? 1, Math.max(low[asset] ?? 0, best));
      largestMove = Math.max(largestMove, Math.abs(next - weight));
      weights[asset] = next;
    }
    if (largestMove < 1e-13) break;
  }
  return weights;
}

/** Each asset's share of the portfolio's variance. The shares add up to 1; all are 0 if the portfolio has no risk. */
export function computeRiskShares({ covariance }: Market, { weights, risk }: Portfolio): number[] {
  return weights.map((weight, row) => {
    let covarianceWithPortfolio = 0;
    for (const [column, columnWeight] of weights.entries())
      covarianceWithPortfolio += covariance.get(row, column) * columnWeight;
    return risk === 0 ? 0 : (weight * covarianceWithPortfolio) / (risk * risk);
  });
}
