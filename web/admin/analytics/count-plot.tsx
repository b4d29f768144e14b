import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { Period, Series, Span } from "#core/admin/analytics.ts";
import type { Chart } from "#core/admin/analytics-charts.ts";
import { Plot, type Tick } from "#web/ui/charts/plot.tsx";
import { writeFigure } from "./figures.ts";
import { shortSpanName, spanName, writeRange } from "./format-span.ts";

type Part = Series & { readonly label: string };

interface CountPlotProps {
  readonly chart: Chart;
  readonly parts: readonly Part[];
  readonly by: Period;
  readonly spans: readonly Span[];
}

/** In the order of a chart's parts. Distinguishable in both themes without green and red. */
export const FILLS = ["fill-accent", "fill-down", "fill-faint"] as const;

/** The part of a span's width that its column takes. */
const COLUMN = 0.78;
/** Labels that fit under the axis on a phone without touching. */
const X_TICKS = 4;
const Y_TICKS = 4;
/** The part of the plot's width that a short label needs on a phone. */
const LABEL_FITS = 0.4;

/** Draws columns, or a line for a level. */
export function CountPlot({ chart, parts, by, spans }: CountPlotProps) {
  const { kind } = chart;
  const stacks = spans.map((_, at) => parts.map(({ values }) => values[at] ?? 0));
  const heights =
    kind === "sum" ? stacks.map((values) => values.reduce((sum, value) => sum + value, 0)) : stacks.flat();
  const highest = Math.max(...heights, 1);
  const lowest = kind === "level" ? getAxisStart(Math.min(...heights), highest) : 0;
  const y = scaleLinear([lowest, highest], [100, 0]).nice(Y_TICKS);
  const ticks = y.ticks(Y_TICKS).filter((value) => kind === "hours" || Number.isInteger(value));
  const place = (at: number) => (at + 0.5) / spans.length;
  const x: Tick[] = [
    ...new Set(
      Array.from({ length: X_TICKS }, (_, step) => Math.round((step / (X_TICKS - 1)) * (spans.length - 1))),
    ),
  ].map((at) => ({ at: place(at), label: shortSpanName(by, spans[at] as Span) }));
  // The time before counting began.
  const uncounted = kind === "hours" ? 0 : (parts[0]?.values ?? []).filter((value) => value === null).length;
  const top = heights.indexOf(Math.max(...heights));
  const topSpan = spans[kind === "sum" ? top : Math.floor(top / parts.length)];
  const summary = [
    `${chart.title} by ${by}, ${writeRange(spans[0]?.first ?? "", spans.at(-1)?.last ?? "")}.`,
    kind === "level"
      ? `From ${writeFigure(stacks[0]?.[0] ?? 0, kind)} to ${writeFigure(stacks.at(-1)?.[0] ?? 0, kind)}.`
      : `Highest: ${writeFigure(Math.max(...heights), kind)}, ${topSpan ? spanName(by, topSpan) : ""}.`,
  ].join(" ");
  return (
    <Plot
      isLow
      label={summary}
      x={x}
      y={ticks.map((value) => ({ at: 1 - y(value) / 100, label: writeFigure(value, kind) }))}
      {...(kind === "hours" ? { yName: "Hours" } : {})}
      over={
        uncounted / spans.length > LABEL_FITS ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 -translate-1/2 text-muted"
            style={{ left: `${(uncounted / spans.length) * 50}%` }}
          >
            Not counted yet
          </span>
        ) : null
      }
    >
      {uncounted > 0 ? (
        <rect width={(uncounted / spans.length) * 100} height="100" className="fill-hover" />
      ) : null}
      {kind === "level" ? (
        <Level
          points={stacks.map((values, at) => [place(at) * 100, y(values[0] ?? 0)])}
          isFromNought={y.invert(100) === 0}
        />
      ) : (
        spans.map((span, at) => (
          <Columns
            key={span.first}
            boxes={buildBoxes(stacks[at] ?? [], kind, (value) => 100 - y(value))}
            left={(at / spans.length) * 100}
            width={100 / spans.length}
          />
        ))
      )}
      {spans.map((span, at) => (
        <rect
          key={span.first}
          x={(at / spans.length) * 100}
          width={100 / spans.length}
          height="100"
          className="fill-transparent hover:fill-hover/40"
        >
          <title>{buildTooltip(chart, parts, at, spanName(by, span))}</title>
        </rect>
      ))}
    </Plot>
  );
}

/** Where a line's axis begins: low enough to show the change, or at zero when there is none. */
const getAxisStart = (lowest: number, highest: number): number =>
  lowest === highest ? 0 : Math.max(0, lowest - Math.max((highest - lowest) / 2, highest / 100));

/** The tooltip of a span. Readers without a pointer use the table. */
function buildTooltip({ kind }: Chart, parts: readonly Part[], at: number, name: string): string {
  const lines = parts.map(({ label, values }) => {
    const value = values[at] ?? null;
    const figure = value === null ? (kind === "hours" ? "none" : "not counted") : writeFigure(value, kind);
    return `${label}: ${figure}`;
  });
  return [name, ...lines].join("\n");
}

interface Box {
  /** In parts of the column's width, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Above the axis, from 0 to 100. */
  readonly bottom: number;
  readonly height: number;
  readonly fill: string;
}

/** Stacked when the parts add up, otherwise side by side. */
function buildBoxes(
  values: readonly number[],
  kind: Chart["kind"],
  toHeight: (value: number) => number,
): Box[] {
  let below = 0;
  return values.map((value, part) => {
    const fill = FILLS[part] ?? "";
    const bottom = kind === "sum" ? toHeight(below) : 0;
    const height = toHeight(below + value) - toHeight(below);
    if (kind === "sum") below += value;
    const [from, to] = kind === "sum" ? [0, 1] : [part / values.length, (part + 1) / values.length];
    return { from, to, bottom, height, fill };
  });
}

function Columns({ boxes, left, width }: { boxes: readonly Box[]; left: number; width: number }) {
  const start = left + (width * (1 - COLUMN)) / 2;
  return boxes
    .filter(({ height }) => height > 0)
    .map(({ from, to, bottom, height, fill }) => (
      <rect
        key={fill}
        x={(start + from * width * COLUMN).toFixed(3)}
        width={((to - from) * width * COLUMN).toFixed(3)}
        y={(100 - bottom - height).toFixed(3)}
        height={height.toFixed(3)}
        className={fill}
      />
    ));
}

/** Filled only when the axis begins at zero; otherwise the area would mislead. */
function Level({ points, isFromNought }: { points: [number, number][]; isFromNought: boolean }) {
  const path = line()(points) ?? "";
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return (
    <>
      {isFromNought ? <path d={`${path}L${last} 100L${first} 100Z`} className="fill-accent-soft" /> : null}
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
