export const INVITATION_FILTERS = ["all", "active", "ended"] as const;
export type InvitationFilter = (typeof INVITATION_FILTERS)[number];

export interface InvitationListQuery {
  readonly show: InvitationFilter;
  readonly cursor: string | null;
}

/** Parses `?show=&after=`; unknown values are ignored. */
export const parseInvitationListQuery = (params: URLSearchParams): InvitationListQuery => ({
  show: INVITATION_FILTERS.find((show) => show === params.get("show")) ?? "all",
  cursor: params.get("after"),
});

export function buildInvitationListPath(path: string, { show, cursor }: InvitationListQuery): string {
  const params = new URLSearchParams({
    ...(show === "all" ? {} : { show }),
    ...(cursor === null ? {} : { after: cursor }),
  });
  return params.size > 0 ? `${path}?${params}` : path;
}
