import { expect, test } from "vitest";
import { type Analytics, SERIES, type Series, type SeriesName } from "./analytics.ts";
import { COLUMNS, getAnalyticsFileName, toAnalyticsRows } from "./analytics-charts.ts";

const series: Series = { values: [null, 1.23456], total: 1, previous: null, since: "2026-05-11" };
const analytics: Analytics = {
  query: { period: "day", length: 7 },
  spans: [
    { first: "2026-05-10", last: "2026-05-10" },
    { first: "2026-05-11", last: "2026-05-11" },
  ],
  series: Object.fromEntries(SERIES.map((name) => [name, series])) as Record<SeriesName, Series>,
};

test("the CSV file has a column with a unique title for every series", () => {
  expect(COLUMNS.map((column) => column.series).toSorted()).toEqual(SERIES.toSorted());
  expect(new Set(COLUMNS.map(({ title }) => title)).size).toBe(SERIES.length);
});

test("there is one row per span, and unknown values are empty", () => {
  const [header, firstRow, secondRow] = toAnalyticsRows(analytics);
  expect(header?.slice(0, 3)).toEqual(["From (UTC)", "To (UTC)", "Total members"]);
  expect(firstRow).toEqual(["2026-05-10", "2026-05-10", ...SERIES.map(() => null)]);
  expect(secondRow?.slice(0, 3)).toEqual(["2026-05-11", "2026-05-11", 1.23]);
});

test("the name of the CSV file contains the period and its dates", () => {
  expect(getAnalyticsFileName(analytics)).toBe("analytics-daily-2026-05-10-to-2026-05-11.csv");
});
