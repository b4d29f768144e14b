import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import {
  type Analytics,
  type AnalyticsQuery,
  listSpans,
  type Series,
  type SeriesName,
  type Span,
} from "#core/admin/analytics.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { AnalyticsDeps } from "./deps.ts";

/**
 * `first` is the first day of a span, or the day on which counting began; null for a value that doesn't belong to a
 * single span.
 */
type Row = { readonly name: string; readonly first: string | null; readonly value: number };

/**
 * Returns the analytics of the queried range, compared with the equally long range before it. Runs one statement.
 * Throws AppError: not_signed_in, access_denied.
 */
export async function readAnalytics(
  { database, clock }: AnalyticsDeps,
  viewer: Viewer,
  query: AnalyticsQuery,
): Promise<Analytics> {
  requireAdmin(viewer);
  const now = clock.now();
  const spans = listSpans(query, now);
  const previousSpans = listSpans(query, now, query.length);
  const { rows } = await database.db.execute<Row>(buildStatement(query, getBounds(previousSpans, spans)));
  return { query, spans, series: buildSeries(rows, previousSpans, spans) };
}

interface Bounds {
  readonly from: string;
  readonly middle: string;
  readonly until: string;
}

const getBounds = (previousSpans: readonly Span[], spans: readonly Span[]): Bounds => ({
  from: previousSpans[0]?.first ?? "",
  middle: spans[0]?.first ?? "",
  until: spans.at(-1)?.last ?? "",
});

function buildStatement({ period }: AnalyticsQuery, { from, middle, until }: Bounds): SQL {
  const inRange = sql`day between ${from}::date and ${until}::date`;
  const toSpan = (day: SQL) => sql`date_trunc(${period}, ${day}::timestamp)::date`;
  // Scans the decided reports once for the values of each span and of both ranges.
  const decidedReports = sql`
    select span, is_newer, count(*) as report_count, percentile_cont(0.5) within group (order by hours) as hours from (
      select ${toSpan(sql`(decided_at at time zone 'UTC')`)} as span,
        decided_at >= ${middle}::timestamp at time zone 'UTC' as is_newer,
        extract(epoch from decided_at - first_reported_at)::float8 / 3600 as hours
      from public.report_groups where decided_at >= ${from}::timestamp at time zone 'UTC'
        and decided_at < (${until}::timestamp + interval '1 day') at time zone 'UTC'
    ) decided_report group by grouping sets ((span), (is_newer))`;
  return sql`
    select name, to_char(first, 'YYYY-MM-DD') as first, value::float8 as value from (
      select name, ${toSpan(sql`day`)} as first, sum(amount) as value
      from (table public.activity_counts union all table public.activity_pending) counted
      where ${inRange} group by 1, 2
      union all
      select 'posts_shown', ${toSpan(sql`day`)}, sum(amount)
      from public.daily_counts where name = 'posts' and ${inRange} group by 2
      union all
      select case outcome when 'done' then 'ai_answered' when 'refused' then 'ai_refused' else 'ai_broken' end,
        ${toSpan(sql`day`)}, sum(runs)
      from public.ai_runs where ${inRange} group by 1, 2
      union all
      select figure.name, span, figure.value from (${decidedReports}) decided cross join lateral (values
        ('decided', report_count, span is not null), ('resolve_hours', hours, span is not null),
        ('resolve_hours:range', hours, is_newer), ('resolve_hours:previous', hours, not is_newer)
      ) figure (name, value, is_included) where is_included
      union all
      select 'members:now', null, coalesce(sum(amount), 0) from public.daily_counts where name = 'members'
      union all
      select 'since:' || name, day, 0 from public.activity_since
    ) figures (name, first, value)`;
}

function buildSeries(rows: readonly Row[], previousSpans: readonly Span[], spans: readonly Span[]) {
  const counts = new Map(rows.map(({ name, first, value }) => [`${name} ${first}`, value]));
  const sinceByName = new Map(
    rows.flatMap(({ name, first }) => (name.startsWith("since:") ? [[name, first]] : [])),
  );
  const getCounts = (name: string, list: readonly Span[]) =>
    list.map(({ first }) => counts.get(`${name} ${first}`) ?? 0);
  const getTotal = (name: string) => counts.get(`${name} null`) ?? null;

  const buildCountSeries = (name: string): Series => {
    const since = sinceByName.get(`since:${name}`) ?? null;
    const isCovered = (span: Span | undefined) =>
      since === null || (span !== undefined && span.last >= since);
    const isComplete = since === null || since <= (previousSpans[0]?.first ?? "");
    return {
      values: getCounts(name, spans).map((value, index) => (isCovered(spans[index]) ? value : null)),
      total: sum(getCounts(name, spans)),
      previous: isComplete ? sum(getCounts(name, previousSpans)) : null,
      since,
    };
  };
  return {
    members: buildCountSeries("members"),
    membersTotal: buildTotalSeries(
      getTotal("members:now") ?? 0,
      (list) => [getCounts("members", list), getCounts("members_left", list)],
      spans,
    ),
    posts: buildCountSeries("posts"),
    postsShown: buildCountSeries("posts_shown"),
    comments: buildCountSeries("comments"),
    postVotes: buildCountSeries("post_votes"),
    commentVotes: buildCountSeries("comment_votes"),
    signIns: buildCountSeries("sign_ins"),
    postViews: buildCountSeries("post_views"),
    articleViews: buildCountSeries("article_views"),
    pageViews: buildCountSeries("page_views"),
    articles: buildCountSeries("articles"),
    aiAnswered: buildCountSeries("ai_answered"),
    aiBroken: buildCountSeries("ai_broken"),
    aiRefused: buildCountSeries("ai_refused"),
    reports: buildCountSeries("reports"),
    decided: buildCountSeries("decided"),
    resolveHours: {
      values: spans.map(({ first }) => counts.get(`resolve_hours ${first}`) ?? null),
      total: getTotal("resolve_hours:range"),
      previous: getTotal("resolve_hours:previous"),
      since: null,
    },
  } satisfies Record<SeriesName, Series>;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Computes the number of members at the end of each span, counted back from the current number. */
function buildTotalSeries(
  currentCount: number,
  getChanges: (list: readonly Span[]) => readonly [readonly number[], readonly number[]],
  spans: readonly Span[],
): Series {
  const [joinedCounts, leftCounts] = getChanges(spans);
  let total = currentCount;
  const values = spans.map(() => 0);
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    values[index] = total;
    total -= (joinedCounts[index] ?? 0) - (leftCounts[index] ?? 0);
  }
  return { values, total: currentCount, previous: total, since: null };
}
