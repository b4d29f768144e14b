interface Kept {
  /** Including its quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** Whether the client's copy is current, by If-None-Match or, without that, If-Modified-Since. */
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

/** Whether a range request may be answered with a part: If-Range must match the current version. */
export function holdsForRange(ifRange: string | undefined, kept: Kept): boolean {
  if (ifRange === undefined) return true;
  if (/^\s*(W\/)?"/.test(ifRange)) return ifRange.trim() === kept.etag;
  return Date.parse(ifRange) === wholeSeconds(kept.modifiedAt);
}

/** Dates in headers have no milliseconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
