import { expect, test } from "vitest";
import { seededRandom } from "../outlook/series.fixture.ts";
import { alignReturns } from "./align-returns.ts";
import { minimumVariance } from "./frontier.ts";
import { drawPrices, measurePromises, solveKnownCases } from "./measure.fixture.ts";
import { riskParity, riskParts } from "./risk-parity.ts";
import { measureSuboptimality } from "./solve-quadratic.ts";
import { estimateMarket } from "./study-portfolio.ts";

test.each(solveKnownCases())("finds the known solution: $label", ({ known, found }) => {
  expect(found?.weights).toHaveLength(known.length);
  for (const [at, weight] of known.entries()) expect(found?.weights[at]).toBeCloseTo(weight, 5);
});

test("the solutions are as accurate as docs/optimizer.md says", () => {
  let [quadratic, parity] = [0, 0];
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = seededRandom(seed);
    const count = 2 + Math.floor(random() * 10);
    const natures = Array.from({ length: count }, (_, at) => ({
      symbol: `A${at}`,
      name: `A${at}`,
      price: 1,
      common: 0.04 * random(),
      own: 0.002 + 0.03 * random(),
    }));
    const { columns } = alignReturns(drawPrices(150, seed, natures));
    const { market } = estimateMarket(columns);
    const limits = {
      low: natures.map(() => random() / (2 * count)),
      high: natures.map(() => 1 / count + random()),
    };
    const calmest = minimumVariance(market, limits);
    quadratic = Math.max(
      quadratic,
      measureSuboptimality(
        market.covariance,
        market.gains.map(() => 0),
        limits,
        calmest.weights,
      ),
    );
    const balanced = riskParity(market, limits);
    const parts = riskParts(market, balanced).filter((_, at) => {
      const weight = balanced.weights[at] ?? 0;
      return weight > (limits.low[at] ?? 0) + 1e-9 && weight < (limits.high[at] ?? 1) - 1e-9;
    });
    if (parts.length > 1) parity = Math.max(parity, Math.max(...parts) - Math.min(...parts));
  }
  expect(quadratic).toBeLessThan(1e-9);
  expect(parity).toBeLessThan(1e-8);
});

test("the promised risk matches the measured one; the promised return of maximum Sharpe doesn't", () => {
  const [equal, calmest, , sharpest] = measurePromises(4);
  for (const one of [equal, calmest]) {
    const ratio = (one?.measured.risk ?? 0) / (one?.promised.risk ?? 1);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.2);
  }
  expect(calmest?.promised.risk).toBeLessThan(equal?.promised.risk ?? 0);
  expect(sharpest?.promised.gain).toBeGreaterThan((sharpest?.measured.gain ?? 0) * 1.2);
});
