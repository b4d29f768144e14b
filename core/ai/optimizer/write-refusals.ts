import { sampleCorrelation } from "simple-statistics";
import { formatCount } from "#core/format-count.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { PriceHistory } from "../analysis.ts";
import { readValidDays } from "../outlook/daily-series.ts";
import { writeList, writePercent, writePlain } from "../outlook/wording.ts";
import { NOT_ADVICE, SAMPLE, writeName } from "../outlook/write-outlook.ts";
import { alignReturns } from "./align-returns.ts";
import type { ReadHoldings } from "./holdings.ts";
import type { Proposal } from "./prepare-proposal.ts";
import { estimateMarket, FEWEST_RETURNS } from "./study-portfolio.ts";
import type { Holdings } from "./value-holdings.ts";

const MOST_QUOTED = 12;
const MOST_KNOWN = 40;
const EXAMPLE =
  'For example: "BTC 0.5, ETH 4, ADA 2000, max 50%" or "50% BTC, 30% ETH, 20% ADA", or paste a table.';

/** Bullets on how the input was read; empty if there is nothing to report. */
export function writeReading(read: ReadHoldings, holdings: Holdings): string[] {
  const lines = [...holdings.notes];
  const unknown = [...new Set(read.notUnderstood)].filter((text) => /[\p{L}\p{N}]/u.test(text));
  const quoted = unknown.slice(0, MOST_QUOTED).map((text) => `"${writePlain(text, 40)}"`);
  if (quoted.length > 0) {
    const more = unknown.length - quoted.length;
    lines.push(
      `**Not recognized, so not counted:** ${more > 0 ? `${quoted.join(", ")} and ${formatCount(more, "more", "more")}` : writeList(quoted)}.`,
    );
  }
  return lines.length > 0 ? [lines.map((line) => `- ${line}`).join("\n")] : [];
}

export function writeNoHoldings(
  read: ReadHoldings,
  holdings: Holdings,
  histories: readonly PriceHistory[],
): string {
  if (histories.length === 0)
    return `This site has no price history yet, so there is nothing to analyze your holdings with. ${NOT_ADVICE}`;
  const names = histories.slice(0, MOST_KNOWN).map(writeName);
  const more = histories.length - names.length;
  return [
    "Your input names no asset that this site has prices for.",
    ...writeReading(read, holdings),
    `Available assets: ${more > 0 ? `${names.join(", ")} and ${formatCount(more, "more", "more")}` : writeList(names)}.`,
    EXAMPLE,
    NOT_ADVICE,
  ].join("\n\n");
}

function writeHoldings({ holdings }: Proposal): string {
  return [
    "| Asset | Last price | Share of portfolio |",
    "|---|---|---|",
    ...holdings.positions.map(
      ({ history, price, date, weight }) =>
        `| ${writeName(history)} | ${formatPrice(price)} (${date}) | ${writePercent(weight)} |`,
    ),
  ].join("\n");
}

export const sampleNote = ({ holdings }: Proposal) =>
  holdings.positions.some(({ history }) => history.isSample) ? [SAMPLE] : [];

/** The answer for a single asset. */
export function writeSingle(proposal: Proposal, histories: readonly PriceHistory[]): string {
  const { read, holdings, returns } = proposal;
  const history = holdings.positions[0]?.history;
  if (!history) return NOT_ADVICE;
  const risk =
    returns.count >= FEWEST_RETURNS
      ? ` Its risk is ${writePercent(Math.sqrt(estimateMarket(returns.columns).market.covariance.get(0, 0)), 0)} a year (standard deviation over ${formatCount(returns.count, "day")}), and nothing else in the portfolio offsets it.`
      : "";
  const others = findLeastCorrelated(history, histories);
  return [
    `**Everything is in one asset: ${writeName(history)}.** A single asset can't be diversified.${risk}`,
    ...sampleNote(proposal),
    writeHoldings(proposal),
    ...(others.length > 0
      ? [
          `Of the assets on this site, these moved least with it: ${writeList(others.map(({ other, correlation }) => `${writeName(other)} (correlation ${correlation.toFixed(2).replace("-", "−")})`))}. Add one to see what a mix would have done.`,
        ]
      : []),
    ...writeReading(read, holdings),
    NOT_ADVICE,
  ].join("\n\n");
}

function findLeastCorrelated(history: PriceHistory, histories: readonly PriceHistory[]) {
  return histories
    .slice(0, MOST_KNOWN)
    .filter((other) => other !== history)
    .flatMap((other) => {
      const { columns, count } = alignReturns([readValidDays(history).days, readValidDays(other).days]);
      const [one, two] = columns.map((column) => Array.from(column));
      if (count < FEWEST_RETURNS || !one || !two) return [];
      const correlation = sampleCorrelation(one, two);
      return Number.isFinite(correlation) ? [{ other, correlation }] : [];
    })
    .sort((a, b) => a.correlation - b.correlation)
    .slice(0, 3);
}

export function writeTooFewDays(proposal: Proposal): string {
  const { read, holdings, excluded, positions, returns } = proposal;
  const names = excluded.map(({ history }) => writeName(history));
  const reason =
    positions.length < 2
      ? `${writeList(names)} ${names.length === 1 ? "has" : "have"} too little history here, and the rest is not enough for a mix.`
      : `The assets have only ${formatCount(returns.count, "daily return")} in common.`;
  return [
    `**Too little history for a proposal:** it takes ${FEWEST_RETURNS} days on which all assets have a price for that day and the day before. ${reason}`,
    ...sampleNote(proposal),
    writeHoldings(proposal),
    ...writeReading(read, holdings),
    NOT_ADVICE,
  ].join("\n\n");
}

export function writeUnmet(proposal: Proposal, problem: string): string {
  return [
    `**No proposal:** ${problem}`,
    ...sampleNote(proposal),
    writeHoldings(proposal),
    ...writeReading(proposal.read, proposal.holdings),
    NOT_ADVICE,
  ].join("\n\n");
}
