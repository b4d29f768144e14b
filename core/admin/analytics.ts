/** What the charts of /admin show, by days, weeks or months. Days are those of UTC, weeks begin on Mondays. */

/** What one column stands for, and how many columns may be asked for; the first is meant when none are. */
export const PERIODS = {
  day: { label: "Days", lengths: [30, 7, 14, 90] },
  week: { label: "Weeks", lengths: [12, 26, 52] },
  month: { label: "Months", lengths: [12, 6, 24] },
} as const satisfies Record<string, { label: string; lengths: readonly number[] }>;
export type Period = keyof typeof PERIODS;

export interface AnalyticsQuery {
  readonly by: Period;
  /** How many of them, the one under way included. */
  readonly last: number;
}

/** A day, a week or a month; both ends belong to it. YYYY-MM-DD. */
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
  /** One for each span; null where nothing is known: before counting began, or no report was decided. */
  readonly values: readonly (number | null)[];
  /** Of all spans together: the sum, of `membersTotal` the last, of `resolveHours` the median. Null where unknown. */
  readonly whole: number | null;
  /** The same of as many spans before; null where they are not known whole. */
  readonly before: number | null;
  /** The day on which counting began; null where older rows tell as well. */
  readonly since: string | null;
}

export interface Analytics {
  readonly query: AnalyticsQuery;
  /** The oldest first; the last one is under way and ends today. */
  readonly spans: readonly Span[];
  readonly series: Readonly<Record<SeriesName, Series>>;
}

/** Reads `?by=&last=`; what is not offered falls back to the period's first length, or to days. */
export function readAnalyticsAddress(params: URLSearchParams): AnalyticsQuery {
  const by = (Object.keys(PERIODS) as Period[]).find((period) => period === params.get("by")) ?? "day";
  const lengths: readonly number[] = PERIODS[by].lengths;
  return {
    by,
    last: lengths.find((length) => String(length) === params.get("last")) ?? (lengths[0] as number),
  };
}

/** The address within /admin: defaults are left out. */
export function writeAnalyticsAddress({ by, last }: AnalyticsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (by !== "day") params.set("by", by);
  if (last !== PERIODS[by].lengths[0]) params.set("last", String(last));
  return params;
}

const DAY_MS = 86_400_000;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The first day of the `back`-th span before the one that holds `now`. */
function firstDayOf(by: Period, now: Date, back: number): string {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (by === "month") return isoDay(Date.UTC(year, month - back, 1));
  if (by === "day") return isoDay(Date.UTC(year, month, date - back));
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return isoDay(Date.UTC(year, month, date - sinceMonday - 7 * back));
}

/** The spans that end with the one that holds `now`, the oldest first; `skip` leaves out as many of the newest. */
export function spansUntil({ by, last }: AnalyticsQuery, now: Date, skip = 0): Span[] {
  return Array.from({ length: last }, (_, at) => {
    const back = last - 1 - at + skip;
    const first = firstDayOf(by, now, back);
    const end = back === 0 ? now.getTime() : Date.parse(firstDayOf(by, now, back - 1)) - DAY_MS;
    return { first, last: isoDay(end) };
  });
}
