import type { Analytics, Period, SeriesName } from "./analytics.ts";

export interface ChartPart {
  readonly series: SeriesName;
  /** What it is called in a legend, and under the chart's title as a column of a table. */
  readonly label: string;
}

export interface Chart {
  readonly id: string;
  readonly title: string;
  /** sum: the parts make one whole. beside: each for itself. level: how many there are, not how many came. hours: a length of time. */
  readonly kind: "sum" | "beside" | "level" | "hours";
  readonly parts: readonly ChartPart[];
  /** Said in the table and the file, not drawn. */
  readonly more?: readonly ChartPart[];
  /** What is counted, and what becomes of what is deleted. */
  readonly note: string;
}

/** The charts in their order: who is here, what they do, what they read, what the site does. */
export const CHARTS: readonly Chart[] = [
  {
    id: "members",
    title: "Members in all",
    kind: "level",
    parts: [{ series: "membersTotal", label: "Members" }],
    note: "Who had joined and not left, at the end of each day, week or month.",
  },
  {
    id: "new-members",
    title: "New members",
    kind: "sum",
    parts: [{ series: "members", label: "Joined" }],
    note: "Everyone who joined, including those who left later.",
  },
  {
    id: "posts",
    title: "Posts",
    kind: "sum",
    parts: [{ series: "posts", label: "Written" }],
    more: [{ series: "postsShown", label: "Still shown" }],
    note: "Includes what was deleted later. The table also says how many are still shown.",
  },
  {
    id: "comments",
    title: "Comments",
    kind: "sum",
    parts: [{ series: "comments", label: "Written" }],
    note: "Includes what was deleted later.",
  },
  {
    id: "votes",
    title: "Votes",
    kind: "sum",
    parts: [
      { series: "postVotes", label: "On posts" },
      { series: "commentVotes", label: "On comments" },
    ],
    note: "Votes cast. A vote that was changed counts once; one that was taken back still counts.",
  },
  {
    id: "sign-ins",
    title: "Sign-ins",
    kind: "sum",
    parts: [{ series: "signIns", label: "Sign-ins" }],
    note: "Sessions started in any way, including by registering. Staying signed in does not count.",
  },
  {
    id: "views",
    title: "Page views",
    kind: "sum",
    parts: [
      { series: "postViews", label: "Posts" },
      { series: "articleViews", label: "News articles" },
      { series: "pageViews", label: "Other pages" },
    ],
    note: "Pages of the site shown to visitors and members. Not counted: robots that identify themselves, settings and this dashboard. A program that is killed loses the last five seconds of them.",
  },
  {
    id: "news",
    title: "News gathered",
    kind: "sum",
    parts: [{ series: "articles", label: "Articles" }],
    note: "By the day on which they were gathered, not the day they are dated. Samples are not counted; what was hidden or deleted later is.",
  },
  {
    id: "ai-runs",
    title: "AI runs",
    kind: "sum",
    parts: [
      { series: "aiAnswered", label: "Answered" },
      { series: "aiBroken", label: "Stopped or failed" },
      { series: "aiRefused", label: "Over a limit" },
    ],
    note: "Questions to the AI tools, whoever answered: a model or a built-in analyst.",
  },
  {
    id: "reports",
    title: "Reports",
    kind: "beside",
    parts: [
      { series: "reports", label: "Made" },
      { series: "decided", label: "Decided" },
    ],
    note: "Decisions count things, not reports: several reports on one thing are decided together.",
  },
  {
    id: "time-to-resolve",
    title: "Time to resolve reports",
    kind: "hours",
    parts: [{ series: "resolveHours", label: "Median hours" }],
    note: "From the first report on a thing to its decision: the median of what was decided in each day, week or month.",
  },
];

/** A table's columns for the file: each part by its chart and its name. */
export const COLUMNS: readonly { readonly title: string; readonly series: SeriesName }[] = CHARTS.flatMap(
  ({ title, kind, parts, more = [] }) =>
    [...parts, ...more].map(({ series, label }) => ({
      title: kind === "hours" || parts.length + more.length > 1 ? `${title}: ${label.toLowerCase()}` : title,
      series,
    })),
);

/** Every figure of the spans as rows, under their names; null is not known. */
export function analyticsRows({ spans, series }: Analytics): (string | number | null)[][] {
  const header = ["From (UTC)", "To (UTC)", ...COLUMNS.map(({ title }) => title)];
  const rows = spans.map(({ first, last }, at) => [
    first,
    last,
    ...COLUMNS.map(({ series: name }) => {
      const value = series[name].values[at] ?? null;
      return value === null || Number.isInteger(value) ? value : Number(value.toFixed(2));
    }),
  ]);
  return [header, ...rows];
}

const NAMES: Record<Period, string> = { day: "daily", week: "weekly", month: "monthly" };

/** What the file is called: analytics-daily-2026-05-01-to-2026-05-30.csv */
export const analyticsFileName = ({ query, spans }: Analytics): string =>
  `analytics-${NAMES[query.by]}-${spans[0]?.first}-to-${spans.at(-1)?.last}.csv`;
