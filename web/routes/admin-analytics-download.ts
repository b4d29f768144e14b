import { parseAnalyticsQuery } from "#core/admin/analytics.ts";
import { getAnalyticsFileName, toAnalyticsRows } from "#core/admin/analytics-charts.ts";
import { formatCsv } from "#core/csv.ts";
import { buildAnalyticsPath } from "#web/admin/analytics/analytics-tab.tsx";
import { loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-analytics-download";

/** The Analytics tab's data as CSV. The operation refuses non-administrators. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseAnalyticsQuery(url.searchParams);
  const analytics = await loadForMember(context, url, ({ admin }, viewer) =>
    admin.analytics.read(viewer, query),
  );
  // The session must be refreshed first, which only a page can do.
  if (!analytics)
    return new Response(null, { status: 303, headers: { Location: buildAnalyticsPath(query) } });
  return new Response(formatCsv(toAnalyticsRows(analytics)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${getAnalyticsFileName(analytics)}"`,
      "Cache-Control": "no-store",
    },
  });
}
