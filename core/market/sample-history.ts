import { ASSETS, type AssetPrice } from "./assets.ts";
import { SAMPLE_MARKET } from "./coins.ts";
import type { DayPrice, PriceHistory } from "./price-history.ts";
import {
  SAMPLE_ASSETS,
  SAMPLE_STABLECOINS,
  SAMPLE_WRAPPED_ASSETS,
  type SampleAsset,
} from "./sample-assets.ts";

const DAY_MS = 86_400_000;
/** Relative price level per weekday, starting on Sunday; adds up to zero. */
const WEEKDAY_LEVELS = [-0.9, 0.6, 1, 0.5, 0.2, -0.4, -1];
const WEEKLY_SWING = 0.007;
const MARKET_SWING = 0.02;
const GROUP_SWING = 0.009;

/**
 * Generates a sample price per day for every asset, ending on `today`. A day's movement depends only on its date (and
 * today's on the ticker's samples), so all processes generate the same prices. `today` is YYYY-MM-DD in UTC.
 */
export function generateSampleHistories(today: string, days: number): PriceHistory[] {
  const lastDay = Math.floor(Date.parse(`${today}T00:00:00Z`) / DAY_MS);
  const dates = Array.from({ length: days }, (_, index) =>
    new Date((lastDay - days + 1 + index) * DAY_MS).toISOString().slice(0, 10),
  );
  const prices = new Map<string, readonly number[]>();
  for (const [symbol, asset] of SAMPLE_ASSETS)
    prices.set(symbol, generatePricePath(symbol, asset, lastDay, days));
  for (const [symbol, { baseSymbol, price }] of SAMPLE_WRAPPED_ASSETS)
    prices.set(symbol, generatePeggedPath(symbol, prices.get(baseSymbol) ?? [], price, lastDay));
  for (const [symbol, price] of SAMPLE_STABLECOINS)
    prices.set(symbol, generatePeggedPath(symbol, Array<number>(days).fill(1), price, lastDay));
  return ASSETS.map(({ symbol, name }) => ({
    symbol,
    name,
    isSample: true,
    days: (prices.get(symbol) ?? []).map(
      (price, index): DayPrice => ({ date: dates[index] as string, price: round(price) }),
    ),
  }));
}

/** Generates today's sample price of every asset, with its change since yesterday. `today` is YYYY-MM-DD in UTC. */
export function generateSamplePrices(today: string): AssetPrice[] {
  return generateSampleHistories(today, 2).flatMap(({ symbol, days: [before, last] }, index) => {
    const asset = ASSETS[index];
    if (!asset || !before || !last) return [];
    const changePercent = SAMPLE_MARKET.prices.find((price) => price.symbol === symbol)?.changePercent;
    return [
      {
        symbol,
        name: asset.name,
        kind: asset.kind,
        price: last.price,
        changePercent: changePercent ?? Math.round((last.price / before.price - 1) * 10_000) / 100,
        at: null,
      },
    ];
  });
}

/** Generates prices backward from today's. */
function generatePricePath(symbol: string, asset: SampleAsset, lastDay: number, days: number): number[] {
  const changePercent = SAMPLE_MARKET.prices.find((price) => price.symbol === symbol)?.changePercent;
  const prices = Array<number>(days);
  let level = Math.log(asset.price);
  for (let index = days - 1; index >= 0; index -= 1) {
    prices[index] = Math.exp(level);
    const day = lastDay - days + 1 + index;
    level -=
      day === lastDay && changePercent != null
        ? Math.log(1 + changePercent / 100)
        : computeGain(symbol, asset, day);
  }
  prices[days - 1] = asset.price;
  return prices;
}

function computeGain(symbol: string, { beta, ownVolatility, group, drift }: SampleAsset, day: number) {
  const volatility = Math.exp(0.35 * Math.sin(day / 15.4) + 0.25 * Math.sin(day / 6.5 + 1));
  const market = 0.0003 + 0.0011 * Math.sin(day / 28.6) + MARKET_SWING * volatility * draw("market", day);
  const weeklyChange = WEEKLY_SWING * (getWeekdayLevel(day) - getWeekdayLevel(day - 1));
  return (
    beta * market +
    GROUP_SWING * draw(group, day) +
    ownVolatility * Math.sqrt(volatility) * draw(symbol, day) +
    drift +
    weeklyChange
  );
}

/** Generates prices that remain close to those they follow (`base`), and end with `price`. */
function generatePeggedPath(symbol: string, base: readonly number[], price: number, lastDay: number) {
  const prices = base.map(
    (value, index) => value * (1 + 0.0004 * draw(symbol, lastDay - base.length + 1 + index)),
  );
  prices[prices.length - 1] = price;
  return prices;
}

/** Returns the price level of a day's weekday. January 1, 1970 was a Thursday. */
const getWeekdayLevel = (day: number) => WEEKDAY_LEVELS[(((day + 4) % 7) + 7) % 7] ?? 0;

/** Draws a fat-tailed random number that is determined by name and day. */
function draw(name: string, day: number): number {
  let seed = 2_166_136_261;
  for (let index = 0; index < name.length; index += 1)
    seed = Math.imul(seed ^ name.charCodeAt(index), 16_777_619);
  const uniform = (index: number) => (mix(seed ^ mix(day * 3 + index)) + 0.5) / 4_294_967_296;
  const normal = Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(1));
  return normal * (uniform(2) < 0.04 ? 2.2 : 0.9);
}

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 2_146_121_005);
  bits = Math.imul(bits ^ (bits >>> 15), 2_221_713_035);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Rounds to six significant digits, like real sources. */
const round = (price: number) => Number(price.toPrecision(6));
