import {
  type Analytics,
  type AnalyticsQuery,
  buildAnalyticsParams,
  PERIODS,
  type Period,
} from "#core/admin/analytics.ts";
import { CHARTS, type Chart } from "#core/admin/analytics-charts.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { ChartFigure, ChartTable } from "#web/ui/charts/chart-figure.tsx";
import { formatDay } from "#web/ui/day-time.tsx";
import { FilterChips, FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { buildAdminPath } from "../tabs.ts";
import { CountPlot, FILLS } from "./count-plot.tsx";
import {
  formatComparison,
  formatFigure,
  formatHeadline,
  formatLength,
  formatRange,
  formatSpan,
  isEmpty,
} from "./figures.ts";

export function AnalyticsTab({ analytics }: { analytics: Analytics }) {
  const { query, spans } = analytics;
  return (
    <>
      <PeriodControls query={query} />
      <p className="text-sm text-muted">
        {formatRange(spans[0]?.first ?? "", spans.at(-1)?.last ?? "")}. Days begin at midnight UTC
        {query.period === "week" ? ", weeks on Mondays" : ""}; the current {query.period} is incomplete.
      </p>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {CHARTS.map((chart) => (
          <CountChart key={chart.id} chart={chart} analytics={analytics} />
        ))}
      </div>
    </>
  );
}

function PeriodControls({ query }: { query: AnalyticsQuery }) {
  const lengths = [...PERIODS[query.period].lengths].sort((a, b) => a - b);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <FilterTabs
        label="Group by"
        options={(Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: PERIODS[value].label }))}
        selected={query.period}
        buildHref={(period) => buildAnalyticsPath({ period, length: PERIODS[period].lengths[0] })}
      />
      <FilterChips
        label="Time range"
        options={lengths.map((value) => ({ value, label: formatLength({ ...query, length: value }) }))}
        selected={query.length}
        buildHref={(length) => buildAnalyticsPath({ ...query, length })}
      />
      <a href={buildDownloadPath(query)} className={buttonClasses({ size: "sm" }, "lg:ms-auto")}>
        <Icon name="download" size={15} />
        Download CSV
      </a>
    </div>
  );
}

export const buildAnalyticsPath = (query: AnalyticsQuery): string =>
  buildAdminPath("analytics", buildAnalyticsParams(query));

function buildDownloadPath(query: AnalyticsQuery): string {
  const params = buildAnalyticsParams(query);
  return params.size > 0 ? `/admin/analytics/download?${params}` : "/admin/analytics/download";
}

function CountChart({ chart, analytics }: { chart: Chart; analytics: Analytics }) {
  const { query, spans, series } = analytics;
  const parts = chart.parts.map(({ series: name, label }) => ({ label, ...series[name] }));
  const columns = [
    ...parts,
    ...(chart.tableOnlyParts ?? []).map(({ series: name, label }) => ({ label, ...series[name] })),
  ];
  const since = parts[0]?.since ?? null;
  const isStartInRange = since !== null && since > (spans[0]?.first ?? "");
  const hasNoData = isEmpty(chart, parts);
  const comparison = formatComparison(chart, parts, query);
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 sm:p-5 lg:first:col-span-2">
      <ChartFigure
        title={<span className="text-base">{chart.title}</span>}
        legend={
          parts.length > 1
            ? parts.map(({ label }, index) => ({ label, swatch: <Swatch fill={FILLS[index] ?? ""} /> }))
            : []
        }
        table={
          hasNoData ? null : (
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
        {hasNoData ? (
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
        {since === null || (hasNoData && isStartInRange) ? null : ` Counted since ${formatDay(since)}.`}
      </p>
    </div>
  );
}

function formatCell({ kind }: Chart, value: number | null): string {
  if (value !== null) return formatFigure(value, kind);
  return kind === "hours" ? "none" : "not counted";
}

const Swatch = ({ fill }: { fill: string }) => (
  <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
    <rect width="10" height="10" rx="2" className={fill} />
  </svg>
);
