import { describe, expect, test } from "vitest";
import { listSpans, PERIODS, type Period, readAnalyticsAddress, writeAnalyticsAddress } from "./analytics.ts";

const read = (address: string) => readAnalyticsAddress(new URLSearchParams(address));

describe("the address", () => {
  test.each([
    ["", { by: "day", last: 30 }],
    ["by=week", { by: "week", last: 12 }],
    ["by=month&last=24", { by: "month", last: 24 }],
    ["by=day&last=1000000", { by: "day", last: 30 }],
    ["by=toString&last=-1", { by: "day", last: 30 }],
    ["by=week&last=30", { by: "week", last: 12 }],
    ["last=7e0", { by: "day", last: 30 }],
  ])("%j", (address, query) => expect(read(address)).toEqual(query));

  test("an address is read back as it was written", () => {
    for (const by of Object.keys(PERIODS) as Period[])
      for (const last of PERIODS[by].lengths)
        expect(readAnalyticsAddress(writeAnalyticsAddress({ by, last }))).toEqual({ by, last });
  });
});

describe("spans", () => {
  // A Tuesday.
  const now = new Date("2026-03-03T00:00:00Z");
  test("days end today", () => {
    expect(listSpans({ by: "day", last: 7 }, now)[0]).toEqual({ first: "2026-02-25", last: "2026-02-25" });
    expect(listSpans({ by: "day", last: 7 }, now).at(-1)).toEqual({
      first: "2026-03-03",
      last: "2026-03-03",
    });
  });
  test("weeks begin on Mondays and the last one ends today", () => {
    expect(listSpans({ by: "week", last: 12 }, now).slice(-2)).toEqual([
      { first: "2026-02-23", last: "2026-03-01" },
      { first: "2026-03-02", last: "2026-03-03" },
    ]);
  });
  test("months keep their own lengths, even on the 31st", () => {
    expect(listSpans({ by: "month", last: 12 }, new Date("2026-03-31T23:59:59Z")).slice(-3)).toEqual([
      { first: "2026-01-01", last: "2026-01-31" },
      { first: "2026-02-01", last: "2026-02-28" },
      { first: "2026-03-01", last: "2026-03-31" },
    ]);
  });
  test("earlier spans follow without a gap", () => {
    for (const by of Object.keys(PERIODS) as Period[]) {
      const query = { by, last: PERIODS[by].lengths[0] };
      const all = [...listSpans(query, now, query.last), ...listSpans(query, now)];
      expect(all).toHaveLength(2 * query.last);
      for (const [at, span] of all.slice(1).entries())
        expect(Date.parse(span.first) - Date.parse(all[at]?.last ?? "")).toBe(86_400_000);
    }
  });
});
