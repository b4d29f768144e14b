import { Matrix } from "ml-matrix";
import { alignReturns } from "./align-returns.ts";
import { type Market, maximumSharpe, minimumVariance, type Portfolio } from "./frontier.ts";
import type { Limits } from "./limits.ts";
import { drawMarket, NATURES } from "./markets.fixture.ts";
import { riskParity } from "./risk-parity.ts";
import { type Candidates, type Outcome, studyPortfolio } from "./study-portfolio.ts";

/**
 * Compares the optimizer with known solutions and checks its promises out of sample: the tables of docs/optimizer.md.
 */

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const shares = (values: readonly number[]) => values.map((value) => value / sum(values));
const free = (count: number): Limits => ({
  low: new Array<number>(count).fill(0),
  high: new Array<number>(count).fill(1),
});

interface KnownCase {
  readonly label: string;
  readonly goesWith: string;
  readonly known: readonly number[];
  readonly found: Portfolio | null;
}

export function solveKnownCases(): readonly KnownCase[] {
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
  return [
    {
      label: "Minimum variance, uncorrelated",
      goesWith: "1/σ²",
      known: shares(volatilities.map((v) => 1 / v ** 2)),
      found: minimumVariance(market(0), free(3)),
    },
    {
      label: "Maximum Sharpe, uncorrelated",
      goesWith: "μ/σ²",
      known: shares(volatilities.map((v, at) => (gains[at] ?? 0) / v ** 2)),
      found: maximumSharpe(market(0), free(3), 0),
    },
    {
      label: "Risk parity, uncorrelated",
      goesWith: "1/σ",
      known: shares(volatilities.map((v) => 1 / v)),
      found: riskParity(market(0), free(3)),
    },
    {
      label: "Risk parity, all pairs correlated 0.6",
      goesWith: "1/σ",
      known: shares(volatilities.map((v) => 1 / v)),
      found: riskParity(market(0.6), free(3)),
    },
  ];
}

export function writeKnownCases(): string {
  const list = (weights: readonly number[]) =>
    weights.map((weight) => `${(weight * 100).toFixed(3)}%`).join(", ");
  return [
    "| Portfolio | Goes with | Known | Found |",
    "|---|---|---|---|",
    ...solveKnownCases().map(
      ({ label, goesWith, known, found }) =>
        `| ${label} | ${goesWith} | ${list(known)} | ${list(found?.weights ?? [])} |`,
    ),
  ].join("\n");
}

const PORTFOLIOS: readonly (readonly [keyof Candidates, string])[] = [
  ["equal", "Equal weights"],
  ["calmest", "Minimum variance"],
  ["balanced", "Risk parity"],
  ["sharpest", "Maximum Sharpe"],
];

/** Averages over this many random markets: fitted to 360 days, measured on the next 180. Returns are annual. */
export function measurePromises(markets: number) {
  const natures = [
    ...NATURES.slice(0, 3),
    { symbol: "SOL", name: "Solana", price: 100, common: 0.03, own: 0.03 },
    { symbol: "XMR", name: "Monero", price: 150, common: 0.012, own: 0.025 },
  ];
  const limits = { low: natures.map(() => 0), high: natures.map(() => 0.6) };
  const studies = Array.from({ length: markets }, (_, at) => {
    const { columns } = alignReturns(drawPrices(541, at + 1, natures));
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
  return PORTFOLIOS.map(([name, label]) => {
    const promised = studies.map((study) => study.promised[name]);
    const measured = studies.map((study): Outcome | null => study.measured?.[name] ?? null);
    return {
      label,
      promised: {
        risk: mean(promised.map((one) => one?.risk ?? null)),
        gain: mean(promised.map((one) => one?.gain ?? null)),
      },
      measured: {
        risk: mean(measured.map((one) => one?.risk ?? null)),
        gain: mean(measured.map((one) => (one ? (one.gain * 365) / 180 : null))),
      },
    };
  });
}

export function writePromises(): string {
  const percent = (value: number) => `${value < -0.005 ? "−" : ""}${Math.abs(value * 100).toFixed(0)}%`;
  return [
    "| Portfolio | Risk promised | Risk measured | Return promised | Return measured |",
    "|---|---|---|---|---|",
    ...measurePromises(40).map(({ label, promised, measured }) => {
      const cells = [promised.risk, measured.risk, promised.gain, measured.gain].map(percent);
      return `| ${[label, ...cells].join(" | ")} |`;
    }),
  ].join("\n");
}

export function drawPrices(days: number, seed: number, natures: typeof NATURES) {
  return drawMarket(days, seed, natures).map(({ days: prices }) =>
    prices.map(({ price }, day) => ({ day, price })),
  );
}
