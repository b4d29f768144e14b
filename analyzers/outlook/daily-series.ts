import type { PriceHistory } from "#core/market/price-history.ts";

export interface RecordedDay {
  /** The number of days since 1970-01-01. */
  readonly day: number;
  readonly price: number;
}

/** The most recent part of a history: one price per day, without gaps. */
export interface DailySeries {
  /** The first day, as the number of days since 1970-01-01. */
  readonly firstDay: number;
  /** Natural logarithms of the prices, one per day. */
  readonly logs: Float64Array;
  /** For each day, whether its price was recorded rather than filled in. */
  readonly isRecorded: readonly boolean[];
  readonly recordedCount: number;
  /** The number of invalid prices left out: not positive, extreme, or with an impossible, duplicate or future date. */
  readonly invalidCount: number;
  /** The number of recorded days left out because a gap of more than a week follows them. */
  readonly cutOffCount: number;
}

/** Two years, because older data says little about the coming weeks. */
const WINDOW_DAYS = 730;
/** Longer gaps are not filled; the series starts after them. */
export const FILL_DAYS_MAX = 7;
const DAY_MS = 86_400_000;

/** The number of days from 1970-01-01 to the date; null if the date is invalid. */
export function toDayNumber(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  const time = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return isReal ? time.getTime() / DAY_MS : null;
}

export function toIsoDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

interface ValidDays {
  readonly lastDay: number;
  readonly days: readonly RecordedDay[];
  readonly invalidCount: number;
}

const cache = new WeakMap<PriceHistory, ValidDays>();

/**
 * The valid days up to `lastDay`, oldest first, and the number of invalid ones. Cached because several analyses read
 * the same histories.
 */
export function selectValidDays(history: PriceHistory, lastDay = Number.POSITIVE_INFINITY): ValidDays {
  const cachedDays = cache.get(history);
  if (cachedDays?.lastDay === lastDay) return cachedDays;
  const prices = new Map<number, number>();
  let invalidCount = 0;
  for (const { date, price } of history.days) {
    const day = toDayNumber(date);
    // A price outside this range is an error, and calculations with it could overflow.
    if (day === null || day > lastDay || !(price > 1e-18 && price < 1e18) || prices.has(day))
      invalidCount += 1;
    else prices.set(day, price);
  }
  const days = [...prices].map(([day, price]) => ({ day, price })).sort((a, b) => a.day - b.day);
  const validDays = { lastDay, days, invalidCount };
  cache.set(history, validDays);
  return validDays;
}

/** The last two years with one price per day. Short gaps are interpolated linearly between log prices. */
export function buildSeries(history: PriceHistory, today: string): DailySeries {
  const { days, invalidCount } = selectValidDays(history, toDayNumber(today) ?? undefined);
  const last = days.at(-1)?.day ?? 0;
  let from = days.length === 0 ? 0 : days.length - 1;
  for (; from > 0; from -= 1) {
    const [before, after] = [days[from - 1], days[from]];
    if (!before || !after) break;
    if (last - before.day >= WINDOW_DAYS || after.day - before.day - 1 > FILL_DAYS_MAX) break;
  }
  const usedDays = days.slice(from);
  const firstDay = usedDays[0]?.day ?? 0;
  const length = usedDays.length === 0 ? 0 : last - firstDay + 1;
  const logs = new Float64Array(length);
  const isRecorded = new Array<boolean>(length).fill(false);
  usedDays.forEach(({ day, price }, index) => {
    const position = day - firstDay;
    logs[position] = Math.log(price);
    isRecorded[position] = true;
    const before = usedDays[index - 1];
    if (!before) return;
    const start = before.day - firstDay;
    const [startLog, endLog] = [Math.log(before.price), Math.log(price)];
    for (let filled = start + 1; filled < position; filled += 1)
      logs[filled] = startLog + ((endLog - startLog) * (filled - start)) / (position - start);
  });
  const dayBeforeGap = days[from - 1];
  const isCut = dayBeforeGap !== undefined && firstDay - dayBeforeGap.day - 1 > FILL_DAYS_MAX;
  const cutOffCount = isCut ? from : 0;
  return { firstDay, logs, isRecorded, recordedCount: usedDays.length, invalidCount, cutOffCount };
}

/** Log changes between consecutive recorded days, each with the index of its second day. */
export function computeDailyChanges(series: DailySeries): { at: number; change: number }[] {
  const changes: { at: number; change: number }[] = [];
  for (let at = 1; at < series.logs.length; at += 1)
    if (series.isRecorded[at] && series.isRecorded[at - 1])
      changes.push({ at, change: (series.logs[at] ?? 0) - (series.logs[at - 1] ?? 0) });
  return changes;
}
