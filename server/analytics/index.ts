/**
 * What happened on the site, by the day: owns `activity_counts`, `activity_added` and `activity_since`. Posts, comments,
 * votes, members, sign-ins, reports and articles are counted by triggers of the database in the transaction that makes
 * them; views of pages are counted here, in memory, and written every few seconds.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { Analytics, AnalyticsQuery } from "#core/admin/analytics.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { createViewCounter, type ViewCounter } from "./count-views.ts";
import type { AnalyticsDeps } from "./deps.ts";
import { joinCounts } from "./join-counts.ts";
import { readAnalytics } from "./read-analytics.ts";

export interface AnalyticsModule {
  /** Guarded: for administrators alone. */
  readonly administration: { read(viewer: Viewer, query: AnalyticsQuery): Promise<Analytics> };
  readonly views: ViewCounter;
  addJobs(jobs: Jobs): void;
}

export function createAnalytics(deps: AnalyticsDeps): AnalyticsModule {
  return {
    administration: { read: (viewer, query) => readAnalytics(deps, viewer, query) },
    views: createViewCounter(deps),
    addJobs(jobs) {
      jobs.add({ name: "analytics-join", cron: "*/10 * * * *", seconds: 300, run: () => joinCounts(deps) });
    },
  };
}
