/** Whether the browser is prefetching, so that the page may never be shown. */
export function isPrefetch({ headers }: Request): boolean {
  return /prefetch|prerender/i.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
}
