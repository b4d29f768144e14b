import { z } from "zod";
import { price } from "./price.ts";

/** The last known price of a day. */
export interface ChartDay {
  /** YYYY-MM-DD in UTC. */
  readonly day: string;
  /** Time of the price, ISO 8601 in UTC. */
  readonly at: string;
  /** In US dollars. */
  readonly price: number;
}

const DAY_MS = 86_400_000;
const POINTS_MAX = 20_000;
const chart = z.looseObject({ prices: z.array(z.unknown()).max(POINTS_MAX) });
const point = z.tuple([z.number().finite(), price], z.unknown());

/**
 * Parses CoinGecko's `/coins/{id}/market_chart`: pairs of milliseconds and price in any order. A price at
 * midnight closes the previous day. Skips invalid pairs, times after `now` and those more than `days` ago. Oldest
 * first.
 */
export function parseChart(answer: unknown, now: Date, days: number): ChartDay[] {
  const read = chart.safeParse(answer);
  if (!read.success) return [];
  const last = now.getTime();
  const first = last - days * DAY_MS;
  const found = new Map<string, { at: number; price: number }>();
  for (const one of read.data.prices) {
    const pair = point.safeParse(one);
    if (!pair.success) continue;
    const [at, price] = pair.data;
    if (at > last || at <= first) continue;
    const day = new Date(at - 1).toISOString().slice(0, 10);
    if (at > (found.get(day)?.at ?? 0)) found.set(day, { at, price });
  }
  return [...found]
    .map(([day, { at, price }]) => ({ day, at: new Date(at).toISOString(), price }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
