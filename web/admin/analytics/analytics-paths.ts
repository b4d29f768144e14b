import { type AnalyticsQuery, buildAnalyticsParams } from "#core/admin/analytics.ts";
import { buildAdminPath } from "../tabs.ts";

export const buildAnalyticsPath = (query: AnalyticsQuery): string =>
  buildAdminPath("analytics", buildAnalyticsParams(query));

export function buildDownloadPath(query: AnalyticsQuery): string {
  const params = buildAnalyticsParams(query);
  return params.size > 0 ? `/admin/analytics/download?${params}` : "/admin/analytics/download";
}
