/** Whether a browser fetches this ahead: nobody has seen it yet, and maybe nobody will. */
export function isAhead({ headers }: Request): boolean {
  return /prefetch|prerender/i.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
}
