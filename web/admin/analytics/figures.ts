import type { AnalyticsQuery, Series } from "#core/admin/analytics.ts";
import type { Chart } from "#core/admin/analytics-charts.ts";
import { formatLength } from "./format-span.ts";

const INTEGER = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const ONE_PLACE = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** 12,345; hours with one decimal. */
export const writeFigure = (value: number, kind: Chart["kind"]): string =>
  (kind === "hours" ? ONE_PLACE : INTEGER).format(value);

type Part = Series & { readonly label: string };

export const isEmpty = ({ kind }: Chart, parts: readonly Part[]): boolean =>
  parts.every(({ values }) => values.every((value) => (kind === "hours" ? value === null : !value)));

const sumParts = (parts: readonly Part[], of: "total" | "previous"): number | null =>
  parts.some((part) => part[of] === null) ? null : parts.reduce((sum, part) => sum + (part[of] ?? 0), 0);

/** The chart's figure: a total, the current level, or a duration. */
export function headline({ kind }: Chart, parts: readonly Part[]): string {
  const [first] = parts;
  if (kind === "hours") return first?.total == null ? "None" : writeHours(first.total);
  if (kind === "beside")
    return parts
      .map(({ total: whole, label }) => `${INTEGER.format(whole ?? 0)} ${label.toLowerCase()}`)
      .join(", ");
  return INTEGER.format(sumParts(parts, "total") ?? 0);
}

/** "40 minutes", "7.5 hours", "3.2 days" */
function writeHours(hours: number): string {
  const [amount, unit] =
    hours < 1 ? [hours * 60, "minute"] : hours < 48 ? [hours, "hour"] : [hours / 24, "day"];
  const figure = (unit === "minute" ? INTEGER : ONE_PLACE).format(amount);
  return `${figure} ${figure === "1" ? unit : `${unit}s`}`;
}

/** The comparison with the time before; without one where it's unknown. */
export function compare({ kind }: Chart, parts: readonly Part[], query: AnalyticsQuery): string | null {
  const length = formatLength(query);
  if (kind === "beside") return `in ${length}`;
  const before = sumParts(parts, "previous");
  const now = sumParts(parts, "total");
  if (kind === "hours")
    return now === null
      ? null
      : `median${before === null ? "" : `; ${writeHours(before)} in the ${length} before`}`;
  if (kind === "level") {
    const more = (now ?? 0) - (before ?? 0);
    if (more === 0) return `unchanged in ${length}`;
    return `${more < 0 ? "−" : "+"}${INTEGER.format(Math.abs(more))} in ${length}`;
  }
  if (before === null || now === null) return `in ${length}`;
  const change =
    before > 0 ? `${PERCENT.format((now - before) / before).replace("-", "−")} compared with ` : "";
  return `in ${length}; ${change}${INTEGER.format(before)} in the ${length} before`;
}
