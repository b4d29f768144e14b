export const REPORTS_PAGE_SIZE = 20;

export type ReportState = "open" | "decided";
/** Sort orders of open reports; decided ones are sorted by decision time. */
export type ReportSort = "newest" | "most";

export interface ReportListQuery {
  readonly state: ReportState;
  readonly sort: ReportSort;
  readonly cursor: string | null;
}

/** Parses `?state=&sort=&after=`; unknown values fall back to the default. */
export function parseReportListQuery(params: URLSearchParams): ReportListQuery {
  const state = params.get("state") === "decided" ? "decided" : "open";
  const sort = state === "open" && params.get("sort") === "most" ? "most" : "newest";
  return { state, sort, cursor: params.get("after") || null };
}

export function buildReportListPath({
  state = "open",
  sort = "newest",
  cursor = null,
}: Partial<ReportListQuery>) {
  const params = new URLSearchParams({ tab: "reports" });
  if (state !== "open") params.set("state", state);
  else if (sort !== "newest") params.set("sort", sort);
  if (cursor) params.set("after", cursor);
  return `/admin?${params}`;
}

export const buildReportGroupPath = (groupId: string) => `/admin/reports/${groupId}`;
