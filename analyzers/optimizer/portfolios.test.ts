import fc from "fast-check";
import { Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { seededNormal, seededRandom } from "../outlook/series.fixture.ts";
import {
  computePortfolio,
  findMaximumSharpe,
  findMinimumVariance,
  type Market,
  traceFrontier,
} from "./frontier.ts";
import { findLimitConflict, type Limits, projectOntoLimits } from "./limits.ts";
import { computeRiskShares, findRiskParity } from "./risk-parity.ts";
import { shrinkCovariance } from "./shrink-covariance.ts";
import { measureSuboptimality, solveQuadratic } from "./solve-quadratic.ts";

const createUnrestrictedLimits = (count: number): Limits => ({
  low: new Array<number>(count).fill(0),
  high: new Array<number>(count).fill(1),
});
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const normalize = (values: readonly number[]) => values.map((value) => value / sum(values));

/** A market in which every pair of assets has the same correlation. */
function createMarket(
  annualReturns: readonly number[],
  volatilities: readonly number[],
  correlation = 0,
): Market {
  const covariance = new Matrix(
    volatilities.map((volatility, row) =>
      volatilities.map((other, column) => volatility * other * (row === column ? 1 : correlation)),
    ),
  );
  return { annualReturns, covariance };
}

function expectWeights(
  weights: readonly number[] | undefined,
  expected: readonly number[],
  digits = 7,
): void {
  expect(weights?.length).toBe(expected.length);
  for (const [asset, weight] of expected.entries()) expect(weights?.[asset]).toBeCloseTo(weight, digits);
}

describe("in a market with a closed-form solution", () => {
  test("the minimum-variance portfolio of two assets matches the textbook formula", () => {
    const [a, b, correlation] = [0.3, 0.5, 0.4];
    const covariance = a * b * correlation;
    const firstWeight = (b * b - covariance) / (a * a + b * b - 2 * covariance);
    expectWeights(
      findMinimumVariance(createMarket([0, 0], [a, b], correlation), createUnrestrictedLimits(2)).weights,
      [firstWeight, 1 - firstWeight],
    );
  });

  test("if the optimum would sell one of two assets short, everything is in the less volatile one", () => {
    expectWeights(
      findMinimumVariance(createMarket([0, 0], [0.2, 0.8], 0.9), createUnrestrictedLimits(2)).weights,
      [1, 0],
    );
  });

  test("without correlation, weights are proportional to 1/σ² for minimum variance, 1/σ for risk parity and μ/σ² for maximum Sharpe", () => {
    const [annualReturns, volatilities] = [
      [0.1, 0.3, 0.2, 0.5],
      [0.2, 0.4, 0.6, 0.9],
    ];
    const market = createMarket(annualReturns, volatilities);
    expectWeights(
      findMinimumVariance(market, createUnrestrictedLimits(4)).weights,
      normalize(volatilities.map((v) => 1 / v ** 2)),
    );
    expectWeights(
      findRiskParity(market, createUnrestrictedLimits(4)).weights,
      normalize(volatilities.map((v) => 1 / v)),
    );
    const expected = annualReturns.map(
      (annualReturn, index) => annualReturn / (volatilities[index] ?? 1) ** 2,
    );
    expectWeights(findMaximumSharpe(market, createUnrestrictedLimits(4), 0)?.weights, normalize(expected), 6);
    const expectedAboveRate = annualReturns.map(
      (annualReturn, index) => (annualReturn - 0.05) / (volatilities[index] ?? 1) ** 2,
    );
    expectWeights(
      findMaximumSharpe(market, createUnrestrictedLimits(4), 0.05)?.weights,
      normalize(expectedAboveRate),
      6,
    );
  });

  test("with equal correlations, risk parity is still proportional to 1/σ; with equal σ too, all three portfolios have equal weights", () => {
    const volatilities = [0.2, 0.5, 0.8];
    expectWeights(
      findRiskParity(createMarket([0, 0, 0], volatilities, 0.6), createUnrestrictedLimits(3)).weights,
      normalize(volatilities.map((v) => 1 / v)),
    );
    const market = createMarket([0.2, 0.2, 0.2], [0.5, 0.5, 0.5], 0.6);
    for (const portfolio of [
      findMinimumVariance(market, createUnrestrictedLimits(3)),
      findRiskParity(market, createUnrestrictedLimits(3)),
      findMaximumSharpe(market, createUnrestrictedLimits(3), 0),
    ])
      expectWeights(portfolio?.weights, [1 / 3, 1 / 3, 1 / 3]);
  });

  test("unconstrained maximum Sharpe is C⁻¹(μ − r), scaled", () => {
    const covariance = new Matrix([
      [0.09, 0.02, 0.01],
      [0.02, 0.16, 0.03],
      [0.01, 0.03, 0.25],
    ]);
    const annualReturns = [0.12, 0.2, 0.25];
    // Solved with Cramer's rule, independently of the code under test.
    const excessReturns = annualReturns.map((annualReturn) => annualReturn - 0.02);
    const computeNumerator = (column: number) =>
      determinant(
        covariance
          .to2DArray()
          .map((row, index) => row.map((value, c) => (c === column ? (excessReturns[index] ?? 0) : value))),
      );
    expectWeights(
      findMaximumSharpe({ annualReturns, covariance }, createUnrestrictedLimits(3), 0.02)?.weights,
      normalize([0, 1, 2].map(computeNumerator)),
      6,
    );
  });

  test("there is no maximum Sharpe portfolio if no expected return is above the risk-free rate", () => {
    expect(
      findMaximumSharpe(createMarket([-0.1, 0.02], [0.3, 0.3]), createUnrestrictedLimits(2), 0.02),
    ).toBeNull();
  });
});

function determinant(rows: readonly (readonly number[])[]): number {
  const getCell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  return (
    getCell(0, 0) * (getCell(1, 1) * getCell(2, 2) - getCell(1, 2) * getCell(2, 1)) -
    getCell(0, 1) * (getCell(1, 0) * getCell(2, 2) - getCell(1, 2) * getCell(2, 0)) +
    getCell(0, 2) * (getCell(1, 0) * getCell(2, 1) - getCell(1, 1) * getCell(2, 0))
  );
}

describe("among all allocations in steps of 1%", () => {
  const cases = [1, 2, 3, 4, 5, 6].map((seed) => {
    const { annualReturns, covariance } = createRandomMarket(3, seed);
    const random = seededRandom(seed);
    return {
      annualReturns,
      covariance,
      limits: { low: [random() * 0.2, 0, random() * 0.1], high: [0.7, 0.45, 0.8] },
    };
  });

  test.each(cases)(
    "none within the limits is better than the computed portfolios ($annualReturns)",
    ({ annualReturns, covariance, limits }) => {
      const market = { annualReturns, covariance };
      const [minVariance, maxSharpe] = [
        findMinimumVariance(market, limits),
        findMaximumSharpe(market, limits, 0),
      ];
      const sharpe = maxSharpe ? maxSharpe.annualReturn / maxSharpe.risk : 0;
      let [lowestRisk, highestSharpe] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let first = 0; first <= 100; first += 1)
        for (let second = 0; second <= 100 - first; second += 1) {
          const weights = [first / 100, second / 100, (100 - first - second) / 100];
          const isAllowed = weights.every(
            (w, index) => w >= (limits.low[index] ?? 0) && w <= (limits.high[index] ?? 1),
          );
          if (!isAllowed) continue;
          const { annualReturn, risk } = computePortfolio(market, weights);
          lowestRisk = Math.min(lowestRisk, risk);
          highestSharpe = Math.max(highestSharpe, annualReturn / risk);
        }
      expect(minVariance.risk).toBeLessThanOrEqual(lowestRisk + 1e-12);
      expect(lowestRisk - minVariance.risk).toBeLessThan(0.01);
      expect(sharpe).toBeGreaterThanOrEqual(highestSharpe - 1e-9);
      expect(sharpe - highestSharpe).toBeLessThan(0.05);
    },
  );
});

/** A market estimated from random daily returns with two shared factors, so that its covariance is realistic. */
function createRandomMarket(count: number, seed: number, days = 120): Market {
  const normal = seededNormal(seed);
  const columns = Array.from({ length: count }, () => new Array<number>(days).fill(0));
  const loadings = columns.map(() => [
    0.02 + 0.01 * normal(),
    0.015 * normal(),
    0.005 + 0.02 * Math.abs(normal()),
  ]);
  for (let day = 0; day < days; day += 1) {
    const factors = [normal(), normal()];
    for (const [asset, column] of columns.entries()) {
      const [a = 0, b = 0, specific = 0] = loadings[asset] ?? [];
      column[day] = 0.001 + a * (factors[0] ?? 0) + b * (factors[1] ?? 0) + specific * normal();
    }
  }
  const covariance = shrinkCovariance(columns).covariance.mul(365);
  return { covariance, annualReturns: columns.map((column) => (365 * sum(Array.from(column))) / days) };
}

const arbitraryLimits = (count: number) =>
  fc
    .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: count,
      maxLength: count,
    })
    .map((pairs) => ({
      low: pairs.map(([low]) => low / count),
      high: pairs.map(([, high]) => 1 / count + high),
    }));

const arbitraryCase = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1e6 }))
  .chain(([count, seed]) => fc.tuple(fc.constant(createRandomMarket(count, seed)), arbitraryLimits(count)));

function expectWithin(weights: readonly number[], { low, high }: Limits): void {
  expect(sum(weights)).toBeCloseTo(1, 9);
  for (const [asset, weight] of weights.entries()) {
    expect(weight).toBeGreaterThanOrEqual((low[asset] ?? 0) - 1e-12);
    expect(weight).toBeLessThanOrEqual((high[asset] ?? 1) + 1e-12);
  }
}

describe("for any covariance and limits", () => {
  test("the solver's weights satisfy the Karush-Kuhn-Tucker conditions", () => {
    fc.assert(
      fc.property(
        arbitraryCase,
        fc.double({ min: 0, max: 3, noNaN: true }),
        ([randomMarket, limits], riskTolerance) => {
          const gains = randomMarket.annualReturns.map((annualReturn) => riskTolerance * annualReturn);
          const weights = solveQuadratic(randomMarket.covariance, gains, limits);
          expectWithin(weights, limits);
          expect(measureSuboptimality(randomMarket.covariance, gains, limits, weights)).toBeLessThan(1e-8);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });

  test("no frontier point or random allocation has a better Sharpe ratio than maximum Sharpe", () => {
    fc.assert(
      fc.property(arbitraryCase, fc.integer({ min: 1, max: 1e6 }), ([randomMarket, limits], seed) => {
        const maxSharpe = findMaximumSharpe(randomMarket, limits, 0);
        if (maxSharpe === null) return;
        expectWithin(maxSharpe.weights, limits);
        const random = seededRandom(seed);
        const others = Array.from({ length: 20 }, () =>
          computePortfolio(
            randomMarket,
            projectOntoLimits(
              randomMarket.annualReturns.map(() => random() * 2),
              limits,
            ),
          ),
        );
        for (const other of [...others, ...traceFrontier(randomMarket, limits, 20)])
          expect(other.annualReturn / other.risk).toBeLessThanOrEqual(
            (maxSharpe.annualReturn / maxSharpe.risk) * (1 + 1e-7),
          );
      }),
      { numRuns: 60, seed: 2 },
    );
  });

  test("in a risk-parity portfolio, all assets that aren't at a limit contribute equally to the risk", () => {
    fc.assert(
      fc.property(arbitraryCase, ([randomMarket, limits]) => {
        const portfolio = findRiskParity(randomMarket, limits);
        expectWithin(portfolio.weights, limits);
        const riskShares = computeRiskShares(randomMarket, portfolio).filter((_, asset) => {
          const weight = portfolio.weights[asset] ?? 0;
          return weight > (limits.low[asset] ?? 0) + 1e-9 && weight < (limits.high[asset] ?? 1) - 1e-9;
        });
        if (riskShares.length > 1)
          expect(Math.max(...riskShares) - Math.min(...riskShares)).toBeLessThan(1e-6);
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  test("the frontier rises in return and in risk, from the least risk to the highest return", () => {
    fc.assert(
      fc.property(arbitraryCase, ([randomMarket, limits]) => {
        const points = traceFrontier(randomMarket, limits, 20);
        expect([1, 20]).toContain(points.length);
        for (const [index, point] of points.entries()) {
          expectWithin(point.weights, limits);
          const previous = points[index - 1];
          if (!previous) continue;
          expect(point.annualReturn).toBeGreaterThan(previous.annualReturn - 1e-9);
          expect(point.risk).toBeGreaterThan(previous.risk - 1e-9);
        }
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  test("the projection is the nearest point within the limits", () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 10 })
          .chain((count) =>
            fc.tuple(
              arbitraryLimits(count),
              fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: count, maxLength: count }),
            ),
          ),
        ([limits, point]) => {
          const projection = projectOntoLimits(point, limits);
          expectWithin(projection, limits);
          // Nearest means minimal ½|w − point|², which the solver finds in a different way.
          const solution = solveQuadratic(Matrix.eye(point.length), point, limits);
          expectWeights(projection, solution, 8);
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });
});

describe("given degenerate markets or limits", () => {
  test("portfolios stay within the limits with perfectly correlated assets and one that never moves", () => {
    const normal = seededNormal(9);
    const moves = Array.from({ length: 200 }, () => 0.03 * normal());
    const columns = [moves, moves.map((move) => move * 2), new Array<number>(200).fill(0), moves];
    const { covariance } = shrinkCovariance(columns);
    const market = { covariance: covariance.mul(365), annualReturns: [0.1, 0.2, 0, 0.1] };
    const limits = { low: [0, 0, 0, 0], high: [0.6, 0.6, 0.6, 0.6] };
    for (const portfolio of [
      findMinimumVariance(market, limits),
      findRiskParity(market, limits),
      findMaximumSharpe(market, limits, 0),
    ])
      expectWithin(portfolio?.weights ?? [], limits);
    expect(findMinimumVariance(market, limits).weights[2]).toBeCloseTo(0.6, 9);
    expect(
      measureSuboptimality(
        market.covariance,
        [0, 0, 0, 0],
        limits,
        findMinimumVariance(market, limits).weights,
      ),
    ).toBeLessThan(1e-6);
  });

  test("one asset has one allocation", () => {
    const market = createMarket([0.2], [0.5]);
    for (const portfolio of [
      findMinimumVariance(market, createUnrestrictedLimits(1)),
      findRiskParity(market, createUnrestrictedLimits(1)),
      findMaximumSharpe(market, createUnrestrictedLimits(1), 0),
    ])
      expect(portfolio?.weights).toEqual([1]);
    expect(traceFrontier(market, createUnrestrictedLimits(1), 20).length).toBe(1);
  });

  test("if the limits allow only one allocation, every method returns it", () => {
    const limits = { low: [0.2, 0.3, 0.5], high: [0.2, 0.3, 0.5] };
    const market = createMarket([0.1, 0.2, 0.3], [0.3, 0.5, 0.2], 0.3);
    for (const portfolio of [
      findMinimumVariance(market, limits),
      findRiskParity(market, limits),
      findMaximumSharpe(market, limits, 0),
    ])
      expectWeights(portfolio?.weights, [0.2, 0.3, 0.5], 9);
  });

  test("the kinds of infeasible limits are distinguished", () => {
    expect(findLimitConflict({ low: [0, 0], high: [0.4, 0.5] })).toBe("too-low");
    expect(findLimitConflict({ low: [0.6, 0.5], high: [1, 1] })).toBe("too-high");
    expect(findLimitConflict({ low: [0.5, 0], high: [0.4, 1] })).toBe("crossed");
    expect(findLimitConflict({ low: [0.5, 0.5], high: [0.5, 0.5] })).toBeNull();
  });
});
