import {
  type Analytics,
  type AnalyticsQuery,
  buildAnalyticsParams,
  PERIODS,
  type Period,
} from "#core/admin/analytics.ts";
import { CHARTS } from "#core/admin/analytics-charts.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { FilterChips, FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { buildAdminPath } from "../tabs.ts";
import { CountChart } from "./count-chart.tsx";
import { formatLength, formatRange } from "./format-span.ts";

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
        label="Period"
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
