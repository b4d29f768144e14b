import { formatCount } from "#core/format-count.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import { HORIZON_DAYS_MAX, type Question } from "./parse-question.ts";
import { rateTarget } from "./rate-target.ts";
import { formatPercent } from "./wording.ts";
import { describePoint, formatName } from "./write-outlook.ts";

function formatDuration(days: number): string {
  if (days >= 365 && days % 365 === 0) return formatCount(days / 365, "year");
  return days % 30 === 0 ? formatCount(days / 30, "month") : formatCount(days, "day");
}

/**
 * What can be said about the date and the price that the question names; empty if there is nothing to say. For a second
 * asset, adds what can be said about its price, unless that is the same.
 */
export function writeRequest(
  outlook: AssetOutlook,
  question: Question,
  other: AssetOutlook | null = null,
): string[] {
  const target = writeTarget(outlook, question);
  const otherTarget = other === null ? [] : writeTarget(other, question);
  const paragraphs = [
    [...writeHorizonLimit(outlook, question), ...target],
    otherTarget.join() === target.join() ? [] : otherTarget,
  ];
  return paragraphs.filter(({ length }) => length > 0).map((sentences) => sentences.join(" "));
}

function writeHorizonLimit(outlook: AssetOutlook, { time, target }: Question): string[] {
  if (time === null)
    return target === null
      ? []
      : [
          `Your question has no date that this outlook recognizes, so this is for the next ${formatCount(outlook.horizon, "day")}.`,
        ];
  const name = time.name ?? `a time ${formatDuration(Math.round(time.until))} ahead`;
  const end = outlook.forecast === null ? "" : describePoint(outlook, outlook.horizon).date;
  if (time.until < 0)
    return [
      `This outlook only looks ahead, so it can't say anything about ${name}. It covers the next ${formatCount(outlook.horizon, "day")} instead.`,
    ];
  if (time.until <= HORIZON_DAYS_MAX) return [];
  const limit = `This outlook reaches ${formatCount(HORIZON_DAYS_MAX, "day")} ahead`;
  if (time.from > HORIZON_DAYS_MAX)
    return [
      `${limit}, so it can't say anything about ${name}. ${end === "" ? "" : `It covers the days through ${end} instead.`}`.trim(),
    ];
  return [`${limit}, so it covers only the beginning of ${name}${end === "" ? "" : `, through ${end}`}.`];
}

function writeTarget(outlook: AssetOutlook, { target }: Question): string[] {
  if (target === null) return [];
  if (target.isForeign)
    return ["Prices here are in US dollars, so this outlook can't check a price in another currency."];
  if (target.value === 0)
    return ["Past prices can't say how likely a fall to zero is, because this history has no such fall."];
  const name = formatName(outlook.history);
  const rating = rateTarget(outlook, target);
  if (rating === null) {
    const reason =
      outlook.forecast === null
        ? "There's too little history"
        : "A price history with no changes isn't enough";
    return [`${reason} to say how likely the price you asked about is for ${name}.`];
  }
  const { price, kind, chance, pastShare } = rating;
  const { date } = describePoint(outlook, outlook.horizon);
  const distance = price / outlook.lastPrice - 1;
  const formattedPrice = formatPrice(price).replace(/\.00$/, "");
  if (kind === "touch" && Math.abs(distance) < 0.001) return [`${name} is already at ${formattedPrice}.`];
  const event = {
    touch: `${name} ${distance > 0 ? "rises" : "falls"} to ${formattedPrice} at least once by ${date}`,
    above: `${name} is at ${formattedPrice} or more on ${date}`,
    below: `${name} is at ${formattedPrice} or less on ${date}`,
    staysAbove: `${name} stays at ${formattedPrice} or more every day through ${date}`,
    staysBelow: `${name} stays at ${formattedPrice} or less every day through ${date}`,
  }[kind];
  return [
    `**There's ${formatChance(chance)} chance that ${event}**, if the coming days are like the past ones. That price is ${describeDistance(distance)} the last one.`,
    ...(pastShare === null
      ? []
      : [
          `A target this far away was met in ${formatPercent(pastShare, 0)} of all ${outlook.horizon}-day periods in this history.`,
        ]),
  ];
}

function describeDistance(distance: number): string {
  const size = Math.abs(distance);
  if (size < 0.0005) return "about the same as";
  return `${formatPercent(size, size < 0.1 ? 1 : 0)} ${distance < 0 ? "below" : "above"}`;
}

function formatChance(chance: number): string {
  if (chance < 0.01) return "less than a 1%";
  if (chance > 0.99) return "more than a 99%";
  const percent = Math.round(chance * 100);
  return `${percent === 8 || percent === 11 || percent === 18 || (percent >= 80 && percent < 90) ? "an" : "a"} ${percent}%`;
}
