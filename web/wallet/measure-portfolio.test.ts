import { expect, test } from "vitest";
import { measureTrend } from "./measure-portfolio.ts";

/** A price of 100 dollars on the first day that rises by a cent a day. */
const createHistory = (...days: number[]) =>
  days.map((day) => ({
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    price: 100 + day / 100,
  }));

test("a trend covers 30 days, or as many as there are, and its change is computed from exact prices", () => {
  const measure = (days: number[]) => {
    const { prices, ...figures } = measureTrend(createHistory(...days)) ?? { prices: [] };
    return { ...figures, count: prices.length };
  };
  const countTo = (count: number) => Array.from({ length: count }, (_, day) => day);
  const isAbout = (percent: number) => expect.closeTo(percent, 3);
  expect(measure(countTo(41))).toEqual({ days: 30, changePercent: isAbout(0.2997), count: 31 });
  expect(measure(countTo(8))).toEqual({ days: 7, changePercent: isAbout(0.07), count: 8 });
  expect(measure([0, 5, 20, 40])).toEqual({ days: 20, changePercent: isAbout(0.1996), count: 2 });
  for (const days of [[], [0], [0, 40]]) expect(measureTrend(createHistory(...days))).toBeNull();
});
