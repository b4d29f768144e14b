import type { Analytics } from "#core/admin/analytics.ts";
import type { Chart } from "#core/admin/analytics-charts.ts";
import { ChartFigure } from "#web/ui/charts/chart-figure.tsx";
import { ChartTable } from "#web/ui/charts/chart-table.tsx";
import { formatDay } from "#web/ui/format-day.ts";
import { CountPlot, FILLS } from "./count-plot.tsx";
import { formatComparison, formatFigure, formatHeadline, isEmpty } from "./figures.ts";
import { formatLength, formatSpan } from "./format-span.ts";

const UNKNOWN = "not counted";

export function CountChart({ chart, analytics }: { chart: Chart; analytics: Analytics }) {
  const { query, spans, series } = analytics;
  const parts = chart.parts.map(({ series: name, label }) => ({ label, ...series[name] }));
  const columns = [
    ...parts,
    ...(chart.tableOnlyParts ?? []).map(({ series: name, label }) => ({ label, ...series[name] })),
  ];
  const since = parts[0]?.since ?? null;
  const isStartInRange = since !== null && since > (spans[0]?.first ?? "");
  const empty = isEmpty(chart, parts);
  const comparison = formatComparison(chart, parts, query);
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 sm:p-5 lg:first:col-span-2">
      <ChartFigure
        title={<span className="text-base">{chart.title}</span>}
        legend={
          parts.length > 1
            ? parts.map(({ label }, index) => ({ label, sample: <Sample fill={FILLS[index] ?? ""} /> }))
            : []
        }
        table={
          empty ? null : (
            <ChartTable
              columns={[
                query.period === "day" ? "Day" : query.period === "week" ? "Week" : "Month",
                ...columns.map(({ label }) => label),
              ]}
              rows={spans
                .map((span, index) => [
                  `${formatSpan(query.period, span)}${index === spans.length - 1 ? ", so far" : ""}`,
                  ...columns.map(({ values }) => formatCell(chart, values[index] ?? null)),
                ])
                .reverse()}
            />
          )
        }
      >
        <p className="mb-4">
          <span className="figures text-2xl font-bold max-sm:text-xl">{formatHeadline(chart, parts)}</span>{" "}
          {comparison ? <span className="figures text-sm text-muted">{comparison}</span> : null}
        </p>
        {empty ? (
          <p className="grid h-28 place-items-center lg:h-44 rounded-md border border-dashed border-line-strong px-6 text-center text-sm text-muted">
            {chart.kind === "hours"
              ? `No reports were resolved in the last ${formatLength(query)}.`
              : isStartInRange
                ? `No data yet. Counting began on ${formatDay(since)}.`
                : `Nothing in the last ${formatLength(query)}.`}
          </p>
        ) : (
          <CountPlot chart={chart} parts={parts} period={query.period} spans={spans} />
        )}
      </ChartFigure>
      <p className="mt-auto pt-3 text-xs text-faint">
        {chart.note}
        {since === null ? null : ` Counted since ${formatDay(since)}.`}
      </p>
    </div>
  );
}

function formatCell({ kind }: Chart, value: number | null): string {
  if (value !== null) return formatFigure(value, kind);
  return kind === "hours" ? "none" : UNKNOWN;
}

const Sample = ({ fill }: { fill: string }) => (
  <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
    <rect width="10" height="10" rx="2" className={fill} />
  </svg>
);
