import { z } from "zod";
import { price } from "./price.ts";

export interface ChartDay {
  readonly day: string;
  /** When the price was reported, ISO 8601 in UTC. */
  readonly at: string;
  /** In US dollars. */
  readonly price: number;
}

const DAY_MS = 86_400_000;
const POINTS_MAX = 20_000;
const chart = z.looseObject({ prices: z.array(z.unknown()).max(POINTS_MAX) });
const point = z.tuple([z.number().finite(), price], z.unknown());

/**
 * Parses CoinGecko's `/coins/{id}/market_chart`. A price at midnight closes the previous day. Skips invalid prices, and
 * those after `now` or more than `days` ago. Returns the oldest first.
 */
export function parseChart(response: unknown, now: Date, days: number): ChartDay[] {
  const parsed = chart.safeParse(response);
  if (!parsed.success) return [];
  const end = now.getTime();
  const start = end - days * DAY_MS;
  const pointsByDay = new Map<string, { timestamp: number; price: number }>();
  for (const entry of parsed.data.prices) {
    const pair = point.safeParse(entry);
    if (!pair.success) continue;
    const [timestamp, price] = pair.data;
    if (timestamp > end || timestamp <= start) continue;
    const day = new Date(timestamp - 1).toISOString().slice(0, 10);
    if (timestamp > (pointsByDay.get(day)?.timestamp ?? 0)) pointsByDay.set(day, { timestamp, price });
  }
  return [...pointsByDay]
    .map(([day, { timestamp, price }]) => ({ day, at: new Date(timestamp).toISOString(), price }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
