interface Kept {
  /** With its quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** Whether the caller's copy is still good, by If-None-Match or, only without it, by If-Modified-Since. */
export function isUnchanged(
  { ifNoneMatch, ifModifiedSince }: { ifNoneMatch: string | undefined; ifModifiedSince: string | undefined },
  kept: Kept,
): boolean {
  if (ifNoneMatch !== undefined) {
    const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    return tags.includes("*") || tags.includes(kept.etag);
  }
  const since = Date.parse(ifModifiedSince ?? "");
  return Number.isFinite(since) && wholeSeconds(kept.modifiedAt) <= since;
}

/** Whether a range may be answered: If-Range must name this very version, else the whole is sent. */
export function holdsForRange(ifRange: string | undefined, kept: Kept): boolean {
  if (ifRange === undefined) return true;
  if (/^\s*(W\/)?"/.test(ifRange)) return ifRange.trim() === kept.etag;
  return Date.parse(ifRange) === wholeSeconds(kept.modifiedAt);
}

/** A date in a header has no milliseconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
