import { Matrix } from "ml-matrix";
import { alignReturns } from "./align-returns.ts";
import { analyzePortfolio, type Candidates, type Outcome } from "./analyze-portfolio.ts";
import { findMaximumSharpe, findMinimumVariance, type Market } from "./frontier.ts";
import { type Limits, sum } from "./limits.ts";
import { drawMarket, SIMULATED_ASSETS } from "./markets.fixture.ts";
import { findRiskParity } from "./risk-parity.ts";

const normalize = (values: readonly number[]) => values.map((value) => value / sum(values));
const createUnrestrictedLimits = (count: number): Limits => ({
  low: new Array<number>(count).fill(0),
  high: new Array<number>(count).fill(1),
});

export function solveKnownCases() {
  const volatilities = [0.3, 0.5, 0.8];
  const annualReturns = [0.1, 0.2, 0.3];
  const createMarket = (correlation: number): Market => ({
    annualReturns,
    covariance: new Matrix(
      volatilities.map((a, row) =>
        volatilities.map((b, column) => a * b * (row === column ? 1 : correlation)),
      ),
    ),
  });
  return [
    {
      label: "Minimum variance, uncorrelated",
      proportionalTo: "1/σ²",
      expected: normalize(volatilities.map((v) => 1 / v ** 2)),
      actual: findMinimumVariance(createMarket(0), createUnrestrictedLimits(3)),
    },
    {
      label: "Maximum Sharpe, uncorrelated",
      proportionalTo: "μ/σ²",
      expected: normalize(volatilities.map((v, index) => (annualReturns[index] ?? 0) / v ** 2)),
      actual: findMaximumSharpe(createMarket(0), createUnrestrictedLimits(3), 0),
    },
    {
      label: "Risk parity, uncorrelated",
      proportionalTo: "1/σ",
      expected: normalize(volatilities.map((v) => 1 / v)),
      actual: findRiskParity(createMarket(0), createUnrestrictedLimits(3)),
    },
    {
      label: "Risk parity, all pairs correlated 0.6",
      proportionalTo: "1/σ",
      expected: normalize(volatilities.map((v) => 1 / v)),
      actual: findRiskParity(createMarket(0.6), createUnrestrictedLimits(3)),
    },
  ];
}

export function writeKnownCases(): string {
  const formatWeights = (weights: readonly number[]) =>
    weights.map((weight) => `${(weight * 100).toFixed(3)}%`).join(", ");
  return [
    "| Portfolio | Proportional to | Expected | Actual |",
    "|---|---|---|---|",
    ...solveKnownCases().map(
      ({ label, proportionalTo, expected, actual }) =>
        `| ${label} | ${proportionalTo} | ${formatWeights(expected)} | ${formatWeights(actual?.weights ?? [])} |`,
    ),
  ].join("\n");
}

const PORTFOLIOS: readonly (readonly [keyof Candidates, string])[] = [
  ["equal", "Equal weights"],
  ["minVariance", "Minimum variance"],
  ["riskParity", "Risk parity"],
  ["maxSharpe", "Maximum Sharpe"],
];

/** Averages over this many random markets: fitted to 360 days, tested on the next 180. Returns are annual. */
export function measureEstimates(marketCount: number) {
  const assets = [
    ...SIMULATED_ASSETS.slice(0, 3),
    { symbol: "SOL", name: "Solana", price: 100, marketVolatility: 0.03, idiosyncraticVolatility: 0.03 },
    { symbol: "XMR", name: "Monero", price: 150, marketVolatility: 0.012, idiosyncraticVolatility: 0.025 },
  ];
  const limits = { low: assets.map(() => 0), high: assets.map(() => 0.6) };
  const runs = Array.from({ length: marketCount }, (_, index) => {
    const { columns } = alignReturns(drawPrices(541, index + 1, assets));
    const current = assets.map(() => 1 / assets.length);
    const fittedAnalysis = analyzePortfolio(
      columns.map((column) => column.slice(0, 360)),
      limits,
      0,
      current,
    );
    return {
      estimated: fittedAnalysis.candidates,
      realized: analyzePortfolio(columns, limits, 0, current).outOfSample?.outcomes,
    };
  });
  const mean = (values: readonly (number | null)[]) => {
    const numbers = values.filter((value) => value !== null);
    return sum(numbers) / numbers.length;
  };
  return PORTFOLIOS.map(([name, label]) => {
    const estimated = runs.map((run) => run.estimated[name]);
    const realized = runs.map((run): Outcome | null => run.realized?.[name] ?? null);
    return {
      label,
      estimated: {
        risk: mean(estimated.map((portfolio) => portfolio?.risk ?? null)),
        annualReturn: mean(estimated.map((portfolio) => portfolio?.annualReturn ?? null)),
      },
      realized: {
        risk: mean(realized.map((outcome) => outcome?.risk ?? null)),
        annualReturn: mean(realized.map((outcome) => (outcome ? (outcome.totalReturn * 365) / 180 : null))),
      },
    };
  });
}

export function writeEstimates(): string {
  const formatPercent = (value: number) => `${value < -0.005 ? "−" : ""}${Math.abs(value * 100).toFixed(0)}%`;
  return [
    "| Portfolio | Estimated risk | Realized risk | Estimated return | Realized return |",
    "|---|---|---|---|---|",
    ...measureEstimates(40).map(({ label, estimated, realized }) => {
      const figures = [estimated.risk, realized.risk, estimated.annualReturn, realized.annualReturn];
      return `| ${[label, ...figures.map(formatPercent)].join(" | ")} |`;
    }),
  ].join("\n");
}

export function drawPrices(days: number, seed: number, assets: typeof SIMULATED_ASSETS) {
  return drawMarket(days, seed, assets).map(({ days: prices }) =>
    prices.map(({ price }, day) => ({ day, price })),
  );
}
