import type { Analytics } from "#core/admin/analytics.ts";
import type { Chart } from "#core/admin/analytics-charts.ts";
import { ChartFigure } from "#web/ui/charts/chart-figure.tsx";
import { ChartTable } from "#web/ui/charts/chart-table.tsx";
import { CountPlot, FILLS } from "./count-plot.tsx";
import { compare, headline, isEmpty, writeFigure } from "./figures.ts";
import { formatLength, spanName, writeDay } from "./format-span.ts";

const UNKNOWN = "not counted";

export function CountChart({ chart, analytics }: { chart: Chart; analytics: Analytics }) {
  const { query, spans, series } = analytics;
  const parts = chart.parts.map(({ series: name, label }) => ({ label, ...series[name] }));
  const columns = [
    ...parts,
    ...(chart.more ?? []).map(({ series: name, label }) => ({ label, ...series[name] })),
  ];
  const since = parts[0]?.since ?? null;
  const isSinceWithin = since !== null && since > (spans[0]?.first ?? "");
  const empty = isEmpty(chart, parts);
  const comparison = compare(chart, parts, query);
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 sm:p-5 lg:first:col-span-2">
      <ChartFigure
        title={<span className="text-base">{chart.title}</span>}
        legend={
          parts.length > 1
            ? parts.map(({ label }, at) => ({ label, sample: <Sample fill={FILLS[at] ?? ""} /> }))
            : []
        }
        table={
          empty ? null : (
            <ChartTable
              columns={[
                query.by === "day" ? "Day" : query.by === "week" ? "Week" : "Month",
                ...columns.map(({ label }) => label),
              ]}
              rows={spans
                .map((span, at) => [
                  `${spanName(query.by, span)}${at === spans.length - 1 ? ", so far" : ""}`,
                  ...columns.map(({ values }) => writeCell(chart, values[at] ?? null)),
                ])
                .reverse()}
            />
          )
        }
      >
        <p className="mb-4">
          <span className="figures text-2xl font-bold">{headline(chart, parts)}</span>{" "}
          {comparison ? <span className="figures text-sm text-muted">{comparison}</span> : null}
        </p>
        {empty ? (
          <p className="grid h-28 place-items-center lg:h-44 rounded-md border border-dashed border-line-strong px-6 text-center text-sm text-muted">
            {chart.kind === "hours"
              ? `No reports were decided in the last ${formatLength(query)}.`
              : `Nothing in the last ${formatLength(query)}${isSinceWithin ? ", since counting began" : ""}.`}
          </p>
        ) : (
          <CountPlot chart={chart} parts={parts} by={query.by} spans={spans} />
        )}
      </ChartFigure>
      <p className="mt-auto pt-3 text-xs text-faint">
        {chart.note}
        {since === null ? null : ` Counted since ${writeDay(since)}.`}
      </p>
    </div>
  );
}

function writeCell({ kind }: Chart, value: number | null): string {
  if (value !== null) return writeFigure(value, kind);
  return kind === "hours" ? "none" : UNKNOWN;
}

const Sample = ({ fill }: { fill: string }) => (
  <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
    <rect width="10" height="10" rx="2" className={fill} />
  </svg>
);
