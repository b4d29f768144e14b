import { expect, test } from "vitest";
import { computeRoundTicks, widenRange } from "./round-ticks.ts";

test("ticks are round numbers that cover the range", () => {
  expect(computeRoundTicks(37_310, 52_870, 4)).toEqual([35_000, 40_000, 45_000, 50_000, 55_000]);
  expect(computeRoundTicks(0.91, 1.13, 4)).toEqual([0.9, 1, 1.1, 1.2]);
  expect(computeRoundTicks(0, 100, 4)).toEqual([0, 25, 50, 75, 100]);
});

test("an empty range still has ticks", () => {
  expect(computeRoundTicks(0, 0, 4).length).toBeGreaterThan(1);
  expect(computeRoundTicks(7, 7, 4).every(Number.isFinite)).toBe(true);
});

test("a small range is widened around its middle and never below zero; a large one is unchanged", () => {
  expect(widenRange(99, 101, 0.2)).toEqual([89.9, 110.1]);
  expect(widenRange(0, 0.5, 2)).toEqual([0, 0.75]);
  expect(widenRange(50, 100, 0.2)).toEqual([50, 100]);
});
