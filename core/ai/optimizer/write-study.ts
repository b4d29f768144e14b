import { formatCount } from "#core/format-count.ts";
import { writeList, writePercent, writePlain, writeSignedPercent } from "../outlook/wording.ts";
import { NOT_ADVICE, writeName } from "../outlook/write-outlook.ts";
import type { Portfolio } from "./frontier.ts";
import type { Proposal } from "./prepare-proposal.ts";
import { type Candidates, countEffectiveAssets, type Outcome, type Study } from "./study-portfolio.ts";
import { writeReasons, writeRisks } from "./write-reasons.ts";
import { sampleNote, writeReading } from "./write-refusals.ts";
import { writeTrades } from "./write-trades.ts";

const LABELS: readonly (readonly [keyof Candidates, string])[] = [
  ["now", "Today"],
  ["equal", "Equal weights"],
  ["calmest", "Minimum variance"],
  ["balanced", "Risk parity"],
  ["sharpest", "Maximum Sharpe (fragile)"],
];
const NAMES = { balanced: "risk parity", calmest: "minimum variance" } as const;

/** The full answer for a portfolio of two or more assets. */
export function writeStudy(proposal: Proposal, study: Study): string {
  return [
    writeHead(proposal, study),
    ...sampleNote(proposal),
    writeWeights(proposal, study),
    "### How each portfolio would have performed",
    writeFigures(study),
    `### Reasons\n\n${bullets(writeReasons(proposal, study))}`,
    `### Trades to get there\n\n${writeTrades(proposal, study)}`,
    `### Risks\n\n${bullets(writeRisks(proposal, study))}`,
    `### How it was computed\n\n${bullets(writeMethod(proposal, study))}`,
    ...writeReading(proposal.read, proposal.holdings).map(
      (notes) => `### How the input was read\n\n${notes}`,
    ),
    NOT_ADVICE,
  ].join("\n\n");
}

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

function writeHead({ positions }: Proposal, { candidates, proposal }: Study): string {
  const { weights } = candidates[proposal];
  const parts = positions
    .map(({ history }, asset) => ({ symbol: writePlain(history.symbol, 20), weight: weights[asset] ?? 0 }))
    .filter(({ weight }) => weight >= 0.005)
    .sort((a, b) => b.weight - a.weight);
  const shown = parts.slice(0, 8).map(({ symbol, weight }) => `${symbol} ${writePercent(weight, 0)}`);
  const more = parts.length - shown.length;
  const list = more > 0 ? `${shown.join(", ")} and ${formatCount(more, "more", "more")}` : writeList(shown);
  return `**Proposal: ${NAMES[proposal]}** (${list}).`;
}

function writeWeights({ positions }: Proposal, { candidates }: Study): string {
  const part = (portfolio: Portfolio | null, asset: number) =>
    portfolio ? writePercent(portfolio.weights[asset] ?? 0) : "–";
  return [
    "| Asset | Today | Risk parity | Minimum variance | Maximum Sharpe |",
    "|---|---|---|---|---|",
    ...positions.map(({ history }, asset) => {
      const { now, balanced, calmest, sharpest } = candidates;
      return `| ${writeName(history)} | ${[now, balanced, calmest, sharpest].map((one) => part(one, asset)).join(" | ")} |`;
    }),
  ].join("\n");
}

function writeFigures({ candidates, check }: Study): string {
  const rows = LABELS.flatMap(([name, label]) => {
    const portfolio = candidates[name];
    if (!portfolio) return [];
    const own = [
      writePercent(portfolio.risk, 0),
      writeSignedPercent(portfolio.gain, 0),
      countEffectiveAssets(portfolio.weights).toFixed(1),
    ];
    const outcome = check ? (check.outcomes[name] ?? null) : null;
    return [`| ${[label, ...own, ...(check ? writeOutcome(outcome) : [])].join(" | ")} |`];
  });
  const heads = [
    "Portfolio",
    "Annual risk",
    "Past annual return",
    "Effective assets",
    ...(check ? ["Checked: risk", "Checked: return"] : []),
  ];
  const note = check
    ? `Risk is the standard deviation. "Effective assets" is the number of equally weighted assets that would be as diversified. Checked: chosen from the first ${formatCount(check.fittedDays, "day")} only, then measured on the ${formatCount(check.days, "day")} after that.`
    : 'Risk is the standard deviation. "Effective assets" is the number of equally weighted assets that would be as diversified. There are too few days to choose on some and check on others.';
  return [[`| ${heads.join(" | ")} |`, `|${"---|".repeat(heads.length)}`, ...rows].join("\n"), note].join(
    "\n\n",
  );
}

const writeOutcome = (outcome: Outcome | null) =>
  outcome ? [writePercent(outcome.risk, 0), writeSignedPercent(outcome.gain, 0)] : ["–", "–"];

function writeMethod(
  { returns, limits, riskFree, excluded, positions }: Proposal,
  { intensity }: Study,
): string[] {
  const newest = positions.reduce((latest, { date }) => (date > latest ? date : latest), "");
  const stale = positions.filter(({ date }) => Date.parse(newest) - Date.parse(date) > 7 * 86_400_000);
  return [
    `Based on ${formatCount(returns.count, "daily return")} that all assets share, ${returns.from} to ${returns.to}. A year has 365 days, and weights are rebalanced daily.`,
    `The covariance is shrunk ${writePercent(intensity, 0)} of the way toward one correlation for all pairs (Ledoit and Wolf), because individual correlations are partly chance.`,
    `No short selling. Limits: ${limits.description}. Risk-free rate: ${writePercent(riskFree)} a year. Fees and taxes are not included.`,
    ...(excluded.length > 0
      ? [
          `Excluded from all figures (too little history, or not among the 40 largest): ${writeList(excluded.map(({ history }) => writeName(history)))}.`,
        ]
      : []),
    ...(stale.length > 0
      ? [
          `Old prices: ${writeList(stale.map(({ history, date }) => `${writePlain(history.symbol, 20)} (${date})`))}.`,
        ]
      : []),
  ];
}
