import { formatCount } from "#core/format-count.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { PriceHistory } from "../analysis.ts";
import { type AssetOutlook, FEWEST_DAYS } from "./compute-outlook.ts";
import { writeDay } from "./daily-series.ts";
import { LONGEST_HORIZON, type Question } from "./read-question.ts";
import { writeFinePrice, writeList, writePlain } from "./wording.ts";
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
const MOST_NAMED = 40;

export function writeName({ name, symbol }: PriceHistory): string {
  return name === symbol ? writePlain(symbol, 40) : `${writePlain(name, 40)} (${writePlain(symbol, 20)})`;
}

/** The answer if no known asset is named: lists the available ones. */
export function writeNothingKnown(question: Question, histories: readonly PriceHistory[]): string {
  if (histories.length === 0)
    return `This site has no price history yet, so there is no outlook. ${NOT_ADVICE}`;
  const names = histories.slice(0, MOST_NAMED).map(writeName);
  const more = histories.length - names.length;
  const known = more > 0 ? `${names.join(", ")} and ${formatCount(more, "more", "more")}` : writeList(names);
  const asked =
    question.unknown.length > 0
      ? `There is no price history for ${nameUnknown(question.unknown)}.`
      : "Your input names no asset that this site has prices for.";
  return [
    asked,
    `Available assets: ${known}.`,
    'Name one, and optionally how far ahead: "BTC, 30 days" or "How will Ethereum do next week?"',
    NOT_ADVICE,
  ].join("\n\n");
}

const nameUnknown = (symbols: readonly string[]) =>
  writeList([
    ...symbols.slice(0, 5).map((symbol) => writePlain(symbol, 12)),
    ...(symbols.length > 5 ? ["others"] : []),
  ]);

/** The parts of the question that were not answered. */
export function writeLimits(question: Question): string[] {
  const limits: string[] = [];
  if (question.asked !== null)
    limits.push(
      `You asked for ${formatCount(question.asked, "day")}; daily prices say next to nothing beyond ${LONGEST_HORIZON} days, so the outlook ends there.`,
    );
  if (question.unknown.length > 0)
    limits.push(`There is no price history for ${nameUnknown(question.unknown)}.`);
  if (question.assets.length > 2)
    limits.push(
      `Not included: ${writeList(question.assets.slice(2, 12).map(writeName))}. Only two assets can be compared at a time.`,
    );
  return limits;
}

/** The outlook for one asset. */
export function writeOutlook(one: AssetOutlook, question: Question): string {
  const head = `**${writeName(one.history)}: the next ${formatCount(one.horizon, "day")}**`;
  const sample = one.history.isSample ? [SAMPLE] : [];
  if (one.forecast === null)
    return [head, ...sample, ...writeTooLittle(one), ...writeLimits(question), NOT_ADVICE].join("\n\n");
  return [
    head,
    ...sample,
    `The last price is ${formatPrice(one.lastPrice)} (${one.lastDate}).${writeAge(one)} ${writeVerdict(one)}`,
    writeRange(one),
    writeTable(one),
    ...writeBacktest(one),
    `### Key factors\n\n${bullets(writeFactors(one))}`,
    `### Assumptions\n\n${bullets(writeAssumptions(one))}`,
    ...writeLimits(question),
    NOT_ADVICE,
  ].join("\n\n");
}

export const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

const writeAge = ({ age }: AssetOutlook) =>
  age > 1 ? ` **That is ${formatCount(age, "day")} old**; the days ahead are counted from then.` : "";

/** The expected price `ahead` days after the last one (from 1), with its bands, formatted. */
export function describePoint({ series, forecast }: AssetOutlook, ahead: number) {
  const log = forecast?.expected[ahead - 1] ?? 0;
  const step = Math.exp(log) * (forecast?.bands.halfWidth80[0] ?? 0);
  const write = (one: number) => writeFinePrice(Math.exp(one), step);
  const band = (halfWidth: number) => `${write(log - halfWidth)} to ${write(log + halfWidth)}`;
  return {
    date: writeDay(series.firstDay + series.logs.length - 1 + ahead),
    price: write(log),
    band80: band(forecast?.bands.halfWidth80[ahead - 1] ?? 0),
    band95: band(forecast?.bands.halfWidth95[ahead - 1] ?? 0),
  };
}

function writeRange(one: AssetOutlook): string {
  if (one.traits.isConstant)
    return "The bands have no width because the price has never moved here. That doesn't mean it can't: a peg can break.";
  const { date, band80, band95 } = describePoint(one, one.horizon);
  return `If the coming days are like the past ones, the price on ${date} will be between ${band80.replace(" to ", " and ")} with a probability of 80%, and between ${band95.replace(" to ", " and ")} with 95%.`;
}

function writeTable(one: AssetOutlook): string {
  const middle = Math.round(one.horizon / 2);
  const days = [...new Set([1, Math.min(7, middle), middle, one.horizon])]
    .filter((day) => day >= 1)
    .sort((a, b) => a - b);
  const rows = days.map((ahead) => {
    const { date, price, band80, band95 } = describePoint(one, ahead);
    return `| ${date} | ${price} | ${band80} | ${band95} |`;
  });
  return ["| Day | Expected | 80% range | 95% range |", "|---|---|---|---|", ...rows].join("\n");
}

function writeTooLittle(one: AssetOutlook): string[] {
  const { series, traits } = one;
  if (series.recordedCount === 0)
    return ["No usable price is available, so there is no outlook.", ...writeGaps(one)];
  const said = [`The last price is ${formatPrice(one.lastPrice)} (${one.lastDate}).`];
  if (series.recordedCount > 1) said.push(writeDrawdown(one));
  if (traits.volatility !== null) said.push(writeVolatility(one));
  if (traits.trend !== null) said.push(writeTrend(one));
  return [
    `**Too little history for a forecast:** ${formatCount(series.recordedCount, "day")} without a long gap; a forecast needs ${FEWEST_DAYS}. What the data shows:${writeAge(one)}`,
    bullets([...said, ...writeGaps(one)]),
  ];
}
