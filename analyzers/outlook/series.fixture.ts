import type { PriceHistory } from "#core/market/price-history.ts";
import { toDayNumber, toIsoDate } from "./daily-series.ts";

/** Deterministic pseudorandom numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Normally distributed numbers with mean 0 and standard deviation 1 (Box-Muller). */
export function seededNormal(seed: number): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export const LAST_DAY = "2026-11-20";

export function createHistory(prices: readonly number[], symbol = "BTC", name = "Bitcoin"): PriceHistory {
  const firstDay = (toDayNumber(LAST_DAY) ?? 0) - prices.length + 1;
  return {
    symbol,
    name,
    isSample: false,
    days: prices.map((price, index) => ({ date: toIsoDate(firstDay + index), price })),
  };
}

export type SeriesKind =
  | "random walk"
  | "random walk with drift"
  | "trend and weekly season"
  | "volatility clustering"
  | "heavy tails";

/** Prices with known properties, so that the right forecast is known too. */
export function simulatePrices(kind: SeriesKind, days: number, seed: number): number[] {
  const normal = seededNormal(seed * 7919 + 17);
  let log = Math.log(100);
  let variance = 0.0009;
  let step = 0;
  return Array.from({ length: days }, (_, index) => {
    if (kind === "trend and weekly season")
      return 100 * Math.exp(0.002 * index + 0.03 * Math.sin((2 * Math.PI * index) / 7) + 0.01 * normal());
    if (kind === "volatility clustering") {
      // GARCH(1,1): calm and volatile weeks alternate.
      variance = 0.000018 + 0.08 * step * step + 0.9 * variance;
      step = Math.sqrt(variance) * normal();
    } else if (kind === "heavy tails") {
      // Student's t with five degrees of freedom, scaled to a standard deviation of 3%.
      const sumOfSquares = Array.from({ length: 5 }, normal).reduce((sum, value) => sum + value * value, 0);
      step = (0.03 * normal()) / Math.sqrt(sumOfSquares / 5) / Math.sqrt(5 / 3);
    } else step = 0.03 * normal() + (kind === "random walk with drift" ? 0.001 : 0);
    log += step;
    return Math.exp(log);
  });
}
