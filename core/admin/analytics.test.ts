import { describe, expect, test } from "vitest";
import { buildAnalyticsParams, listSpans, PERIODS, type Period, parseAnalyticsQuery } from "./analytics.ts";

const parse = (search: string) => parseAnalyticsQuery(new URLSearchParams(search));

describe("the query string", () => {
  test.each([
    ["", { period: "day", length: 30 }],
    ["by=week", { period: "week", length: 12 }],
    ["by=month&last=24", { period: "month", length: 24 }],
    ["by=day&last=1000000", { period: "day", length: 30 }],
    ["by=toString&last=-1", { period: "day", length: 30 }],
    ["by=week&last=30", { period: "week", length: 12 }],
    ["last=7e0", { period: "day", length: 30 }],
  ])("%j is parsed as %j", (search, query) => expect(parse(search)).toEqual(query));

  test("restores the same query", () => {
    for (const period of Object.keys(PERIODS) as Period[])
      for (const length of PERIODS[period].lengths)
        expect(parseAnalyticsQuery(buildAnalyticsParams({ period, length }))).toEqual({ period, length });
  });
});

describe("in a list of spans", () => {
  // This is a Tuesday.
  const now = new Date("2026-03-03T00:00:00Z");
  test("the last day is today", () => {
    expect(listSpans({ period: "day", length: 7 }, now)[0]).toEqual({
      first: "2026-02-25",
      last: "2026-02-25",
    });
    expect(listSpans({ period: "day", length: 7 }, now).at(-1)).toEqual({
      first: "2026-03-03",
      last: "2026-03-03",
    });
  });
  test("weeks begin on Mondays and the last one ends today", () => {
    expect(listSpans({ period: "week", length: 12 }, now).slice(-2)).toEqual([
      { first: "2026-02-23", last: "2026-03-01" },
      { first: "2026-03-02", last: "2026-03-03" },
    ]);
  });
  test("month spans are calendar months, even when today is the 31st", () => {
    expect(listSpans({ period: "month", length: 12 }, new Date("2026-03-31T23:59:59Z")).slice(-3)).toEqual([
      { first: "2026-01-01", last: "2026-01-31" },
      { first: "2026-02-01", last: "2026-02-28" },
      { first: "2026-03-01", last: "2026-03-31" },
    ]);
  });
  test("there is no gap between the previous spans and the current ones", () => {
    for (const period of Object.keys(PERIODS) as Period[]) {
      const query = { period, length: PERIODS[period].lengths[0] };
      const spans = [...listSpans(query, now, query.length), ...listSpans(query, now)];
      expect(spans).toHaveLength(2 * query.length);
      for (const [index, span] of spans.slice(1).entries())
        expect(Date.parse(span.first) - Date.parse(spans[index]?.last ?? "")).toBe(86_400_000);
    }
  });
});
