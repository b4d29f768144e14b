/** A request for a page, for those who count what was read and who is here. */
export interface PageVisit {
  readonly method: string;
  /** Of the address that was asked for: a page's, or with `.data` at its end its data's. */
  readonly path: string;
  /** Of whoever asks (platform/client-address.ts). */
  readonly address: string;
  readonly userAgent: string;
  readonly referer: string | undefined;
  /** Whether the browser fetches ahead: nobody has seen the page yet, and maybe nobody will. */
  readonly isAhead: boolean;
  readonly isMembers: boolean;
}

export const isFetchedAhead = (purpose: string | undefined): boolean =>
  purpose !== undefined && /prefetch|prerender/i.test(purpose);

/** The page that was asked for, where a client-side navigation asks for its data as well. */
export const pageOf = ({ path }: Pick<PageVisit, "path">): string =>
  path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
