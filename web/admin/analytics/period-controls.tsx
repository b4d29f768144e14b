import { type AnalyticsQuery, PERIODS, type Period } from "#core/admin/analytics.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { analyticsHref, downloadHref } from "./address.ts";
import { formatLength } from "./format-span.ts";

/** Links, so that a view can be shared and works without JavaScript. */
export function PeriodControls({ query }: { query: AnalyticsQuery }) {
  const lengths = [...PERIODS[query.by].lengths].sort((one, other) => one - other);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <nav aria-label="Period" className="flex gap-1 rounded-md border border-line bg-surface p-1">
        {(Object.keys(PERIODS) as Period[]).map((by) => (
          <Choice
            key={by}
            look="tab"
            to={analyticsHref({ by, last: PERIODS[by].lengths[0] })}
            active={by === query.by}
          >
            {PERIODS[by].label}
          </Choice>
        ))}
      </nav>
      <nav aria-label="Length">
        <ul className="flex flex-wrap gap-2">
          {lengths.map((last) => (
            <li key={last}>
              <Choice look="chip" to={analyticsHref({ ...query, last })} active={last === query.last}>
                {formatLength({ ...query, last })}
              </Choice>
            </li>
          ))}
        </ul>
      </nav>
      <a href={downloadHref(query)} className={buttonClasses({ size: "sm" }, "sm:ms-auto")}>
        <Icon name="download" size={15} />
        Download CSV
      </a>
    </div>
  );
}
