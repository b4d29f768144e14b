import { FETCH_INTERVAL_MAX } from "./limits.ts";
import type { SourceHealth } from "./types.ts";

const DOUBLINGS_MAX = 6;
/** The number of consecutive failures after which a feed counts as broken. */
const BROKEN_AFTER_FAILURES = 5;

export interface DelayFactors {
  /** Consecutive failures, including this fetch. */
  readonly failures: number;
  readonly intervalMinutes: number;
  /** The wait that the server requested (Retry-After, Cache-Control, ttl). */
  readonly requestedSeconds: number | null;
  /** A random number from 0 to 1. Lengthens the wait by up to 10%, so that feeds aren't fetched in lockstep. */
  readonly jitter: number;
}

/**
 * Returns the milliseconds until the next fetch. The interval is doubled for each consecutive failure after the first,
 * up to DOUBLINGS_MAX times. The wait is at most FETCH_INTERVAL_MAX, even if a longer interval is stored.
 */
export function computeFetchDelay({ failures, intervalMinutes, requestedSeconds, jitter }: DelayFactors) {
  const doublings = Math.min(DOUBLINGS_MAX, Math.max(0, failures - 1));
  const usualWaitMs = intervalMinutes * 60_000 * 2 ** doublings;
  const wait = Math.max(usualWaitMs * (1 + jitter / 10), (requestedSeconds ?? 0) * 1000);
  return Math.round(Math.min(FETCH_INTERVAL_MAX * 60_000, wait));
}

export function getSourceHealth(source: {
  readonly isEnabled: boolean;
  readonly failures: number;
  readonly hasSucceeded: boolean;
}): SourceHealth {
  if (!source.isEnabled) return "off";
  if (source.failures >= BROKEN_AFTER_FAILURES) return "broken";
  if (source.failures > 0) return "failing";
  return source.hasSucceeded ? "good" : "new";
}

/** Returns the wait in seconds; null if the header is missing or invalid. */
export function parseRetryAfter(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /^[a-z]{3},/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}

/** Returns for how many seconds a response may be cached: 0 for no-store and no-cache, null if not given. */
export function parseMaxAge(value: string | null | undefined): number | null {
  const text = value?.toLowerCase() ?? "";
  if (/\bno-(?:store|cache)\b/.test(text)) return 0;
  const [, seconds] = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,9})/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds);
}
