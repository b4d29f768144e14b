import { sampleCorrelation } from "simple-statistics";
import { formatCount } from "#core/format-count.ts";
import { formatDate } from "#core/format-date.ts";
import { formatList } from "#core/format-list.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { formatPrice } from "#core/market/wording.ts";
import { selectValidDays } from "../outlook/daily-series.ts";
import { formatFirst, formatPercent, formatPlain } from "../outlook/wording.ts";
import { formatName, NOT_ADVICE, SAMPLE_NOTICE } from "../outlook/write-outlook.ts";
import { alignReturns } from "./align-returns.ts";
import { estimateMarket, RETURNS_MIN } from "./analyze-portfolio.ts";
import type { LeftOutReason, ParsedHoldings } from "./holdings.ts";
import type { PreparedHoldings } from "./prepare-holdings.ts";
import type { ValuedHoldings } from "./value-holdings.ts";

const QUOTED_INPUTS_MAX = 12;
const ASSETS_LISTED_MAX = 40;
const ASSETS_COMPARED_MAX = 40;
const EXAMPLE =
  "For example: “BTC 0.5, ETH 4, ADA 2000, max 50%” or “50% BTC, 30% ETH, 20% ADA”. You can also paste a table.";

const LEFT_OUT_REASONS: readonly (readonly [LeftOutReason["kind"] | null, string])[] = [
  ["negative", "Left out, because a holding can't be negative"],
  ["unknown", "Left out for lack of prices on this site"],
  ["currency", "Left out, because amounts of money must be in US dollars"],
  ["size", "Left out, because the amount is too large"],
  ["limit", "Limits that weren't applied"],
  [null, "Not recognized, so left out"],
];

/** How the input was interpreted and what was left out; empty if there is nothing to say. */
export function writeInputNotes(parsedInput: ParsedHoldings, holdings: ValuedHoldings): string[] {
  const lines = [...holdings.notes];
  if (parsedInput.dashedHoldings.length > 0)
    lines.push(
      `Dashes between a name and its amount were read as separators, not as minus signs: ${quoteInputs(parsedInput.dashedHoldings)}.`,
    );
  const unusedInputs = [...new Set(parsedInput.unusedInputs)].filter((input) => /[\p{L}\p{N}]/u.test(input));
  for (const [kind, reason] of LEFT_OUT_REASONS) {
    const inputs = unusedInputs.filter((input) => (parsedInput.reasons.get(input)?.kind ?? null) === kind);
    if (inputs.length > 0) lines.push(`**${reason}:** ${quoteInputs(inputs)}.`);
  }
  return lines.length > 0 ? [lines.map((line) => `- ${line}`).join("\n")] : [];
}

function quoteInputs(inputs: readonly string[]): string {
  const quotes = inputs.map((input) => `“${formatPlain(input, 40)}”`);
  return formatFirst(quotes, QUOTED_INPUTS_MAX);
}

/** The first assets in the input that were left out for this reason, each once. */
function listLeftOut({ reasons }: ParsedHoldings, kind: LeftOutReason["kind"]): string[] {
  const assets = [...reasons.values()].filter((reason) => reason.kind === kind).map(({ entry }) => entry);
  return [...new Set(assets)].slice(0, QUOTED_INPUTS_MAX).map((asset) => formatPlain(asset, 20));
}

export function writeNoHoldings(
  parsedInput: ParsedHoldings,
  holdings: ValuedHoldings,
  histories: readonly PriceHistory[],
): string {
  if (histories.length === 0)
    return `This site has no price history yet, so we can't analyze your holdings. ${NOT_ADVICE}`;
  return [
    writeNoHoldingsReason(parsedInput),
    ...writeInputNotes(parsedInput, holdings),
    `Available assets: ${formatFirst(histories.map(formatName), ASSETS_LISTED_MAX)}.`,
    EXAMPLE,
    NOT_ADVICE,
  ].join("\n\n");
}

const BRIEF_REASONS: Readonly<Record<Exclude<LeftOutReason["kind"], "limit">, string>> = {
  negative: "negative",
  unknown: "no prices here",
  currency: "not in dollars",
  size: "too large",
};

/** Holdings that are missing from an answer's figures, in one sentence; empty if there are none. */
export function writeLeftOut(parsedInput: ParsedHoldings): string[] {
  const parts = LEFT_OUT_REASONS.flatMap(([kind]) =>
    kind === null || kind === "limit"
      ? []
      : listLeftOut(parsedInput, kind).map((asset) => `${asset} (${BRIEF_REASONS[kind]})`),
  );
  return parts.length > 0 ? [`**Not included:** ${formatList(parts.slice(0, QUOTED_INPUTS_MAX))}.`] : [];
}

/** Limits that the proposal ignores, with an example of one that it would apply. */
export function writeUnusedLimits({ parsedInput, positions, stableFlags }: PreparedHoldings): string[] {
  const limits = [...parsedInput.reasons.values()].flatMap(({ kind, entry }) =>
    kind === "limit" ? entry : [],
  );
  const symbol = formatPlain(positions[0]?.history.symbol ?? "BTC", 20);
  const isStablecoinLimitUnused =
    parsedInput.limits.some(({ isForStablecoins }) => isForStablecoins) && !stableFlags.includes(true);
  return [
    ...(limits.length > 0
      ? [
          `**${limits.length === 1 ? "Limit" : "Limits"} not applied:** ${quoteInputs(limits)}. Name an asset that you hold and a share, such as “${symbol} at least 20%”.`,
        ]
      : []),
    ...(isStablecoinLimitUnused
      ? [
          "**Limit not applied:** none of these assets is a stablecoin. Add one, such as “USDC 100”, to have the limit on stablecoins applied.",
        ]
      : []),
  ];
}

function writeNoHoldingsReason(parsedInput: ParsedHoldings): string {
  const unknownAssets = listLeftOut(parsedInput, "unknown");
  if (unknownAssets.length > 0)
    return `**This site has no prices for ${formatList(unknownAssets)}**, so there is no portfolio to optimize.`;
  if (listLeftOut(parsedInput, "currency").length > 0)
    return "**Amounts of money must be in US dollars**, so there is no portfolio to optimize.";
  if (listLeftOut(parsedInput, "size").length > 0)
    return "**The amounts in your input are too large to be real**, so there is no portfolio to optimize.";
  return "Your input doesn't name an asset that this site has prices for.";
}

export function writeNoPositiveAmount(parsedInput: ParsedHoldings, holdings: ValuedHoldings): string {
  const negativeAssets = listLeftOut(parsedInput, "negative");
  const unknownAssets = listLeftOut(parsedInput, "unknown");
  const hasZero = parsedInput.holdings.some(({ amount, money, share }) => (amount ?? money ?? share) === 0);
  const amounts = negativeAssets.length === 0 ? "zero" : hasZero ? "zero or negative" : "negative";
  const reason =
    unknownAssets.length > 0
      ? `this site has no prices for ${formatList(unknownAssets)}, and every other amount is ${amounts}`
      : `every amount in your input is ${amounts}`;
  return [
    `**No holdings:** ${reason}, so there is no portfolio to optimize.${negativeAssets.length > 0 ? " Short positions aren't supported." : ""}`,
    ...writeInputNotes(parsedInput, { ...holdings, notes: [] }),
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
        `| ${formatName(history)} | ${formatPrice(price)} (${formatDate(date)}) | ${formatPercent(weight)} |`,
    ),
  ].join("\n");
}

export const writeSampleNote = ({ holdings }: PreparedHoldings) =>
  holdings.positions.some(({ history }) => history.isSample) ? [SAMPLE_NOTICE] : [];

/** An answer without a proposal: the holdings, with paragraphs before and after them. */
const writeRefusal = (
  preparedHoldings: PreparedHoldings,
  before: readonly string[],
  after: readonly string[] = [],
) =>
  [
    ...before,
    ...writeSampleNote(preparedHoldings),
    writeHoldings(preparedHoldings),
    ...after,
    ...writeInputNotes(preparedHoldings.parsedInput, preparedHoldings.holdings),
    NOT_ADVICE,
  ].join("\n\n");

export function writeSingleAsset(
  preparedHoldings: PreparedHoldings,
  histories: readonly PriceHistory[],
): string {
  const { parsedInput, holdings, returns } = preparedHoldings;
  const history = holdings.positions[0]?.history;
  if (!history) return NOT_ADVICE;
  const risk =
    returns.count >= RETURNS_MIN
      ? ` Its risk is ${formatPercent(Math.sqrt(estimateMarket(returns.columns).market.covariance.get(0, 0)), 0)} a year (standard deviation over ${formatCount(returns.count, "day")}), and nothing else in the portfolio offsets it.`
      : "";
  const head = `**Everything is in one asset: ${formatName(history)}.** A single asset can't be diversified.${risk}`;
  const others = findLeastCorrelated(history, histories).map(
    ({ other, correlation }) => `${formatName(other)} at ${correlation.toFixed(2).replace("-", "−")}`,
  );
  const advice = `Of the assets on this site, ${others.length === 1 ? "this is" : "these are"} the least correlated with it: ${formatList(others)}. Add ${others.length === 1 ? "it" : "one"} to see how the two would have performed together.`;
  return writeRefusal(
    preparedHoldings,
    [head, ...writeLeftOut(parsedInput)],
    others.length > 0 ? [advice] : [],
  );
}

function findLeastCorrelated(history: PriceHistory, histories: readonly PriceHistory[]) {
  return histories
    .slice(0, ASSETS_COMPARED_MAX)
    .filter((other) => other !== history)
    .flatMap((other) => {
      const { columns, count } = alignReturns([selectValidDays(history).days, selectValidDays(other).days]);
      const [first, second] = columns;
      if (count < RETURNS_MIN || !first || !second) return [];
      const correlation = sampleCorrelation(first, second);
      return Number.isFinite(correlation) ? [{ other, correlation }] : [];
    })
    .sort((a, b) => a.correlation - b.correlation)
    .slice(0, 3);
}

export function writeTooFewDays(preparedHoldings: PreparedHoldings): string {
  const { excludedPositions, positions, returns } = preparedHoldings;
  const names = excludedPositions.map(({ history }) => formatName(history));
  const reason =
    positions.length < 2
      ? `${formatList(names)} ${names.length === 1 ? "has" : "have"} too little history here, which leaves fewer than two assets.`
      : `The assets have only ${formatCount(returns.count, "daily return")} in common.`;
  return writeRefusal(preparedHoldings, [
    `**Too little history for a proposal:** it takes at least ${RETURNS_MIN} days on which every asset has a price for that day and the day before. ${reason}`,
  ]);
}

export const writeLimitConflict = (preparedHoldings: PreparedHoldings, problem: string): string =>
  writeRefusal(preparedHoldings, [`**No proposal:** ${problem}`]);
