import { expect, test } from "vitest";
import { computeRoundTicks, widenRange } from "./round-ticks.ts";

test("ticks are round numbers that cover the range", () => {
  expect(computeRoundTicks(37_310, 52_870, 4)).toEqual([35_000, 40_000, 45_000, 50_000, 55_000]);
  expect(computeRoundTicks(0.91, 1.13, 4)).toEqual([0.9, 1, 1.1, 1.2]);
  expect(computeRoundTicks(0, 100, 4)).toEqual([0, 25, 50, 75, 100]);
});

test("an empty range still has ticks", () => {
  for (const value of [0, 7]) {
    const ticks = computeRoundTicks(value, value, 4);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.every(Number.isFinite)).toBe(true);
  }
});

test("a small range is widened around its middle and never below zero; a large one is unchanged", () => {
  expect(widenRange(99, 101, 0.2)).toEqual([89.9, 110.1]);
  expect(widenRange(0, 0.5, 2)).toEqual([0, 0.75]);
  expect(widenRange(50, 100, 0.2)).toEqual([50, 100]);
});
