import type { AnalyticsQuery, Period, Series, Span } from "#core/admin/analytics.ts";
import type { Chart } from "#core/admin/analytics-charts.ts";
import { formatDay } from "#web/ui/day-time.tsx";

const INTEGER = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const ONE_DECIMAL = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** Formats a count as "12,345", and hours with at most one decimal. */
export const formatFigure = (value: number, kind: Chart["kind"]): string =>
  (kind === "hours" ? ONE_DECIMAL : INTEGER).format(value);

type Part = Series & { readonly label: string };

/** Whether a chart has nothing to show: for "hours" no values at all, otherwise only zeros or unknown counts. */
export const isEmpty = ({ kind }: Chart, parts: readonly Part[]): boolean =>
  parts.every(({ values }) => values.every((value) => (kind === "hours" ? value === null : !value)));

const sumParts = (parts: readonly Part[], field: "total" | "previous"): number | null =>
  parts.some((part) => part[field] === null)
    ? null
    : parts.reduce((sum, part) => sum + (part[field] ?? 0), 0);

/** The large text above a chart: the figures for the time range. */
export function formatHeadline({ kind }: Chart, parts: readonly Part[]): string {
  const [first] = parts;
  if (kind === "hours") return first?.total == null ? "No data" : formatHours(first.total);
  if (kind === "grouped")
    return parts.map(({ total, label }) => `${INTEGER.format(total ?? 0)} ${label.toLowerCase()}`).join(", ");
  return INTEGER.format(sumParts(parts, "total") ?? 0);
}

/** "40 minutes", "7.5 hours", "3.2 days" */
function formatHours(hours: number): string {
  const [value, unit] =
    hours < 1 ? [hours * 60, "minute"] : hours < 48 ? [hours, "hour"] : [hours / 24, "day"];
  const figure = (unit === "minute" ? INTEGER : ONE_DECIMAL).format(value);
  return `${figure} ${figure === "1" ? unit : `${unit}s`}`;
}

/**
 * The text after the headline: the time range and, except for "grouped", a comparison with the preceding range if its
 * figures are known. Null for "hours" without a value.
 */
export function formatComparison(
  { kind }: Chart,
  parts: readonly Part[],
  query: AnalyticsQuery,
): string | null {
  const length = formatLength(query);
  if (kind === "grouped") return `in the last ${length}`;
  const previous = sumParts(parts, "previous");
  const current = sumParts(parts, "total");
  if (kind === "hours")
    return current === null
      ? null
      : `median, last ${length}${previous === null ? "" : ` · previous ${length}: ${formatHours(previous)}`}`;
  if (kind === "level") {
    const change = (current ?? 0) - (previous ?? 0);
    if (change === 0) return `unchanged in the last ${length}`;
    return `${change < 0 ? "−" : "+"}${INTEGER.format(Math.abs(change))} in the last ${length}`;
  }
  if (previous === null || current === null) return `in the last ${length}`;
  if (previous === 0) return `in the last ${length} · previous ${length}: 0`;
  const change = PERCENT.format((current - previous) / previous).replace("-", "−");
  return `in the last ${length} · ${change} vs. previous ${length} (${INTEGER.format(previous)})`;
}

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
  const isSameYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isSameYear ? SHORT_DAY.format(toDate(first)) : formatDay(first)} – ${formatDay(last)}`;
}

export function formatSpan(period: Period, { first, last }: Span): string {
  if (period === "month") return MONTH.format(toDate(first));
  return period === "day" ? formatDay(first) : formatRange(first, last);
}

export const formatShortSpan = (period: Period, { first }: Span): string =>
  (period === "month" ? SHORT_MONTH : SHORT_DAY).format(toDate(first));

/** "30 days", "12 weeks" */
export const formatLength = ({ period, length }: AnalyticsQuery): string => `${length} ${period}s`;
