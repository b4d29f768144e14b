/** A page request, for analytics, presence and article views. */
export interface PageVisit {
  /** The requested path; ends with `.data` for a client-side navigation. */
  readonly path: string;
  /** The client's IP address. */
  readonly address: string;
  readonly userAgent: string;
  readonly referer: string | undefined;
  /** Whether a person is seeing the page now. */
  readonly isSeen: boolean;
  readonly isMember: boolean;
}

/**
 * Whether a person is seeing the page now. A prefetch doesn't show the page. If the page is shown later, it sends a
 * HEAD request (web/shell/load-on-interaction.ts).
 */
export function isSeenNow(method: string | undefined, header: (name: string) => string | undefined): boolean {
  if (method === "HEAD") return header("sec-fetch-site") === "same-origin";
  return method === "GET" && !/prefetch|prerender/i.test(header("sec-purpose") ?? header("purpose") ?? "");
}

/** Returns the path of the page, including for the data request of a client-side navigation. */
export const getPagePath = ({ path }: Pick<PageVisit, "path">): string =>
  path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
