import { expect, test } from "vitest";
import { seededRandom } from "../outlook/series.fixture.ts";
import { alignReturns } from "./align-returns.ts";
import { estimateMarket } from "./analyze-portfolio.ts";
import { findMinimumVariance } from "./frontier.ts";
import { drawPrices, measureEstimates, solveKnownCases } from "./measure.fixture.ts";
import { computeRiskShares, findRiskParity } from "./risk-parity.ts";
import { measureSuboptimality } from "./solve-quadratic.ts";

test.each(solveKnownCases())("the known solution is found: $label", ({ expected, actual }) => {
  expect(actual?.weights).toHaveLength(expected.length);
  for (const [index, weight] of expected.entries()) expect(actual?.weights[index]).toBeCloseTo(weight, 5);
});

test("the solutions are as accurate as docs/optimizer.md says", () => {
  let [maxSuboptimality, maxRiskShareGap] = [0, 0];
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = seededRandom(seed);
    const count = 2 + Math.floor(random() * 10);
    const assets = Array.from({ length: count }, (_, index) => ({
      symbol: `A${index}`,
      name: `A${index}`,
      price: 1,
      marketVolatility: 0.04 * random(),
      idiosyncraticVolatility: 0.002 + 0.03 * random(),
    }));
    const { columns } = alignReturns(drawPrices(150, seed, assets));
    const { market } = estimateMarket(columns);
    const limits = {
      low: assets.map(() => random() / (2 * count)),
      high: assets.map(() => 1 / count + random()),
    };
    const minVariance = findMinimumVariance(market, limits);
    maxSuboptimality = Math.max(
      maxSuboptimality,
      measureSuboptimality(
        market.covariance,
        market.annualReturns.map(() => 0),
        limits,
        minVariance.weights,
      ),
    );
    const riskParity = findRiskParity(market, limits);
    const riskShares = computeRiskShares(market, riskParity).filter((_, index) => {
      const weight = riskParity.weights[index] ?? 0;
      return weight > (limits.low[index] ?? 0) + 1e-9 && weight < (limits.high[index] ?? 1) - 1e-9;
    });
    if (riskShares.length > 1)
      maxRiskShareGap = Math.max(maxRiskShareGap, Math.max(...riskShares) - Math.min(...riskShares));
  }
  expect(maxSuboptimality).toBeLessThan(1e-9);
  expect(maxRiskShareGap).toBeLessThan(1e-8);
});

test("estimated risk matches realized risk, but the estimated return of the maximum-Sharpe portfolio is too high", () => {
  const [equalWeights, minVariance, , maxSharpe] = measureEstimates(4);
  for (const portfolio of [equalWeights, minVariance]) {
    const ratio = (portfolio?.realized.risk ?? 0) / (portfolio?.estimated.risk ?? 1);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.2);
  }
  expect(minVariance?.estimated.risk).toBeLessThan(equalWeights?.estimated.risk ?? 0);
  expect(maxSharpe?.estimated.annualReturn).toBeGreaterThan((maxSharpe?.realized.annualReturn ?? 0) * 1.2);
});
