import { use } from "react";
import { formatPrice } from "#core/market/wording.ts";
import type { Performance } from "#core/wallet/performance.ts";
import { ChartFigure, ChartTable } from "#web/ui/charts/chart-figure.tsx";
import { Plot, type Tick } from "#web/ui/charts/plot.tsx";
import { PlotCursor } from "#web/ui/charts/plot-cursor.tsx";
import { computeRoundTicks, widenRange } from "#web/ui/charts/round-ticks.ts";
import { formatDay } from "#web/ui/day-time.tsx";
import { AmountsHiddenContext } from "./amount.tsx";
import { AMOUNT_MASK } from "./messages.ts";

const COMPACT_DOLLAR_FORMAT = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
});
const MONTH_FORMAT = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" });
const TABLE_STEP_DAYS = 7;
/** The axis covers at least this fraction of the highest value, so that small changes look small. */
const RANGE_MIN = 0.2;
const Y_TICK_COUNT = 4;

export function ValueChart({ performance: { values } }: { performance: Performance }) {
  const areAmountsHidden = use(AmountsHiddenContext);
  const formatValue = (value: number, format: (value: number) => string) =>
    areAmountsHidden ? AMOUNT_MASK : format(value);
  const amounts = values.map(({ value }) => value);
  const yValues = computeRoundTicks(
    ...widenRange(Math.min(...amounts), Math.max(...amounts), RANGE_MIN),
    Y_TICK_COUNT,
  );
  const low = yValues[0] ?? 0;
  const high = yValues.at(-1) ?? 1;
  const toY = (value: number) => (value - low) / (high - low);
  const toX = (index: number) => index / (values.length - 1);
  const xTicks: Tick[] = values.flatMap(({ date }, index) =>
    date.endsWith("-01") ? [{ at: toX(index), label: MONTH_FORMAT.format(new Date(date)) }] : [],
  );
  const points = values.map(({ value }, index) => ({ x: toX(index), y: toY(value) }));
  const line = points.map(({ x, y }) => `${(x * 100).toFixed(2)} ${(100 - y * 100).toFixed(2)}`).join("L");
  return (
    <ChartFigure
      title="Value of today's holdings"
      table={
        <ChartTable
          columns={["Day", "Value"]}
          rows={values
            .filter((_, index) => (values.length - 1 - index) % TABLE_STEP_DAYS === 0)
            .map(({ date, value }) => [formatDay(date), formatValue(value, formatPrice)])}
        />
      }
    >
      <Plot
        isLow
        label={[values[0], values.at(-1)]
          .map((day) => (day ? `${formatValue(day.value, formatPrice)} on ${formatDay(day.date)}` : ""))
          .join(" to ")}
        xTicks={xTicks}
        yTicks={yValues.map((value) => ({
          at: toY(value),
          label: formatValue(value, COMPACT_DOLLAR_FORMAT.format),
        }))}
        overlay={
          <PlotCursor
            label="Value by day"
            points={points}
            describe={(index) => {
              const day = values[index];
              return day ? [formatDay(day.date), formatValue(day.value, formatPrice)] : ["", ""];
            }}
          />
        }
      >
        {/* An area exaggerates changes if the axis doesn't start at zero. */}
        {low === 0 ? <path d={`M${line}L100 100L0 100Z`} className="fill-accent-soft" /> : null}
        <path
          d={`M${line}`}
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
