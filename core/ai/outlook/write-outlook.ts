import { formatCount } from "#core/format-count.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { PriceHistory } from "../analysis.ts";
import { METHOD_HEADING } from "../text/method-heading.ts";
import { type AssetOutlook, DAYS_MIN } from "./compute-outlook.ts";
import { formatDay } from "./daily-series.ts";
import { HORIZON_DAYS_MAX, type Question } from "./parse-question.ts";
import { formatFinePrice, formatPlain, writeList } from "./wording.ts";
import { writeBacktest, writeVerdict } from "./write-backtest.ts";
import {
  writeAssumptions,
  writeDrawdown,
  writeFactors,
  writeGaps,
  writeTrend,
  writeVolatility,
} from "./write-factors.ts";

export const NOT_ADVICE = "This is not advice.";
export const SAMPLE = "**Sample data:** these prices are made up. The figures only show how the tool works.";
const ASSETS_LISTED_MAX = 40;

export function formatName({ name, symbol }: PriceHistory): string {
  return name === symbol ? formatPlain(symbol, 40) : `${formatPlain(name, 40)} (${formatPlain(symbol, 20)})`;
}

/** The answer if no known asset is named: lists the available ones. */
export function writeUnknownAssets(question: Question, histories: readonly PriceHistory[]): string {
  if (histories.length === 0)
    return `This site has no price history yet, so there is no outlook. ${NOT_ADVICE}`;
  const names = histories.slice(0, ASSETS_LISTED_MAX).map(formatName);
  const unlistedCount = histories.length - names.length;
  const availableNames =
    unlistedCount > 0
      ? `${names.join(", ")} and ${formatCount(unlistedCount, "more", "more")}`
      : writeList(names);
  const requestedNames =
    question.unknown.length > 0
      ? `There is no price history for ${nameUnknown(question.unknown)}.`
      : "Your input names no asset that this site has prices for.";
  return [
    requestedNames,
    `Available assets: ${availableNames}.`,
    'Name one, and optionally how far ahead: "BTC, 30 days" or "How will Ethereum do next week?"',
    NOT_ADVICE,
  ].join("\n\n");
}

const nameUnknown = (symbols: readonly string[]) =>
  writeList([
    ...symbols.slice(0, 5).map((symbol) => formatPlain(symbol, 12)),
    ...(symbols.length > 5 ? ["others"] : []),
  ]);

/** The parts of the question that were not answered. */
export function writeLimits(question: Question): string[] {
  const limits: string[] = [];
  if (question.requestedHorizon !== null)
    limits.push(
      `You asked for ${formatCount(question.requestedHorizon, "day")}; daily prices say next to nothing beyond ${HORIZON_DAYS_MAX} days, so the outlook ends there.`,
    );
  if (question.unknown.length > 0)
    limits.push(`There is no price history for ${nameUnknown(question.unknown)}.`);
  if (question.assets.length > 2)
    limits.push(
      `Not included: ${writeList(question.assets.slice(2, 12).map(formatName))}. Only two assets can be compared at a time.`,
    );
  return limits;
}

/** The outlook for one asset. */
export function writeOutlook(outlook: AssetOutlook, question: Question): string {
  const head = `**${formatName(outlook.history)}: the next ${formatCount(outlook.horizon, "day")}**`;
  const sample = outlook.history.isSample ? [SAMPLE] : [];
  if (outlook.forecast === null)
    return [head, ...sample, ...writeTooFewDays(outlook), ...writeLimits(question), NOT_ADVICE].join("\n\n");
  return [
    head,
    ...sample,
    formatRange(outlook),
    `The last price is ${formatPrice(outlook.lastPrice)} (${outlook.lastDate}).${formatAge(outlook)}`,
    writeTable(outlook),
    `### Key factors\n\n${formatBullets(writeFactors(outlook))}`,
    ...writeLimits(question),
    METHOD_HEADING,
    writeVerdict(outlook),
    ...writeBacktest(outlook),
    `#### Assumptions\n\n${formatBullets(writeAssumptions(outlook))}`,
    NOT_ADVICE,
  ].join("\n\n");
}

export const formatBullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

const formatAge = ({ age }: AssetOutlook) =>
  age > 1 ? ` **That is ${formatCount(age, "day")} old**; the days ahead are counted from then.` : "";

/** The expected price `ahead` days after the last one (from 1), with its bands, formatted. */
export function describePoint({ series, forecast }: AssetOutlook, ahead: number) {
  const log = forecast?.expected[ahead - 1] ?? 0;
  const step = Math.exp(log) * (forecast?.bands.halfWidth80[0] ?? 0);
  const write = (logPrice: number) => formatFinePrice(Math.exp(logPrice), step);
  const formatBand = (halfWidth: number) => `${write(log - halfWidth)} to ${write(log + halfWidth)}`;
  return {
    date: formatDay(series.firstDay + series.logs.length - 1 + ahead),
    price: write(log),
    band80: formatBand(forecast?.bands.halfWidth80[ahead - 1] ?? 0),
    band95: formatBand(forecast?.bands.halfWidth95[ahead - 1] ?? 0),
  };
}

function formatRange(outlook: AssetOutlook): string {
  if (outlook.traits.isConstant)
    return "The bands have no width because the price has never moved here. That doesn't mean it can't: a peg can break.";
  const { date, band80, band95 } = describePoint(outlook, outlook.horizon);
  return `If the coming days are like the past ones, there's an 80% chance that the price on ${date} will be between ${band80.replace(" to ", " and ")}, and a 95% chance that it will be between ${band95.replace(" to ", " and ")}.`;
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
  return ["| Day | Expected | 80% range | 95% range |", "|---|---|---|---|", ...rows].join("\n");
}

function writeTooFewDays(outlook: AssetOutlook): string[] {
  const { series, traits } = outlook;
  if (series.recordedCount === 0)
    return ["No usable price is available, so there is no outlook.", ...writeGaps(outlook)];
  const sentences = [`The last price is ${formatPrice(outlook.lastPrice)} (${outlook.lastDate}).`];
  if (series.recordedCount > 1) sentences.push(writeDrawdown(outlook));
  if (traits.volatility !== null) sentences.push(writeVolatility(outlook));
  if (traits.trend !== null) sentences.push(writeTrend(outlook));
  return [
    `**Too little history for a forecast:** ${formatCount(series.recordedCount, "day")} without a long gap; a forecast needs ${DAYS_MIN}. What the data shows:${formatAge(outlook)}`,
    formatBullets([...sentences, ...writeGaps(outlook)]),
  ];
}
