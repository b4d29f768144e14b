interface StoredVersion {
  /** The ETag with its quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** Whether the client's copy is current, according to If-None-Match or, if that is missing, If-Modified-Since. */
export function isUnchanged(
  { ifNoneMatch, ifModifiedSince }: { ifNoneMatch: string | undefined; ifModifiedSince: string | undefined },
  storedVersion: StoredVersion,
): boolean {
  if (ifNoneMatch !== undefined) {
    const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    return tags.includes("*") || tags.includes(storedVersion.etag);
  }
  const since = Date.parse(ifModifiedSince ?? "");
  return Number.isFinite(since) && truncateToSeconds(storedVersion.modifiedAt) <= since;
}

/** Whether a range may be sent, because If-Range is missing or matches the current version. */
export function allowsRange(ifRange: string | undefined, storedVersion: StoredVersion): boolean {
  if (ifRange === undefined) return true;
  if (/^\s*(W\/)?"/.test(ifRange)) return ifRange.trim() === storedVersion.etag;
  return Date.parse(ifRange) === truncateToSeconds(storedVersion.modifiedAt);
}

/** Dates in headers have no milliseconds. */
function truncateToSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
