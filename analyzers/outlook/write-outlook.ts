import { METHOD_HEADING } from "#core/ai/collapsed-sections.ts";
import { formatCount } from "#core/format-count.ts";
import { formatDate } from "#core/format-date.ts";
import { formatList } from "#core/format-list.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { formatPrice } from "#core/market/wording.ts";
import { type AssetOutlook, DAYS_MIN } from "./compute-outlook.ts";
import { toIsoDate } from "./daily-series.ts";
import type { Question } from "./parse-question.ts";
import { formatFinePrice, formatFirst, formatPlain } from "./wording.ts";
import { writeBacktest, writeVerdict } from "./write-backtest.ts";
import {
  writeAssumptions,
  writeDrawdown,
  writeFactors,
  writeGaps,
  writeTrend,
  writeVolatility,
} from "./write-factors.ts";

export const NOT_ADVICE = "Not financial advice.";
export const SAMPLE_NOTICE =
  "**Sample data:** these prices are made up. The figures only show how the tool works.";
const ASSETS_LISTED_MAX = 40;

export function formatName({ name, symbol }: PriceHistory): string {
  return name === symbol ? formatPlain(symbol, 40) : `${formatPlain(name, 40)} (${formatPlain(symbol, 20)})`;
}

export function writeUnknownAssets(question: Question, histories: readonly PriceHistory[]): string {
  if (histories.length === 0)
    return `This site has no price history yet, so there's no outlook. ${NOT_ADVICE}`;
  return [
    question.unknownSymbols.length > 0
      ? `There's no price history for ${formatUnknownSymbols(question.unknownSymbols)}.`
      : "Your input doesn't name an asset that this site has prices for.",
    `Available assets: ${formatFirst(histories.map(formatName), ASSETS_LISTED_MAX)}.`,
    "Name one, and optionally how far ahead to look: “BTC, 30 days” or “How will Ethereum do next week?”",
    NOT_ADVICE,
  ].join("\n\n");
}

const formatUnknownSymbols = (symbols: readonly string[]) =>
  formatList([
    ...symbols.slice(0, 5).map((symbol) => formatPlain(symbol, 12)),
    ...(symbols.length > 5 ? ["others"] : []),
  ]);

/** Symbols and assets in the question that the answer doesn't cover. */
export function writeOmissions(question: Question): string[] {
  const omissions: string[] = [];
  if (question.unknownSymbols.length > 0)
    omissions.push(`There's no price history for ${formatUnknownSymbols(question.unknownSymbols)}.`);
  if (question.assets.length > 2)
    omissions.push(
      `Not included: ${formatList(question.assets.slice(2, 12).map(formatName))}. Only two assets can be compared at a time.`,
    );
  return omissions;
}

export function writeOutlook(outlook: AssetOutlook, question: Question): string {
  const head = `**${formatName(outlook.history)}: ${formatHorizon(outlook.horizon)}**`;
  const sampleNotice = outlook.history.isSample ? [SAMPLE_NOTICE] : [];
  if (outlook.forecast === null)
    return [head, ...sampleNotice, ...writeTooFewDays(outlook), ...writeOmissions(question), NOT_ADVICE].join(
      "\n\n",
    );
  return [
    head,
    ...sampleNotice,
    writeRange(outlook),
    `${writeLastPrice(outlook)}${writeAge(outlook)}`,
    writeTable(outlook),
    `### Key factors\n\n${formatBullets(writeFactors(outlook))}`,
    ...writeOmissions(question),
    METHOD_HEADING,
    writeVerdict(outlook),
    ...writeBacktest(outlook),
    `#### Assumptions\n\n${formatBullets(writeAssumptions(outlook))}`,
    NOT_ADVICE,
  ].join("\n\n");
}

export const formatHorizon = (days: number) =>
  days === 1 ? "the next day" : `the next ${formatCount(days, "day")}`;

export const formatBullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

const writeLastPrice = ({ lastPrice, lastDate }: AssetOutlook) =>
  `The last price is ${formatPrice(lastPrice)} (${formatDate(lastDate)}).`;

const writeAge = ({ age }: AssetOutlook) =>
  age > 1 ? ` **It is ${formatCount(age, "day")} old**, and the days ahead are counted from its date.` : "";

/** The price expected `ahead` days (at least 1) after the last one, and its bands, formatted. */
export function describePoint({ series, forecast }: AssetOutlook, ahead: number) {
  const log = forecast?.expectedLogs[ahead - 1] ?? 0;
  const step = Math.exp(log) * (forecast?.bands.halfWidths80[0] ?? 0);
  const formatLogPrice = (logPrice: number) => formatFinePrice(Math.exp(logPrice), step);
  const formatBand = (halfWidth: number) =>
    `${formatLogPrice(log - halfWidth)} to ${formatLogPrice(log + halfWidth)}`;
  return {
    date: formatDate(toIsoDate(series.firstDay + series.logs.length - 1 + ahead)),
    price: formatLogPrice(log),
    band80: formatBand(forecast?.bands.halfWidths80[ahead - 1] ?? 0),
    band95: formatBand(forecast?.bands.halfWidths95[ahead - 1] ?? 0),
  };
}

function writeRange(outlook: AssetOutlook): string {
  if (outlook.traits.isConstant)
    return "The ranges have no width because the price has never moved in this history. That doesn't mean it can't: a peg can break.";
  const { date, band80, band95 } = describePoint(outlook, outlook.horizon);
  return `If the coming days are like the past ones, there's an 80% chance that the price on ${date}, will be between ${band80.replace(" to ", " and ")}, and a 95% chance that it will be between ${band95.replace(" to ", " and ")}.`;
}

function writeTable(outlook: AssetOutlook): string {
  const middle = Math.round(outlook.horizon / 2);
  const days = [...new Set([1, Math.min(7, middle), middle, outlook.horizon])]
    .filter((day) => day >= 1)
    .sort((a, b) => a - b);
  const rows = days.map((ahead) => {
    const { date, price, band80, band95 } = describePoint(outlook, ahead);
    return `| ${date} | ${price} | ${band80} | ${band95} |`;
  });
  return ["| Date | Expected | 80% range | 95% range |", "|---|---|---|---|", ...rows].join("\n");
}

function writeTooFewDays(outlook: AssetOutlook): string[] {
  const { series, traits } = outlook;
  if (series.recordedCount === 0)
    return ["There's no usable price, so there's no outlook.", ...writeGaps(outlook)];
  const sentences = [`${writeLastPrice(outlook)}${writeAge(outlook)}`];
  if (series.recordedCount > 1) sentences.push(writeDrawdown(outlook));
  if (traits.volatility !== null) sentences.push(writeVolatility(outlook));
  if (traits.trend !== null) sentences.push(writeTrend(outlook));
  return [
    `**Too little history for a forecast:** ${formatCount(series.recordedCount, "day")} without a long gap; a forecast needs at least ${DAYS_MIN}. This is what the data shows.`,
    formatBullets([...sentences, ...writeGaps(outlook)]),
  ];
}
