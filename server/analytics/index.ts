/** Daily activity counts. Database triggers count new rows; page views are counted in memory. */
import type { Viewer } from "#core/accounts/member.ts";
import type { AnalyticsQuery } from "#core/admin/analytics.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { createViewCounter } from "./count-views.ts";
import type { AnalyticsDeps } from "./deps.ts";
import { mergeCounts } from "./merge-counts.ts";
import { readAnalytics } from "./read-analytics.ts";

export { buildDailyCount } from "./build-daily-count.ts";
export { countActivity, subtractCounts } from "./merge-counts.ts";

export function createAnalytics(deps: AnalyticsDeps) {
  return {
    administration: { read: (viewer: Viewer, query: AnalyticsQuery) => readAnalytics(deps, viewer, query) },
    views: createViewCounter(deps),
    addJobs(jobs: Jobs) {
      jobs.add({
        name: "analytics-join",
        cron: "*/10 * * * *",
        timeoutSeconds: 300,
        run: () => mergeCounts(deps),
      });
    },
  };
}

export type AnalyticsModule = ReturnType<typeof createAnalytics>;
