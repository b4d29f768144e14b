import type { Analytics } from "#core/admin/analytics.ts";
import { CHARTS } from "#core/admin/analytics-charts.ts";
import { CountChart } from "./count-chart.tsx";
import { formatRange } from "./format-span.ts";
import { PeriodControls } from "./period-controls.tsx";

export function AnalyticsTab({ analytics }: { analytics: Analytics }) {
  const { query, spans } = analytics;
  return (
    <section aria-labelledby="analytics" className="grid grid-cols-1 gap-4">
      <h2 id="analytics" className="sr-only">
        Analytics
      </h2>
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
    </section>
  );
}
