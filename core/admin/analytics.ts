/** The data for the charts in /admin, by day, week or month. Days are in UTC; weeks begin on Mondays. */

/** The periods that a span can cover. `lengths` lists the numbers of spans to choose from, the default first. */
export const PERIODS = {
  day: { label: "Days", lengths: [30, 7, 14, 90] },
  week: { label: "Weeks", lengths: [12, 26, 52] },
  month: { label: "Months", lengths: [12, 6, 24] },
} as const satisfies Record<string, { label: string; lengths: readonly number[] }>;
export type Period = keyof typeof PERIODS;

export interface AnalyticsQuery {
  readonly period: Period;
  /** Number of spans, including the current one. */
  readonly length: number;
}

/** A day, a week or a month, both ends included. YYYY-MM-DD. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

export const SERIES = [
  "members",
  "membersTotal",
  "posts",
  "postsShown",
  "comments",
  "postVotes",
  "commentVotes",
  "signIns",
  "postViews",
  "articleViews",
  "pageViews",
  "articles",
  "aiAnswered",
  "aiBroken",
  "aiRefused",
  "reports",
  "decided",
  "resolveHours",
] as const;
export type SeriesName = (typeof SERIES)[number];

export interface Series {
  /** One value per span. Null if it is unknown, because counting hadn't begun yet or no report was resolved. */
  readonly values: readonly (number | null)[];
  /** The sum, the last value of `membersTotal`, or the median of `resolveHours`. Null if unknown. */
  readonly total: number | null;
  /** The total of the preceding range of equal length. Null unless all of that range is known. */
  readonly previous: number | null;
  /** The day on which counting began. Null if the values can be computed for any day. */
  readonly since: string | null;
}

export interface Analytics {
  readonly query: AnalyticsQuery;
  /** Oldest first; the last one ends today. */
  readonly spans: readonly Span[];
  readonly series: Readonly<Record<SeriesName, Series>>;
}

/** Reads `?by=&last=`; an unknown value falls back to the default. */
export function parseAnalyticsQuery(params: URLSearchParams): AnalyticsQuery {
  const period = (Object.keys(PERIODS) as Period[]).find((name) => name === params.get("by")) ?? "day";
  const lengths: readonly number[] = PERIODS[period].lengths;
  return {
    period,
    length: lengths.find((length) => String(length) === params.get("last")) ?? (lengths[0] as number),
  };
}

export function buildAnalyticsParams({ period, length }: AnalyticsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (period !== "day") params.set("by", period);
  if (length !== PERIODS[period].lengths[0]) params.set("last", String(length));
  return params;
}

const DAY_MS = 86_400_000;
const toIsoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the first day of the span that is `back` spans before the current one. */
function getFirstDay(period: Period, now: Date, back: number): string {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (period === "month") return toIsoDay(Date.UTC(year, month - back, 1));
  if (period === "day") return toIsoDay(Date.UTC(year, month, date - back));
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  return toIsoDay(Date.UTC(year, month, date - daysSinceMonday - 7 * back));
}

/** Lists the `length` spans up to the current one, or up to the one `skip` spans before it, oldest first. */
export function listSpans({ period, length }: AnalyticsQuery, now: Date, skip = 0): Span[] {
  return Array.from({ length }, (_, index) => {
    const back = length - 1 - index + skip;
    const first = getFirstDay(period, now, back);
    const end = back === 0 ? now.getTime() : Date.parse(getFirstDay(period, now, back - 1)) - DAY_MS;
    return { first, last: toIsoDay(end) };
  });
}
