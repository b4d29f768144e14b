import { formatCount } from "#core/format-count.ts";
import { formatDate } from "#core/format-date.ts";
import { formatList } from "#core/format-list.ts";
import { formatFirst, formatPercent, formatPlain, formatSignedPercent } from "../outlook/wording.ts";
import { formatName, NOT_ADVICE } from "../outlook/write-outlook.ts";
import {
  type Candidates,
  countEffectiveAssets,
  type Outcome,
  type PortfolioAnalysis,
} from "./analyze-portfolio.ts";
import { computePortfolio, type Portfolio } from "./frontier.ts";
import type { PreparedHoldings } from "./prepare-holdings.ts";
import { DEFAULT_HIGH } from "./resolve-limits.ts";
import { writeReasons, writeRisks } from "./write-reasons.ts";
import { writeInputNotes, writeLeftOut, writeSampleNote, writeUnusedLimits } from "./write-refusals.ts";
import { writeTrades } from "./write-trades.ts";

const LABELS: readonly (readonly [keyof Candidates, string])[] = [
  ["current", "Today"],
  ["equal", "Equal weights"],
  ["minVariance", "Minimum variance"],
  ["riskParity", "Risk parity"],
  ["maxSharpe", "Maximum Sharpe (fragile)"],
];
/** Names for rows with a label that can't be the subject of a sentence. */
const PORTFOLIO_NAMES: Partial<Record<keyof Candidates, string>> = {
  current: "Today's portfolio",
  equal: "An equally weighted portfolio",
};
/** The smallest difference in risk or return that the table shows. */
const VISIBLE_DIFFERENCE_MIN = 0.01;
const PROPOSAL_NAMES = { riskParity: "risk parity", minVariance: "minimum variance" } as const;

export function writeProposal(preparedHoldings: PreparedHoldings, analysis: PortfolioAnalysis): string {
  return [
    `${writeHead(preparedHoldings, analysis)}${writeDefaultLimit(preparedHoldings)}`,
    ...writeLeftOut(preparedHoldings.parsedInput),
    ...writeUnusedLimits(preparedHoldings),
    ...writeLessRiskNote(preparedHoldings, analysis),
    ...writeAlternative(preparedHoldings, analysis),
    ...writeSampleNote(preparedHoldings),
    writeWeights(preparedHoldings, analysis),
    "### How each portfolio would have performed",
    writeFigures(analysis),
    `### Reasons\n\n${formatBullets(writeReasons(preparedHoldings, analysis))}`,
    `### Trades to rebalance\n\n${writeTrades(preparedHoldings, analysis)}`,
    `### Risks\n\n${formatBullets(writeRisks(preparedHoldings, analysis))}`,
    `### Methodology\n\n${formatBullets(writeMethod(preparedHoldings, analysis))}`,
    ...writeInputNotes(preparedHoldings.parsedInput, preparedHoldings.holdings).map(
      (notes) => `### How we read your input\n\n${notes}`,
    ),
    NOT_ADVICE,
  ].join("\n\n");
}

const formatBullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

function writeHead({ positions }: PreparedHoldings, { candidates, proposal }: PortfolioAnalysis): string {
  const { weights } = candidates[proposal];
  const parts = positions
    .map(({ history }, asset) => ({ symbol: formatPlain(history.symbol, 20), weight: weights[asset] ?? 0 }))
    .filter(({ weight }) => weight >= 0.005)
    .sort((a, b) => b.weight - a.weight);
  const list = parts.map(({ symbol, weight }) => `${symbol} ${formatPercent(weight, 0)}`);
  return `**Proposal: ${PROPOSAL_NAMES[proposal]}** (${formatFirst(list, 8)}).`;
}

/** Names the default maximum in the first lines of the answer, because the user didn't ask for it. */
function writeDefaultLimit({ resolvedLimits, positions }: PreparedHoldings): string {
  if (!resolvedLimits.isDefault) return "";
  const limit = formatPercent(DEFAULT_HIGH, 0);
  const assetsAbove = positions.flatMap(({ history }, asset) =>
    (resolvedLimits.limits.high[asset] ?? 1) > DEFAULT_HIGH + 1e-9 ? [formatPlain(history.symbol, 20)] : [],
  );
  const exception = assetsAbove.length > 0 ? ` except ${formatList(assetsAbove)}` : "";
  return ` You didn't set a maximum, so by default no asset${exception} gets more than ${limit}. To change that, add one, such as “max 80%”.`;
}

/**
 * If other rows of the table did better, names the one with the lowest risk and says why it isn't proposed. A row did
 * better if its risk or its return is visibly better and neither is worse. Compares the out-of-sample results if there
 * are any.
 */
function writeAlternative(
  { resolvedLimits }: PreparedHoldings,
  { candidates, outOfSample, proposal }: PortfolioAnalysis,
): string[] {
  const outcomes = outOfSample?.outcomes ?? candidates;
  const proposedOutcome = outcomes[proposal] ?? candidates[proposal];
  const betterRow = LABELS.flatMap(([name, label]) => {
    const [portfolio, outcome] = [candidates[name], outcomes[name]];
    if (!portfolio || !outcome) return [];
    const riskReduction = proposedOutcome.risk - outcome.risk;
    const returnIncrease = getReturn(outcome) - getReturn(proposedOutcome);
    const isBetter =
      Math.min(riskReduction, returnIncrease) >= 0 &&
      Math.max(riskReduction, returnIncrease) >= VISIBLE_DIFFERENCE_MIN;
    return isBetter ? [{ name, label, portfolio, outcome }] : [];
  }).sort((a, b) => a.outcome.risk - b.outcome.risk)[0];
  if (!betterRow) return [];
  const { name, portfolio, outcome } = betterRow;
  const label = PORTFOLIO_NAMES[name] ?? betterRow.label.replace(/ \(.*/, "");
  const isOutside = portfolio.weights.some(
    (weight, asset) =>
      weight > (resolvedLimits.limits.high[asset] ?? 1) + 1e-6 ||
      weight < (resolvedLimits.limits.low[asset] ?? 0) - 1e-6,
  );
  const count = countEffectiveAssets(portfolio.weights);
  const proposedCount = countEffectiveAssets(candidates[proposal].weights);
  const reason = isOutside
    ? "it isn't within the limits"
    : name === "maxSharpe"
      ? "its weights depend on past returns, which say little about future ones"
      : count < proposedCount - 0.1
        ? `it is less diversified (${count.toFixed(1)} effective assets instead of ${proposedCount.toFixed(1)}), so it depends more on individual assets`
        : "one period is too short to distinguish this from chance";
  const days = outOfSample ? ` in the ${formatCount(outOfSample.days, "day")} of the test` : "";
  const figures = [
    ["risk", formatPercent(outcome.risk, 0), formatPercent(proposedOutcome.risk, 0)],
    [
      "return",
      formatSignedPercent(getReturn(outcome), 0),
      formatSignedPercent(getReturn(proposedOutcome), 0),
    ],
  ].flatMap(([measure, figure, proposedFigure]) =>
    figure === proposedFigure ? [] : [`${measure} ${figure} instead of ${proposedFigure}`],
  );
  return [`**${label} did better${days}** (${figures.join(", ")}), but it isn't proposed because ${reason}.`];
}

const getReturn = (outcome: Outcome | Portfolio) =>
  "totalReturn" in outcome ? outcome.totalReturn : outcome.annualReturn;

/** The share in stablecoins that the answer suggests to a user who wants less risk. */
const STABLE_SHARE = 0.5;
/** A user who asks for less risk expects it to fall by at least this share. */
const RISK_REDUCTION_MIN = 0.1;

/** If the user wants less risk but other weights would hardly lower it, suggests owning less of these assets. */
function writeLessRiskNote(
  { parsedInput, positions, stableFlags }: PreparedHoldings,
  { candidates, proposal, market }: PortfolioAnalysis,
): string[] {
  const { current } = candidates;
  const { risk } = candidates[proposal];
  if (!parsedInput.wantsLessRisk || risk <= (1 - RISK_REDUCTION_MIN) * current.risk) return [];
  const stablecoinIndex = stableFlags.indexOf(true);
  const stableShare = current.weights.reduce(
    (sum, weight, asset) => sum + (stableFlags[asset] ? weight : 0),
    0,
  );
  const [proposed, today] = [formatPercent(risk, 0), formatPercent(current.risk, 0)];
  const comparison = proposed === today ? "" : ` instead of ${today}`;
  const effect = proposed !== today && risk > current.risk ? "wouldn't" : "would hardly";
  const head = `**Other weights ${effect} lower the risk:** it would be ${proposed} a year${comparison}, because these assets move together or are at a limit.`;
  if (stablecoinIndex < 0)
    return [
      `${head} Owning less of these assets would lower it, for example with part of the portfolio in a stablecoin.`,
    ];
  const symbol = formatPlain(positions[stablecoinIndex]?.history.symbol ?? "", 20);
  if (stableShare >= STABLE_SHARE)
    return [`${head} Owning more ${symbol} and less of the other assets would lower it.`];
  const weights = current.weights.map((weight, asset) => {
    if (asset === stablecoinIndex) return STABLE_SHARE;
    return stableFlags[asset] ? 0 : (weight / (1 - stableShare)) * (1 - STABLE_SHARE);
  });
  const withStablecoin = computePortfolio(market, weights);
  return [
    `${head} Owning less of these assets would lower it: with ${formatPercent(STABLE_SHARE, 0)} in ${symbol} and the rest in today's proportions, the risk would have been ${formatPercent(withStablecoin.risk, 0)}. To get a proposal on that basis, add “${symbol} at least ${formatPercent(STABLE_SHARE, 0)}”.`,
  ];
}

function writeWeights({ positions }: PreparedHoldings, { candidates }: PortfolioAnalysis): string {
  const { current, riskParity, minVariance, maxSharpe } = candidates;
  const formatShare = (portfolio: Portfolio | null, asset: number) =>
    portfolio ? formatPercent(portfolio.weights[asset] ?? 0) : "–";
  return [
    "| Asset | Today | Risk parity | Minimum variance | Maximum Sharpe |",
    "|---|---|---|---|---|",
    ...positions.map(({ history }, asset) => {
      const shares = [current, riskParity, minVariance, maxSharpe].map((each) => formatShare(each, asset));
      return `| ${[formatName(history), ...shares].join(" | ")} |`;
    }),
  ].join("\n");
}

function writeFigures({ candidates, outOfSample }: PortfolioAnalysis): string {
  const rows = LABELS.flatMap(([name, label]) => {
    const portfolio = candidates[name];
    if (!portfolio) return [];
    const estimates = [
      formatPercent(portfolio.risk, 0),
      formatSignedPercent(portfolio.annualReturn, 0),
      countEffectiveAssets(portfolio.weights).toFixed(1),
    ];
    const outcome = outOfSample ? (outOfSample.outcomes[name] ?? null) : null;
    return [`| ${[label, ...estimates, ...(outOfSample ? writeOutcome(outcome) : [])].join(" | ")} |`];
  });
  const headers = [
    "Portfolio",
    "Annual risk",
    "Past annual return",
    "Effective assets",
    ...(outOfSample ? ["Out-of-sample risk", "Out-of-sample return"] : []),
  ];
  const testNote = outOfSample
    ? `Out of sample: chosen from the first ${formatCount(outOfSample.fittedDays, "day")} only, then measured over the next ${formatCount(outOfSample.days, "day")}.`
    : "There are too few days to test the weights out of sample.";
  const note = `Risk is the standard deviation. “Effective assets” is the number of equally weighted assets that would give the same diversification. ${testNote}`;
  const table = [`| ${headers.join(" | ")} |`, `|${"---|".repeat(headers.length)}`, ...rows].join("\n");
  return `${table}\n\n${note}`;
}

const writeOutcome = (outcome: Outcome | null) =>
  outcome ? [formatPercent(outcome.risk, 0), formatSignedPercent(outcome.totalReturn, 0)] : ["–", "–"];

function writeMethod(
  { returns, resolvedLimits, riskFree, excludedPositions, positions }: PreparedHoldings,
  { intensity, outOfSample }: PortfolioAnalysis,
): string[] {
  const newest = positions.reduce((latest, { date }) => (date > latest ? date : latest), "");
  const stalePositions = positions.filter(
    ({ date }) => Date.parse(newest) - Date.parse(date) > 7 * 86_400_000,
  );
  return [
    `Based on ${formatCount(returns.count, "daily return")}, from the days on which every asset has a price (${formatDate(returns.from)} to ${formatDate(returns.to)}). Figures are annualized over 365 days${outOfSample ? ", except for the out-of-sample return," : ""} and assume daily rebalancing.`,
    `The covariance matrix is shrunk ${formatPercent(intensity, 0)} of the way toward a constant correlation (Ledoit and Wolf), because individual correlations are partly chance.`,
    `No short selling. Limits: ${resolvedLimits.description}${resolvedLimits.isDefault ? ` (${formatPercent(DEFAULT_HIGH, 0)} is our default)` : ""}. Risk-free rate: ${formatPercent(riskFree)} a year. Fees and taxes are not included.`,
    ...(excludedPositions.length > 0
      ? [
          `Excluded from all figures (too little history, or not among the 40 largest): ${formatList(excludedPositions.map(({ history }) => formatName(history)))}.`,
        ]
      : []),
    ...(stalePositions.length > 0
      ? [
          `Old prices: ${formatList(stalePositions.map(({ history, date }) => `${formatPlain(history.symbol, 20)} (${formatDate(date)})`))}.`,
        ]
      : []),
  ];
}
