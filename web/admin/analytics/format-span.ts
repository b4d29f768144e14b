import type { AnalyticsQuery, Period, Span } from "#core/admin/analytics.ts";
import { formatDay } from "#web/ui/format-day.ts";

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" });

const SHORT_DAY = createFormat({ day: "numeric", month: "short" });
const MONTH = createFormat({ month: "long", year: "numeric" });
const SHORT_MONTH = createFormat({ month: "short", year: "numeric" });

/**
 * "Oct 24 – Nov 22, 2026". Doesn't use Intl's `formatRange`, because browsers and servers put different
 * spaces around its dash, which would break hydration.
 */
export function formatRange(first: string, last: string): string {
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isOneYear ? SHORT_DAY.format(toDate(first)) : formatDay(first)} – ${formatDay(last)}`;
}

export function formatSpan(period: Period, { first, last }: Span): string {
  if (period === "month") return MONTH.format(toDate(first));
  return period === "day" ? formatDay(first) : formatRange(first, last);
}

export const formatShortSpan = (period: Period, { first }: Span): string =>
  (period === "month" ? SHORT_MONTH : SHORT_DAY).format(toDate(first));

/** "30 days", "12 weeks" */
export const formatLength = ({ period, length }: AnalyticsQuery): string => `${length} ${period}s`;
