import { Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import PAGE from "../../../docs/optimizer.md?raw";
import { seededRandom } from "../outlook/series.fixture.ts";
import { type Market, maximumSharpe, minimumVariance, type Portfolio } from "./frontier.ts";
import { gatherReturns } from "./gather-returns.ts";
import type { Limits } from "./limits.ts";
import { drawMarket, NATURES } from "./markets.fixture.ts";
import { riskParity, riskParts } from "./risk-parity.ts";
import { missOptimum } from "./solve-quadratic.ts";
import { type Candidates, estimateMarket, type Outcome, studyPortfolio } from "./study-portfolio.ts";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const shares = (values: readonly number[]) => values.map((value) => value / sum(values));
const free = (count: number): Limits => ({
  low: new Array<number>(count).fill(0),
  high: new Array<number>(count).fill(1),
});

// docs/optimizer.md quotes these tables word for word: what changes a figure must change the page.

test("the page's table of known solutions is what the code gives", () => {
  const volatilities = [0.3, 0.5, 0.8];
  const gains = [0.1, 0.2, 0.3];
  const market = (correlation: number): Market => ({
    gains,
    covariance: new Matrix(
      volatilities.map((a, row) =>
        volatilities.map((b, column) => a * b * (row === column ? 1 : correlation)),
      ),
    ),
  });
  const cases: readonly (readonly [string, string, Portfolio | null, readonly number[]])[] = [
    [
      "Minimum variance, uncorrelated",
      "1/σ²",
      minimumVariance(market(0), free(3)),
      shares(volatilities.map((v) => 1 / v ** 2)),
    ],
    [
      "Maximum Sharpe, uncorrelated",
      "μ/σ²",
      maximumSharpe(market(0), free(3), 0),
      shares(volatilities.map((v, at) => (gains[at] ?? 0) / v ** 2)),
    ],
    [
      "Risk parity, uncorrelated",
      "1/σ",
      riskParity(market(0), free(3)),
      shares(volatilities.map((v) => 1 / v)),
    ],
    [
      "Risk parity, all pairs correlated 0.6",
      "1/σ",
      riskParity(market(0.6), free(3)),
      shares(volatilities.map((v) => 1 / v)),
    ],
  ];
  const list = (weights: readonly number[]) =>
    weights.map((weight) => `${(weight * 100).toFixed(3)}%`).join(", ");
  const rows = cases.map(
    ([label, form, found, known]) =>
      `| ${label} | ${form} | ${list(known)} | ${list(found?.weights ?? [])} |`,
  );
  expect(PAGE).toContain(rows.join("\n"));
});

test("the page's bounds on how far the solutions miss are kept", () => {
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
    const { columns } = gatherReturns(pricesOf(150, seed, natures));
    const { market } = estimateMarket(columns);
    const limits = {
      low: natures.map(() => random() / (2 * count)),
      high: natures.map(() => 1 / count + random()),
    };
    const calmest = minimumVariance(market, limits);
    quadratic = Math.max(
      quadratic,
      missOptimum(
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
  expect(PAGE).toContain("below 10⁻⁹ of the gradient");
  expect(quadratic).toBeLessThan(1e-9);
  expect(PAGE).toContain("below 10⁻⁸ of the risk");
  expect(parity).toBeLessThan(1e-8);
});

function pricesOf(days: number, seed: number, natures: typeof NATURES) {
  return drawMarket(days, seed, natures).map(({ days: prices }) =>
    prices.map(({ price }, day) => ({ day, price })),
  );
}

test("the page's table of promised and measured figures is what the code gives", () => {
  const natures = [
    ...NATURES.slice(0, 3),
    { symbol: "SOL", name: "Solana", price: 100, common: 0.03, own: 0.03 },
    { symbol: "XMR", name: "Monero", price: 150, common: 0.012, own: 0.025 },
  ];
  const limits = { low: natures.map(() => 0), high: natures.map(() => 0.6) };
  const names: readonly (readonly [keyof Candidates, string])[] = [
    ["equal", "Equal parts"],
    ["calmest", "Minimum variance"],
    ["balanced", "Risk parity"],
    ["sharpest", "Maximum Sharpe"],
  ];
  const seeds = Array.from({ length: 40 }, (_, at) => at + 1);
  const studies = seeds.map((seed) => {
    const { columns } = gatherReturns(pricesOf(541, seed, natures));
    const now = natures.map(() => 1 / natures.length);
    const fitted = studyPortfolio(
      columns.map((column) => column.subarray(0, 360)),
      limits,
      0,
      now,
    );
    return { promised: fitted.candidates, measured: studyPortfolio(columns, limits, 0, now).check?.outcomes };
  });
  const mean = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return sum(known) / known.length;
  };
  const percent = (value: number) => `${value < -0.005 ? "−" : ""}${Math.abs(value * 100).toFixed(0)}%`;
  const rows = names.map(([name, label]) => {
    const promised = studies.map((study) => study.promised[name]);
    const measured = studies.map((study): Outcome | null => study.measured?.[name] ?? null);
    // A year's return from that of the 180 days after.
    const yearly = measured.map((one) => (one ? (one.gain * 365) / 180 : null));
    return `| ${[
      label,
      percent(mean(promised.map((one) => one?.risk ?? null))),
      percent(mean(measured.map((one) => one?.risk ?? null))),
      percent(mean(promised.map((one) => one?.gain ?? null))),
      percent(mean(yearly)),
    ].join(" | ")} |`;
  });
  expect(PAGE).toContain(rows.join("\n"));
});
