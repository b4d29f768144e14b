import type { Analytics, Period, SeriesName } from "./analytics.ts";

export interface ChartPart {
  readonly series: SeriesName;
  readonly label: string;
}

export interface Chart {
  readonly id: string;
  readonly title: string;
  /**
   * "sum": the parts add up to a total. "grouped": independent values, drawn side by side. "level": a running total
   * instead of new items. "hours": a duration.
   */
  readonly kind: "sum" | "grouped" | "level" | "hours";
  readonly parts: readonly ChartPart[];
  /** Values that are shown only in the table and the CSV file, not drawn. */
  readonly tableOnlyParts?: readonly ChartPart[];
  /** What is counted, and whether deleted items are included. */
  readonly note: string;
}

export const CHARTS: readonly Chart[] = [
  {
    id: "members",
    title: "Total members",
    kind: "level",
    parts: [{ series: "membersTotal", label: "Members" }],
    note: "Members at the end of each day, week or month.",
  },
  {
    id: "new-members",
    title: "New members",
    kind: "sum",
    parts: [{ series: "members", label: "Joined" }],
    note: "Everyone who joined, including members who left later.",
  },
  {
    id: "posts",
    title: "Posts",
    kind: "sum",
    parts: [{ series: "posts", label: "Created" }],
    tableOnlyParts: [{ series: "postsShown", label: "Still visible" }],
    note: "Includes posts deleted later. The table also shows how many are still visible.",
  },
  {
    id: "comments",
    title: "Comments",
    kind: "sum",
    parts: [{ series: "comments", label: "Created" }],
    note: "Includes comments deleted later.",
  },
  {
    id: "votes",
    title: "Votes",
    kind: "sum",
    parts: [
      { series: "postVotes", label: "On posts" },
      { series: "commentVotes", label: "On comments" },
    ],
    note: "Votes cast. A changed vote counts once; a removed vote still counts.",
  },
  {
    id: "sign-ins",
    title: "Sign-ins",
    kind: "sum",
    parts: [{ series: "signIns", label: "Sign-ins" }],
    note: "New sessions, including those started by signing up. Session refreshes aren't counted.",
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
    note: "Pages with public content, shown to visitors and members. Known bots are excluded.",
  },
  {
    id: "news",
    title: "News articles added",
    kind: "sum",
    parts: [{ series: "articles", label: "Articles" }],
    note: "Counted by the day we fetched them, not by their publication date. Includes articles hidden or deleted later, but not samples.",
  },
  {
    id: "ai-runs",
    title: "AI runs",
    kind: "sum",
    parts: [
      { series: "aiAnswered", label: "Answered" },
      { series: "aiBroken", label: "Stopped or failed" },
      { series: "aiRefused", label: "Rate limited" },
    ],
    note: "Questions to the AI tools, whether a model or a built-in analyzer answered.",
  },
  {
    id: "reports",
    title: "Reports",
    kind: "grouped",
    parts: [
      { series: "reports", label: "Submitted" },
      { series: "decided", label: "Resolved" },
    ],
    note: "Each report is counted on the day it is submitted. Reports about the same content are resolved together, and then count as one.",
  },
  {
    id: "time-to-resolve",
    title: "Time to resolve reports",
    kind: "hours",
    parts: [{ series: "resolveHours", label: "Median hours" }],
    note: "Median time from the first report about a post, comment or profile to its resolution, by the date of the resolution.",
  },
];

/** The columns of the CSV file, after those with the dates. */
export const COLUMNS: readonly { readonly title: string; readonly series: SeriesName }[] = CHARTS.flatMap(
  ({ title, kind, parts, tableOnlyParts = [] }) =>
    [...parts, ...tableOnlyParts].map(({ series, label }) => ({
      title:
        kind === "hours" || parts.length + tableOnlyParts.length > 1
          ? `${title}: ${label.toLowerCase()}`
          : title,
      series,
    })),
);

/** Returns all values as rows with a header. Null means unknown. */
export function toAnalyticsRows({ spans, series }: Analytics): (string | number | null)[][] {
  const header = ["From (UTC)", "To (UTC)", ...COLUMNS.map(({ title }) => title)];
  const rows = spans.map(({ first, last }, index) => [
    first,
    last,
    ...COLUMNS.map(({ series: name }) => {
      const value = series[name].values[index] ?? null;
      return value === null || Number.isInteger(value) ? value : Number(value.toFixed(2));
    }),
  ]);
  return [header, ...rows];
}

const PERIOD_NAMES: Record<Period, string> = { day: "daily", week: "weekly", month: "monthly" };

/** Returns the file's name, for example analytics-daily-2026-05-01-to-2026-05-30.csv. */
export const getAnalyticsFileName = ({ query, spans }: Analytics): string =>
  `analytics-${PERIOD_NAMES[query.period]}-${spans[0]?.first}-to-${spans.at(-1)?.last}.csv`;
