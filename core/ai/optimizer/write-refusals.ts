import { sampleCorrelation } from "simple-statistics";
import { formatCount } from "#core/format-count.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { PriceHistory } from "../analysis.ts";
import { selectValidDays } from "../outlook/daily-series.ts";
import { formatPercent, formatPlain, writeList } from "../outlook/wording.ts";
import { formatName, NOT_ADVICE, SAMPLE } from "../outlook/write-outlook.ts";
import { alignReturns } from "./align-returns.ts";
import type { ParsedHoldings } from "./holdings.ts";
import type { PreparedHoldings } from "./prepare-holdings.ts";
import { estimateMarket, RETURNS_MIN } from "./study-portfolio.ts";
import type { Holdings } from "./value-holdings.ts";

const QUOTED_INPUTS_MAX = 12;
const ASSETS_LISTED_MAX = 40;
const EXAMPLE =
  'For example: "BTC 0.5, ETH 4, ADA 2000, max 50%" or "50% BTC, 30% ETH, 20% ADA", or paste a table.';

/** Bullets on how the input was read; empty if there is nothing to report. */
export function writeInputNotes(parsed: ParsedHoldings, holdings: Holdings): string[] {
  const lines = [...holdings.notes];
  const unknown = [...new Set(parsed.notUnderstood)].filter((text) => /[\p{L}\p{N}]/u.test(text));
  const quoted = unknown.slice(0, QUOTED_INPUTS_MAX).map((text) => `"${formatPlain(text, 40)}"`);
  if (quoted.length > 0) {
    const unlistedCount = unknown.length - quoted.length;
    lines.push(
      `**Not recognized, so not counted:** ${unlistedCount > 0 ? `${quoted.join(", ")} and ${formatCount(unlistedCount, "more", "more")}` : writeList(quoted)}.`,
    );
  }
  return lines.length > 0 ? [lines.map((line) => `- ${line}`).join("\n")] : [];
}

export function writeNoHoldings(
  parsed: ParsedHoldings,
  holdings: Holdings,
  histories: readonly PriceHistory[],
): string {
  if (histories.length === 0)
    return `This site has no price history yet, so we can't analyze your holdings. ${NOT_ADVICE}`;
  const names = histories.slice(0, ASSETS_LISTED_MAX).map(formatName);
  const unlistedCount = histories.length - names.length;
  return [
    "Your input names no asset that this site has prices for.",
    ...writeInputNotes(parsed, holdings),
    `Available assets: ${unlistedCount > 0 ? `${names.join(", ")} and ${formatCount(unlistedCount, "more", "more")}` : writeList(names)}.`,
    EXAMPLE,
    NOT_ADVICE,
  ].join("\n\n");
}

/** The answer if every amount is zero or negative. */
export function writeNothingHeld(parsed: ParsedHoldings, holdings: Holdings): string {
  return [
    "**Nothing held:** every amount in your input is zero or negative, so there is no portfolio to optimize.",
    ...writeInputNotes(parsed, { ...holdings, notes: [] }),
    EXAMPLE,
    NOT_ADVICE,
  ].join("\n\n");
}

function writeHoldings({ holdings }: PreparedHoldings): string {
  return [
    "| Asset | Last price | Share of portfolio |",
    "|---|---|---|",
    ...holdings.positions.map(
      ({ history, price, date, weight }) =>
        `| ${formatName(history)} | ${formatPrice(price)} (${date}) | ${formatPercent(weight)} |`,
    ),
  ].join("\n");
}

export const writeSampleNote = ({ holdings }: PreparedHoldings) =>
  holdings.positions.some(({ history }) => history.isSample) ? [SAMPLE] : [];

/** The answer for a single asset. */
export function writeSingleAsset(proposal: PreparedHoldings, histories: readonly PriceHistory[]): string {
  const { parsed, holdings, returns } = proposal;
  const history = holdings.positions[0]?.history;
  if (!history) return NOT_ADVICE;
  const risk =
    returns.count >= RETURNS_MIN
      ? ` Its risk is ${formatPercent(Math.sqrt(estimateMarket(returns.columns).market.covariance.get(0, 0)), 0)} a year (standard deviation over ${formatCount(returns.count, "day")}), and nothing else in the portfolio offsets it.`
      : "";
  const others = findLeastCorrelated(history, histories);
  return [
    `**Everything is in one asset: ${formatName(history)}.** A single asset can't be diversified.${risk}`,
    ...writeSampleNote(proposal),
    writeHoldings(proposal),
    ...(others.length > 0
      ? [
          `Of the assets on this site, these moved least with it: ${writeList(others.map(({ other, correlation }) => `${formatName(other)} (correlation ${correlation.toFixed(2).replace("-", "−")})`))}. Add one to see what a mix would have done.`,
        ]
      : []),
    ...writeInputNotes(parsed, holdings),
    NOT_ADVICE,
  ].join("\n\n");
}

function findLeastCorrelated(history: PriceHistory, histories: readonly PriceHistory[]) {
  return histories
    .slice(0, ASSETS_LISTED_MAX)
    .filter((other) => other !== history)
    .flatMap((other) => {
      const { columns, count } = alignReturns([selectValidDays(history).days, selectValidDays(other).days]);
      const [first, second] = columns.map((column) => Array.from(column));
      if (count < RETURNS_MIN || !first || !second) return [];
      const correlation = sampleCorrelation(first, second);
      return Number.isFinite(correlation) ? [{ other, correlation }] : [];
    })
    .sort((a, b) => a.correlation - b.correlation)
    .slice(0, 3);
}

export function writeTooFewDays(proposal: PreparedHoldings): string {
  const { parsed, holdings, excluded, positions, returns } = proposal;
  const names = excluded.map(({ history }) => formatName(history));
  const reason =
    positions.length < 2
      ? `${writeList(names)} ${names.length === 1 ? "has" : "have"} too little history here, and fewer than two assets remain.`
      : `The assets have only ${formatCount(returns.count, "daily return")} in common.`;
  return [
    `**Too little history for a proposal:** it takes ${RETURNS_MIN} days on which all assets have a price for that day and the day before. ${reason}`,
    ...writeSampleNote(proposal),
    writeHoldings(proposal),
    ...writeInputNotes(parsed, holdings),
    NOT_ADVICE,
  ].join("\n\n");
}

export function writeInfeasible(proposal: PreparedHoldings, problem: string): string {
  return [
    `**No proposal:** ${problem}`,
    ...writeSampleNote(proposal),
    writeHoldings(proposal),
    ...writeInputNotes(proposal.parsed, proposal.holdings),
    NOT_ADVICE,
  ].join("\n\n");
}
