import fc from "fast-check";
import { Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { seededNormal, seededRandom } from "../outlook/series.fixture.ts";
import { type Market, maximumSharpe, minimumVariance, traceFrontier, weigh } from "./frontier.ts";
import { findInfeasible, type Limits, projectOnLimits } from "./limits.ts";
import { riskParity, riskParts } from "./risk-parity.ts";
import { shrinkCovariance } from "./shrink-covariance.ts";
import { measureSuboptimality, solveQuadratic } from "./solve-quadratic.ts";

const free = (count: number): Limits => ({
  low: new Array<number>(count).fill(0),
  high: new Array<number>(count).fill(1),
});
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const shares = (values: readonly number[]) => values.map((value) => value / sum(values));

/** Covariance of assets with these volatilities and one correlation for all pairs. */
function market(gains: readonly number[], volatilities: readonly number[], correlation = 0): Market {
  const covariance = new Matrix(
    volatilities.map((one, row) =>
      volatilities.map((other, column) => one * other * (row === column ? 1 : correlation)),
    ),
  );
  return { gains, covariance };
}

function expectWeights(
  weights: readonly number[] | undefined,
  expected: readonly number[],
  digits = 7,
): void {
  expect(weights?.length).toBe(expected.length);
  for (const [asset, weight] of expected.entries()) expect(weights?.[asset]).toBeCloseTo(weight, digits);
}

describe("closed forms", () => {
  test("two assets: the textbook's minimum variance", () => {
    const [a, b, correlation] = [0.3, 0.5, 0.4];
    const covariance = a * b * correlation;
    const first = (b * b - covariance) / (a * a + b * b - 2 * covariance);
    expectWeights(minimumVariance(market([0, 0], [a, b], correlation), free(2)).weights, [first, 1 - first]);
  });

  test("two assets so correlated that the optimum would be short: everything in the calmer one", () => {
    expectWeights(minimumVariance(market([0, 0], [0.2, 0.8], 0.9), free(2)).weights, [1, 0]);
  });

  test("uncorrelated: minimum variance is proportional to 1/σ², risk parity to 1/σ, maximum Sharpe to μ/σ²", () => {
    const [gains, volatilities] = [
      [0.1, 0.3, 0.2, 0.5],
      [0.2, 0.4, 0.6, 0.9],
    ];
    const one = market(gains, volatilities);
    expectWeights(minimumVariance(one, free(4)).weights, shares(volatilities.map((v) => 1 / v ** 2)));
    expectWeights(riskParity(one, free(4)).weights, shares(volatilities.map((v) => 1 / v)));
    const best = gains.map((gain, at) => gain / (volatilities[at] ?? 1) ** 2);
    expectWeights(maximumSharpe(one, free(4), 0)?.weights, shares(best), 6);
    const above = gains.map((gain, at) => (gain - 0.05) / (volatilities[at] ?? 1) ** 2);
    expectWeights(maximumSharpe(one, free(4), 0.05)?.weights, shares(above), 6);
  });

  test("constant correlation: risk parity is still proportional to 1/σ; with equal σ all three have equal weights", () => {
    const volatilities = [0.2, 0.5, 0.8];
    expectWeights(
      riskParity(market([0, 0, 0], volatilities, 0.6), free(3)).weights,
      shares(volatilities.map((v) => 1 / v)),
    );
    const same = market([0.2, 0.2, 0.2], [0.5, 0.5, 0.5], 0.6);
    for (const found of [
      minimumVariance(same, free(3)),
      riskParity(same, free(3)),
      maximumSharpe(same, free(3), 0),
    ])
      expectWeights(found?.weights, [1 / 3, 1 / 3, 1 / 3]);
  });

  test("unconstrained maximum Sharpe is C⁻¹(μ − r), scaled", () => {
    const covariance = new Matrix([
      [0.09, 0.02, 0.01],
      [0.02, 0.16, 0.03],
      [0.01, 0.03, 0.25],
    ]);
    const gains = [0.12, 0.2, 0.25];
    // Written out by Cramer's rule, independently of the code under test.
    const excess = gains.map((gain) => gain - 0.02);
    const replace = (column: number) =>
      determinant(
        covariance
          .to2DArray()
          .map((row, at) => row.map((value, c) => (c === column ? (excess[at] ?? 0) : value))),
      );
    expectWeights(
      maximumSharpe({ gains, covariance }, free(3), 0.02)?.weights,
      shares([0, 1, 2].map(replace)),
      6,
    );
  });

  test("no expected return above the risk-free rate: no maximum Sharpe", () => {
    expect(maximumSharpe(market([-0.1, 0.02], [0.3, 0.3]), free(2), 0.02)).toBeNull();
  });
});

function determinant(rows: readonly (readonly number[])[]): number {
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  return (
    at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
    at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
    at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0))
  );
}

describe("against every allocation in steps of 1%", () => {
  const cases = [1, 2, 3, 4, 5, 6].map((seed) => {
    const { gains, covariance } = randomMarket(3, seed);
    const random = seededRandom(seed);
    return {
      gains,
      covariance,
      limits: { low: [random() * 0.2, 0, random() * 0.1], high: [0.7, 0.45, 0.8] },
    };
  });

  test.each(cases)("no allocation within the limits is better ($gains)", ({ gains, covariance, limits }) => {
    const one = { gains, covariance };
    const [calmest, best] = [minimumVariance(one, limits), maximumSharpe(one, limits, 0)];
    const sharpe = best ? best.gain / best.risk : 0;
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let first = 0; first <= 100; first += 1)
      for (let second = 0; second <= 100 - first; second += 1) {
        const weights = [first / 100, second / 100, (100 - first - second) / 100];
        const isAllowed = weights.every((w, at) => w >= (limits.low[at] ?? 0) && w <= (limits.high[at] ?? 1));
        if (!isAllowed) continue;
        const { gain, risk } = weigh(one, weights);
        least = Math.min(least, risk);
        most = Math.max(most, gain / risk);
      }
    expect(calmest.risk).toBeLessThanOrEqual(least + 1e-12);
    expect(least - calmest.risk).toBeLessThan(0.01);
    expect(sharpe).toBeGreaterThanOrEqual(most - 1e-9);
    expect(sharpe - most).toBeLessThan(0.05);
  });
});

/** Daily returns of assets that share two factors, with a covariance like that of real markets. */
function randomMarket(count: number, seed: number, days = 120): Market {
  const normal = seededNormal(seed);
  const columns = Array.from({ length: count }, () => new Float64Array(days));
  const loads = columns.map(() => [
    0.02 + 0.01 * normal(),
    0.015 * normal(),
    0.005 + 0.02 * Math.abs(normal()),
  ]);
  for (let day = 0; day < days; day += 1) {
    const causes = [normal(), normal()];
    for (const [asset, column] of columns.entries()) {
      const [a = 0, b = 0, own = 0] = loads[asset] ?? [];
      column[day] = 0.001 + a * (causes[0] ?? 0) + b * (causes[1] ?? 0) + own * normal();
    }
  }
  const covariance = shrinkCovariance(columns).covariance.mul(365);
  return { covariance, gains: columns.map((column) => (365 * sum(Array.from(column))) / days) };
}

const randomLimits = (count: number) =>
  fc
    .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: count,
      maxLength: count,
    })
    .map((pairs) => ({
      low: pairs.map(([low]) => low / count),
      high: pairs.map(([, high]) => 1 / count + high),
    }));

const randomCase = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1e6 }))
  .chain(([count, seed]) => fc.tuple(fc.constant(randomMarket(count, seed)), randomLimits(count)));

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
      fc.property(randomCase, fc.double({ min: 0, max: 3, noNaN: true }), ([one, limits], appetite) => {
        const gains = one.gains.map((gain) => appetite * gain);
        const weights = solveQuadratic(one.covariance, gains, limits);
        expectWithin(weights, limits);
        expect(measureSuboptimality(one.covariance, gains, limits, weights)).toBeLessThan(1e-8);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test("no frontier point or random allocation has a better ratio than maximum Sharpe", () => {
    fc.assert(
      fc.property(randomCase, fc.integer({ min: 1, max: 1e6 }), ([one, limits], seed) => {
        const best = maximumSharpe(one, limits, 0);
        if (best === null) return;
        expectWithin(best.weights, limits);
        const random = seededRandom(seed);
        const others = Array.from({ length: 20 }, () =>
          weigh(
            one,
            projectOnLimits(
              one.gains.map(() => random() * 2),
              limits,
            ),
          ),
        );
        for (const other of [...others, ...traceFrontier(one, limits, 20)])
          expect(other.gain / other.risk).toBeLessThanOrEqual((best.gain / best.risk) * (1 + 1e-7));
      }),
      { numRuns: 60, seed: 2 },
    );
  });

  test("risk parity: every asset that is not at a limit contributes equally to the risk", () => {
    fc.assert(
      fc.property(randomCase, ([one, limits]) => {
        const found = riskParity(one, limits);
        expectWithin(found.weights, limits);
        const parts = riskParts(one, found).filter((_, asset) => {
          const weight = found.weights[asset] ?? 0;
          return weight > (limits.low[asset] ?? 0) + 1e-9 && weight < (limits.high[asset] ?? 1) - 1e-9;
        });
        if (parts.length > 1) expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(1e-6);
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  test("the frontier rises in return and in risk, from the least risk to the highest return", () => {
    fc.assert(
      fc.property(randomCase, ([one, limits]) => {
        const points = traceFrontier(one, limits, 20);
        expect([1, 20]).toContain(points.length);
        for (const [at, point] of points.entries()) {
          expectWithin(point.weights, limits);
          const before = points[at - 1];
          if (!before) continue;
          expect(point.gain).toBeGreaterThan(before.gain - 1e-9);
          expect(point.risk).toBeGreaterThan(before.risk - 1e-9);
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
              randomLimits(count),
              fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: count, maxLength: count }),
            ),
          ),
        ([limits, point]) => {
          const nearest = projectOnLimits(point, limits);
          expectWithin(nearest, limits);
          // Nearest means minimal ½|w − point|², which the solver finds in a different way.
          const solved = solveQuadratic(Matrix.eye(point.length), point, limits);
          expectWeights(nearest, solved, 8);
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });
});

describe("degenerate markets", () => {
  test("perfectly correlated assets, and one that never moves", () => {
    const normal = seededNormal(9);
    const moves = Float64Array.from({ length: 200 }, () => 0.03 * normal());
    const columns = [moves, moves.map((move) => move * 2), new Float64Array(200), moves];
    const { covariance } = shrinkCovariance(columns);
    const one = { covariance: covariance.mul(365), gains: [0.1, 0.2, 0, 0.1] };
    const limits = { low: [0, 0, 0, 0], high: [0.6, 0.6, 0.6, 0.6] };
    for (const found of [
      minimumVariance(one, limits),
      riskParity(one, limits),
      maximumSharpe(one, limits, 0),
    ])
      expectWithin(found?.weights ?? [], limits);
    expect(minimumVariance(one, limits).weights[2]).toBeCloseTo(0.6, 9);
    expect(
      measureSuboptimality(one.covariance, [0, 0, 0, 0], limits, minimumVariance(one, limits).weights),
    ).toBeLessThan(1e-6);
  });

  test("one asset has one allocation", () => {
    const one = market([0.2], [0.5]);
    for (const found of [
      minimumVariance(one, free(1)),
      riskParity(one, free(1)),
      maximumSharpe(one, free(1), 0),
    ])
      expect(found?.weights).toEqual([1]);
    expect(traceFrontier(one, free(1), 20).length).toBe(1);
  });

  test("limits that allow a single allocation return it", () => {
    const limits = { low: [0.2, 0.3, 0.5], high: [0.2, 0.3, 0.5] };
    const one = market([0.1, 0.2, 0.3], [0.3, 0.5, 0.2], 0.3);
    for (const found of [
      minimumVariance(one, limits),
      riskParity(one, limits),
      maximumSharpe(one, limits, 0),
    ])
      expectWeights(found?.weights, [0.2, 0.3, 0.5], 9);
  });

  test("the kinds of infeasible limits are distinguished", () => {
    expect(findInfeasible({ low: [0, 0], high: [0.4, 0.5] })).toBe("too-low");
    expect(findInfeasible({ low: [0.6, 0.5], high: [1, 1] })).toBe("too-high");
    expect(findInfeasible({ low: [0.5, 0], high: [0.4, 1] })).toBe("crossed");
    expect(findInfeasible({ low: [0.5, 0.5], high: [0.5, 0.5] })).toBeNull();
  });
});
