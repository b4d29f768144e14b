import type { SourceHealth } from "./types.ts";

/** However often a feed fails or asks for patience, it is tried once a day. */
const LONGEST_MS = 24 * 60 * 60_000;
const DOUBLINGS_MAX = 6;
/** Failures in a row from which a feed counts as broken rather than failing. */
const BROKEN_FROM = 5;

export interface FetchOutcome {
  /** Failures in a row, this one included; 0 when it went well. */
  readonly failures: number;
  readonly intervalMinutes: number;
  /** What the answer asked for (Retry-After, Cache-Control, ttl), in seconds; null when it said nothing. */
  readonly askedSeconds: number | null;
  /** From 0 to 1: spreads feeds that began together, by up to a tenth of the wait. */
  readonly spread: number;
}

/**
 * How long to leave a feed alone: its interval, doubled with each failure in a row, or what it asked for when that is
 * longer; a day at most. Milliseconds.
 */
export function waitAfterFetch({ failures, intervalMinutes, askedSeconds, spread }: FetchOutcome): number {
  const doublings = Math.min(DOUBLINGS_MAX, Math.max(0, failures - 1));
  const usual = intervalMinutes * 60_000 * 2 ** doublings;
  const wait = Math.max(usual * (1 + spread / 10), (askedSeconds ?? 0) * 1000);
  return Math.round(Math.min(LONGEST_MS, wait));
}

export function sourceHealth(source: {
  readonly isEnabled: boolean;
  readonly failures: number;
  readonly hasSucceeded: boolean;
}): SourceHealth {
  if (!source.isEnabled) return "off";
  if (source.failures >= BROKEN_FROM) return "broken";
  if (source.failures > 0) return "failing";
  return source.hasSucceeded ? "good" : "new";
}

/** Seconds from a Retry-After header (a number of seconds or a date); null when it says neither. */
export function readRetryAfter(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /^[a-z]{3},/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}

/** Seconds for which a Cache-Control header calls an answer fresh; null when it says nothing, 0 for no-store and no-cache. */
export function readMaxAge(value: string | null | undefined): number | null {
  const text = value?.toLowerCase() ?? "";
  if (/\bno-(?:store|cache)\b/.test(text)) return 0;
  const [, seconds] = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,9})/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds);
}
