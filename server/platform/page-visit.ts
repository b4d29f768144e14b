/** A request for a page, for those who count what was read and who is here. */
export interface PageVisit {
  /** Of the address that was asked for: a page's, or with `.data` at its end its data's. */
  readonly path: string;
  /** Of whoever asks (platform/client-address.ts). */
  readonly address: string;
  readonly userAgent: string;
  readonly referer: string | undefined;
  /** Whether somebody is shown the page now. */
  readonly isSeen: boolean;
  readonly isMembers: boolean;
}

/**
 * Whether a request shows somebody a page: not when a browser fetches it ahead, and maybe for nobody. One that was says
 * with a HEAD of its own that it is shown (web/shell/wait-for-someone.ts).
 */
export function isSeenNow(method: string | undefined, header: (name: string) => string | undefined): boolean {
  if (method === "HEAD") return header("sec-fetch-site") === "same-origin";
  return method === "GET" && !/prefetch|prerender/i.test(header("sec-purpose") ?? header("purpose") ?? "");
}

/** The page that was asked for, where a client-side navigation asks for its data as well. */
export const pageOf = ({ path }: Pick<PageVisit, "path">): string =>
  path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
