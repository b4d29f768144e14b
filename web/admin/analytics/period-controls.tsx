import { type AnalyticsQuery, PERIODS, type Period } from "#core/admin/analytics.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { FilterLink } from "#web/ui/filter-link.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { buildAnalyticsPath, buildDownloadPath } from "./analytics-paths.ts";
import { formatLength } from "./format-span.ts";

/** The controls are links, so that a view can be shared and works without JavaScript. */
export function PeriodControls({ query }: { query: AnalyticsQuery }) {
  const lengths = [...PERIODS[query.period].lengths].sort((a, b) => a - b);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <nav aria-label="Period" className="flex gap-1 rounded-md border border-line bg-surface p-1">
        {(Object.keys(PERIODS) as Period[]).map((period) => (
          <FilterLink
            key={period}
            variant="tab"
            to={buildAnalyticsPath({ period, length: PERIODS[period].lengths[0] })}
            active={period === query.period}
          >
            {PERIODS[period].label}
          </FilterLink>
        ))}
      </nav>
      <nav aria-label="Time range">
        <ul className="flex flex-wrap gap-1 sm:gap-2">
          {lengths.map((length) => (
            <li key={length}>
              <FilterLink
                variant="chip"
                to={buildAnalyticsPath({ ...query, length })}
                active={length === query.length}
              >
                {formatLength({ ...query, length })}
              </FilterLink>
            </li>
          ))}
        </ul>
      </nav>
      <a href={buildDownloadPath(query)} className={buttonClasses({ size: "sm" }, "lg:ms-auto")}>
        <Icon name="download" size={15} />
        Download CSV
      </a>
    </div>
  );
}
