export const REPORTS_PAGE_SIZE = 20;

export const REPORT_STATES = ["open", "decided"] as const;
export type ReportState = (typeof REPORT_STATES)[number];
/** Sort orders of open reports; decided ones are sorted by decision time. */
export const REPORT_SORTS = ["newest", "most"] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

export interface ReportListQuery {
  readonly state: ReportState;
  readonly sort: ReportSort;
  readonly cursor: string | null;
}

const ADMIN_PATH = "/admin";

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
  return `${ADMIN_PATH}?${params}`;
}

export const buildReportGroupPath = (groupId: string) => `/admin/reports/${groupId}`;
