import { use } from "react";
import { formatPrice } from "#core/market/wording.ts";
import type { Performance } from "#core/wallet/performance.ts";
import { ChartFigure } from "#web/ui/charts/chart-figure.tsx";
import { ChartTable } from "#web/ui/charts/chart-table.tsx";
import { Plot, type Tick } from "#web/ui/charts/plot.tsx";
import { HiddenAmounts } from "./amount.tsx";
import { MASK } from "./texts.ts";

const ROUND = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const TABLE_STEP_DAYS = 7;

/** The value of today's holdings over time, as a chart and a table. */
export function ValueChart({ performance: { values } }: { performance: Performance }) {
  const isHidden = use(HiddenAmounts);
  const write = (value: number, format: (value: number) => string) => (isHidden ? MASK : format(value));
  const highest = Math.max(...values.map(({ value }) => value));
  const lowest = Math.min(...values.map(({ value }) => value));
  const span = highest - lowest || 1;
  const low = lowest - span * 0.05;
  const high = highest + span * 0.05;
  const place = (value: number) => (value - low) / (high - low);
  const y: Tick[] = [0, 1, 2, 3].map((step) => {
    const value = lowest + (span * step) / 3;
    return { at: place(value), label: write(value, ROUND.format) };
  });
  const x: Tick[] = [0, 0.5, 1].map((at) => ({
    at,
    label: DAY.format(new Date(values[Math.round(at * (values.length - 1))]?.date ?? 0)),
  }));
  const line = values
    .map(({ value }, index) => {
      const left = (index / (values.length - 1)) * 100;
      return `${index === 0 ? "M" : "L"}${left.toFixed(2)} ${(100 - place(value) * 100).toFixed(2)}`;
    })
    .join("");
  const first = values[0];
  const last = values.at(-1);
  return (
    <ChartFigure
      title="Value of today's holdings"
      table={
        <ChartTable
          columns={["Day", "Value"]}
          rows={values
            .filter((_, index) => (values.length - 1 - index) % TABLE_STEP_DAYS === 0)
            .map(({ date, value }) => [date, write(value, formatPrice)])}
        />
      }
    >
      <Plot
        label={`From ${write(first?.value ?? 0, formatPrice)} on ${first?.date} to ${write(last?.value ?? 0, formatPrice)} on ${last?.date}`}
        x={x}
        y={y}
      >
        <path d={`${line}L100 100L0 100Z`} className="fill-accent-soft" />
        <path
          d={line}
          fill="none"
          className="stroke-accent"
          strokeWidth={1.75}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </Plot>
    </ChartFigure>
  );
}
