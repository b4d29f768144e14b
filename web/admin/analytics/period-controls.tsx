import { type AnalyticsQuery, PERIODS, type Period } from "#core/admin/analytics.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { FilterChips, FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { buildAnalyticsPath, buildDownloadPath } from "./analytics-paths.ts";
import { formatLength } from "./format-span.ts";

export function PeriodControls({ query }: { query: AnalyticsQuery }) {
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
