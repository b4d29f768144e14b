/** Daily activity counts. Database triggers count new rows; page views are counted in memory. */
import type { Viewer } from "#core/accounts/member.ts";
import type { Analytics, AnalyticsQuery } from "#core/admin/analytics.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { createViewCounter, type ViewCounter } from "./count-views.ts";
import type { AnalyticsDeps } from "./deps.ts";
import { mergeCounts } from "./merge-counts.ts";
import { readAnalytics } from "./read-analytics.ts";

export { buildDailyCount } from "./build-daily-count.ts";
export { countActivity, subtractCounts } from "./merge-counts.ts";

export interface AnalyticsModule {
  readonly administration: { read(viewer: Viewer, query: AnalyticsQuery): Promise<Analytics> };
  readonly views: ViewCounter;
  addJobs(jobs: Jobs): void;
}

export function createAnalytics(deps: AnalyticsDeps): AnalyticsModule {
  return {
    administration: { read: (viewer, query) => readAnalytics(deps, viewer, query) },
    views: createViewCounter(deps),
    addJobs(jobs) {
      jobs.add({
        name: "analytics-join",
        cron: "*/10 * * * *",
        timeoutSeconds: 300,
        run: () => mergeCounts(deps),
      });
    },
  };
}
