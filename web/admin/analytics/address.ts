import { type AnalyticsQuery, writeAnalyticsAddress } from "#core/admin/analytics.ts";
import { adminHref } from "../tabs.ts";

export const analyticsHref = (query: AnalyticsQuery): string =>
  adminHref("analytics", writeAnalyticsAddress(query));

/** The same data as a CSV file. */
export function downloadHref(query: AnalyticsQuery): string {
  const params = writeAnalyticsAddress(query);
  return params.size > 0 ? `/admin/analytics/download?${params}` : "/admin/analytics/download";
}
