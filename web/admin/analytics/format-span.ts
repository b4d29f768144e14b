import type { AnalyticsQuery, Period, Span } from "#core/admin/analytics.ts";

const time = (day: string) => new Date(`${day}T00:00:00Z`);
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" });

const DAY = format({ day: "numeric", month: "short", year: "numeric" });
const SHORT_DAY = format({ day: "numeric", month: "short" });
const MONTH = format({ month: "long", year: "numeric" });
const SHORT_MONTH = format({ month: "short", year: "numeric" });

/** "Nov 3, 2026" */
export const writeDay = (day: string): string => DAY.format(time(day));

/**
 * "Oct 24 – Nov 22, 2026". Not formatRange: browsers and servers put different spaces around the dash, which
 * would break hydration.
 */
export function writeRange(first: string, last: string): string {
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isOneYear ? SHORT_DAY.format(time(first)) : writeDay(first)} – ${writeDay(last)}`;
}

/** A span's name in the table. */
export function spanName(by: Period, { first, last }: Span): string {
  if (by === "month") return MONTH.format(time(first));
  return by === "day" ? writeDay(first) : writeRange(first, last);
}

export const shortSpanName = (by: Period, { first }: Span): string =>
  (by === "month" ? SHORT_MONTH : SHORT_DAY).format(time(first));

/** "30 days", "12 weeks" */
export const formatLength = ({ by, last }: AnalyticsQuery): string => `${last} ${by}s`;
