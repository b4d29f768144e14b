import type { AnalyticsQuery, Series } from "#core/admin/analytics.ts";
import type { Chart } from "#core/admin/analytics-charts.ts";
import { formatLength } from "./format-span.ts";

const INTEGER = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const ONE_DECIMAL = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** Formats a count as "12,345", and hours with one decimal. */
export const formatFigure = (value: number, kind: Chart["kind"]): string =>
  (kind === "hours" ? ONE_DECIMAL : INTEGER).format(value);

type Part = Series & { readonly label: string };

export const isEmpty = ({ kind }: Chart, parts: readonly Part[]): boolean =>
  parts.every(({ values }) => values.every((value) => (kind === "hours" ? value === null : !value)));

const sumParts = (parts: readonly Part[], field: "total" | "previous"): number | null =>
  parts.some((part) => part[field] === null)
    ? null
    : parts.reduce((sum, part) => sum + (part[field] ?? 0), 0);

export function formatHeadline({ kind }: Chart, parts: readonly Part[]): string {
  const [first] = parts;
  if (kind === "hours") return first?.total == null ? "None" : formatHours(first.total);
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
