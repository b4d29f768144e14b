import type { DayPrice, PriceHistory } from "#core/ai/analysis.ts";
import { ASSETS, type AssetPrice } from "./assets.ts";
import { SAMPLE_MARKET } from "./coins.ts";
import { SAMPLE_COURSES, SAMPLE_DOLLARS, SAMPLE_WRAPPED, type SampleCourse } from "./sample-assets.ts";

const DAY_MS = 86_400_000;
/** The level of each day of the week from Sunday on, in parts of its swing: they cancel out. */
const WEEK = [-0.9, 0.6, 1, 0.5, 0.2, -0.4, -1];
const WEEKLY_SWING = 0.007;
const MARKET_SWING = 0.02;
const GROUP_SWING = 0.009;

/**
 * A made-up price a day for every asset of the list, the last of them `today`'s and the ticker's sample. What happened
 * on a day is drawn from its date alone, so a later `today` sees the same ups and downs, and two programs see the same
 * figures. A market that all share, groups, calm and wild times, drifts, a week's rhythm and seldom a jump: enough to
 * reckon with, nothing to believe. `today` is YYYY-MM-DD in UTC; `days` counts it. About 2 microseconds for a price.
 */
export function sampleHistories(today: string, days: number): PriceHistory[] {
  const last = Math.floor(Date.parse(`${today}T00:00:00Z`) / DAY_MS);
  const dates = Array.from({ length: days }, (_, at) =>
    new Date((last - days + 1 + at) * DAY_MS).toISOString().slice(0, 10),
  );
  const prices = new Map<string, readonly number[]>();
  for (const [symbol, course] of SAMPLE_COURSES) prices.set(symbol, drawCourse(symbol, course, last, days));
  for (const [symbol, { of, price }] of SAMPLE_WRAPPED)
    prices.set(symbol, drawNear(symbol, prices.get(of) ?? [], price, last));
  for (const [symbol, price] of SAMPLE_DOLLARS)
    prices.set(symbol, drawNear(symbol, Array<number>(days).fill(1), price, last));
  return ASSETS.map(({ symbol, name }) => ({
    symbol,
    name,
    isSample: true,
    days: (prices.get(symbol) ?? []).map(
      (price, at): DayPrice => ({ date: dates[at] as string, price: round(price) }),
    ),
  }));
}

/** What every asset of the list costs today, in its order: the ticker's samples and what goes with them. */
export function samplePrices(today: string): AssetPrice[] {
  return sampleHistories(today, 2).flatMap(({ symbol, days: [before, now] }, at) => {
    const asset = ASSETS[at];
    if (!asset || !before || !now) return [];
    const shown = SAMPLE_MARKET.prices.find((one) => one.symbol === symbol)?.changePercent;
    return [
      {
        symbol,
        name: asset.name,
        kind: asset.kind,
        price: now.price,
        changePercent: shown ?? Math.round((now.price / before.price - 1) * 10_000) / 100,
        at: null,
      },
    ];
  });
}

/** Backwards from today's price, day by day. */
function drawCourse(symbol: string, course: SampleCourse, last: number, days: number): number[] {
  const change = SAMPLE_MARKET.prices.find((one) => one.symbol === symbol)?.changePercent;
  const prices = Array<number>(days);
  let level = Math.log(course.price);
  for (let at = days - 1; at >= 0; at -= 1) {
    prices[at] = Math.exp(level);
    const day = last - days + 1 + at;
    level -= day === last && change != null ? Math.log(1 + change / 100) : gain(symbol, course, day);
  }
  prices[days - 1] = course.price;
  return prices;
}

/** What the day brought, as a difference of logarithms. */
function gain(symbol: string, { beta, own, group, drift }: SampleCourse, day: number): number {
  const wildness = Math.exp(0.35 * Math.sin(day / 15.4) + 0.25 * Math.sin(day / 6.5 + 1));
  const market = 0.0003 + 0.0011 * Math.sin(day / 28.6) + MARKET_SWING * wildness * draw("market", day);
  const week = WEEKLY_SWING * (weekPart(day) - weekPart(day - 1));
  return (
    beta * market +
    GROUP_SWING * draw(group, day) +
    own * Math.sqrt(wildness) * draw(symbol, day) +
    drift +
    week
  );
}

/** A little above or below what it is worth. */
function drawNear(symbol: string, worth: readonly number[], price: number, last: number): number[] {
  const near = worth.map((value, at) => value * (1 + 0.0004 * draw(symbol, last - worth.length + 1 + at)));
  near[near.length - 1] = price;
  return near;
}

/** The first day of 1970 was a Thursday. */
const weekPart = (day: number) => WEEK[(((day + 4) % 7) + 7) % 7] ?? 0;

/** A draw of the normal distribution with more of the unlikely, the same for the same name and day. */
function draw(name: string, day: number): number {
  let seed = 2_166_136_261;
  for (let at = 0; at < name.length; at += 1) seed = Math.imul(seed ^ name.charCodeAt(at), 16_777_619);
  const even = (turn: number) => (mix(seed ^ mix(day * 3 + turn)) + 0.5) / 4_294_967_296;
  const normal = Math.sqrt(-2 * Math.log(even(0))) * Math.cos(2 * Math.PI * even(1));
  return normal * (even(2) < 0.04 ? 2.2 : 0.9);
}

/** Spreads the bits of a whole number over 32 of them. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 2_146_121_005);
  bits = Math.imul(bits ^ (bits >>> 15), 2_221_713_035);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Six figures that count, as sources give them. */
const round = (price: number) => Number(price.toPrecision(6));
