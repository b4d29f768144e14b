const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

const PART = /(?<![\d.])(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g;
const DURATION = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;

/** Parses a duration such as "24h", "1h30m" or "1.5s" into milliseconds. Undefined if it is invalid. */
export function parseDuration(text: string): number | undefined {
  if (text.length > 40 || !DURATION.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(PART)) sum += Number(count) * (UNIT_MS[unit ?? ""] ?? 0);
  return sum;
}
