import type { Period, Series, Span } from "#core/admin/analytics.ts";
import type { Chart } from "#core/admin/analytics-charts.ts";
import { Plot, type Tick } from "#web/ui/charts/plot.tsx";
import { PlotCursor } from "#web/ui/charts/plot-cursor.tsx";
import { computeRoundTicks, widenRange } from "#web/ui/charts/round-ticks.ts";
import { formatFigure, formatRange, formatShortSpan, formatSpan } from "./figures.ts";

type Part = Series & { readonly label: string };

interface CountPlotProps {
  readonly chart: Chart;
  readonly parts: readonly Part[];
  readonly period: Period;
  readonly spans: readonly Span[];
}

/** In the order of a chart's parts. People with red-green color blindness can tell them apart in both themes. */
export const FILLS = ["fill-accent", "fill-down", "fill-faint"] as const;

/** The fraction of a span's width that its column takes up. */
const COLUMN_WIDTH = 0.78;
/** The number of labels that fit under the axis on a phone without touching. */
const X_TICK_COUNT = 4;
const Y_TICK_COUNT = 4;
/** The axis of a "level" chart covers at least this fraction of its highest value, so that small changes look small. */
const RANGE_MIN = 0.2;
/** The fraction of the plot's width that a short label needs on a phone. */
const LABEL_MIN_WIDTH = 0.4;

export function CountPlot({ chart, parts, period, spans }: CountPlotProps) {
  const { kind } = chart;
  const stacks = spans.map((_, index) => parts.map(({ values }) => values[index] ?? 0));
  const heights =
    kind === "sum" ? stacks.map((values) => values.reduce((sum, value) => sum + value, 0)) : stacks.flat();
  const highest = Math.max(...heights, 1);
  const ticks = computeRoundTicks(
    ...(kind === "level" ? widenRange(Math.min(...heights), highest, RANGE_MIN) : ([0, highest] as const)),
    Y_TICK_COUNT,
  );
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const toY = (value: number) => (value - low) / (high - low);
  const getPosition = (index: number) => (index + 0.5) / spans.length;
  const x: Tick[] = [
    ...new Set(
      Array.from({ length: X_TICK_COUNT }, (_, step) =>
        Math.round((step / (X_TICK_COUNT - 1)) * (spans.length - 1)),
      ),
    ),
  ].map((index) => ({ at: getPosition(index), label: formatShortSpan(period, spans[index] as Span) }));
  const uncountedSpanCount =
    kind === "hours" ? 0 : (parts[0]?.values ?? []).filter((value) => value === null).length;
  const topIndex = heights.indexOf(Math.max(...heights));
  const topSpan = spans[kind === "sum" ? topIndex : Math.floor(topIndex / parts.length)];
  const summary = [
    `${chart.title} by ${period}, ${formatRange(spans[0]?.first ?? "", spans.at(-1)?.last ?? "")}.`,
    kind === "level"
      ? describeLevels(formatFigure(stacks[0]?.[0] ?? 0, kind), formatFigure(stacks.at(-1)?.[0] ?? 0, kind))
      : `Highest: ${formatFigure(Math.max(...heights), kind)}, ${topSpan ? formatSpan(period, topSpan) : ""}.`,
  ].join(" ");
  return (
    <Plot
      isLow
      label={summary}
      xTicks={x}
      yTicks={ticks
        .filter((value) => kind === "hours" || Number.isInteger(value))
        .map((value) => ({ at: toY(value), label: formatFigure(value, kind) }))}
      {...(kind === "hours" ? { yName: "Hours" } : {})}
      overlay={
        <>
          {uncountedSpanCount / spans.length > LABEL_MIN_WIDTH ? (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 -translate-1/2 text-muted"
              style={{ left: `${(uncountedSpanCount / spans.length) * 50}%` }}
            >
              Not counted yet
            </span>
          ) : null}
          <PlotCursor
            label={`${chart.title} by ${period}`}
            points={stacks.map((values, index) => ({
              x: getPosition(index),
              y: toY(kind === "sum" ? (heights[index] ?? 0) : Math.max(...values)),
            }))}
            describe={(index) => describeSpan(chart, parts, index, formatSpan(period, spans[index] as Span))}
          />
        </>
      }
    >
      {uncountedSpanCount > 0 ? (
        <rect width={(uncountedSpanCount / spans.length) * 100} height="100" className="fill-hover" />
      ) : null}
      {kind === "level" ? (
        <Level
          points={stacks.map((values, index) => [getPosition(index) * 100, 100 - toY(values[0] ?? 0) * 100])}
          startsAtZero={low === 0}
        />
      ) : (
        spans.map((span, index) => (
          <Column
            key={span.first}
            boxes={buildBoxes(stacks[index] ?? [], kind, (value) => toY(value) * 100)}
            left={(index / spans.length) * 100}
            width={100 / spans.length}
          />
        ))
      )}
    </Plot>
  );
}

function describeSpan(
  { kind }: Chart,
  parts: readonly Part[],
  index: number,
  name: string,
): [title: string, value: string] {
  const lines = parts.map(({ label, values }) => {
    const value = values[index] ?? null;
    const figure = value === null ? (kind === "hours" ? "none" : "not counted") : formatFigure(value, kind);
    return `${label}: ${figure}`;
  });
  return [name, lines.join("\n")];
}

interface Box {
  /** The left and right edges, as fractions of the column's width. */
  readonly from: number;
  readonly to: number;
  /** The distance from the axis and the height, as percentages of the plot's height. */
  readonly bottom: number;
  readonly height: number;
  readonly fill: string;
}

/** Returns a column's boxes: stacked if the values add up, otherwise side by side. */
function buildBoxes(
  values: readonly number[],
  kind: Chart["kind"],
  toHeight: (value: number) => number,
): Box[] {
  let below = 0;
  return values.map((value, index) => {
    const fill = FILLS[index] ?? "";
    const bottom = kind === "sum" ? toHeight(below) : 0;
    const height = toHeight(below + value) - toHeight(below);
    if (kind === "sum") below += value;
    const [from, to] = kind === "sum" ? [0, 1] : [index / values.length, (index + 1) / values.length];
    return { from, to, bottom, height, fill };
  });
}

function Column({ boxes, left, width }: { boxes: readonly Box[]; left: number; width: number }) {
  const start = left + (width * (1 - COLUMN_WIDTH)) / 2;
  return boxes
    .filter(({ height }) => height > 0)
    .map(({ from, to, bottom, height, fill }) => (
      <rect
        key={fill}
        x={(start + from * width * COLUMN_WIDTH).toFixed(3)}
        width={((to - from) * width * COLUMN_WIDTH).toFixed(3)}
        y={(100 - bottom - height).toFixed(3)}
        height={height.toFixed(3)}
        className={fill}
      />
    ));
}

/** Draws a line. The area below it is filled only if the axis begins at zero; otherwise, the area would mislead. */
function Level({ points, startsAtZero }: { points: [x: number, y: number][]; startsAtZero: boolean }) {
  const path = `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}`;
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return (
    <>
      {startsAtZero ? <path d={`${path}L${last} 100L${first} 100Z`} className="fill-accent-soft" /> : null}
      <path
        d={path}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </>
  );
}

const describeLevels = (first: string, last: string) =>
  first === last ? `Unchanged at ${last}.` : `From ${first} to ${last}.`;
