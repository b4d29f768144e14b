import { parseRetryAfter } from "#core/news/schedule.ts";
import type { MarketDeps } from "./deps.ts";
import { postponeFetches } from "./schedule.ts";

export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly status: number;

  constructor(status: number, message = `the price source responded with ${status}`) {
    super(message);
    this.status = status;
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The minimum pause after one of RATE_LIMIT_STATUSES. */
const PAUSE_MIN_MS = 10 * MINUTE_MS;
const RATE_LIMIT_STATUSES = [429, 503];

/** Fetches JSON from the source. After a 429 or 503, all fetches pause. Throws SafeFetchError, SourceError. */
export async function fetchFromSource(
  deps: MarketDeps,
  url: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<unknown> {
  const { status, headers, body } = await deps.safeFetch(url, {
    headers: { Accept: "application/json" },
    maxBytes,
    // The URL may be on a private network. A redirect must not lead to other hosts there.
    maxRedirects: 0,
    ...(signal ? { signal } : {}),
  });
  if (RATE_LIMIT_STATUSES.includes(status)) {
    const requestedMs = (parseRetryAfter(headers["retry-after"], deps.clock.now()) ?? 0) * 1000;
    await postponeFetches(deps, ["prices", "charts"], Math.min(DAY_MS, Math.max(PAUSE_MIN_MS, requestedMs)));
  }
  if (status !== 200) throw new SourceError(status);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new SourceError(status, "the price source's response is not JSON");
  }
}

export const isRateLimited = (error: unknown) =>
  error instanceof SourceError && RATE_LIMIT_STATUSES.includes(error.status);
